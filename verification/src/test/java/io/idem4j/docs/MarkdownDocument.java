package io.idem4j.docs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableBody;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.IdGenerator;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/** What the rules ask of one Markdown file. */
final class MarkdownDocument {
    private static final Parser PARSER = Parser.builder()
            .extensions(List.of(TablesExtension.create()))
            .includeSourceSpans(IncludeSourceSpans.BLOCKS_AND_INLINES)
            .build();

    /** A code block; language empty where it names none, comment null where no HTML comment stands right before it. */
    record CodeBlock(int line, String language, String comment, String text) {}

    record Reference(int line, String target) {}

    /** A row of a table: the header's text to the code spans of the cell below it. */
    record Row(int line, Map<String, List<String>> codeByColumn) {}

    final String path;
    final List<String> lines;
    final List<CodeBlock> codeBlocks = new ArrayList<>();
    final List<Reference> links = new ArrayList<>();
    final List<Row> rows = new ArrayList<>();
    final Set<String> anchors = new TreeSet<>();

    MarkdownDocument(String path, String text) {
        this.path = path;
        this.lines = text.lines().toList();
        PARSER.parse(text).accept(new Collector());
    }

    private static int line(Node node) {
        return node.getSourceSpans().get(0).getLineIndex() + 1;
    }

    private static String text(Node node) {
        StringBuilder text = new StringBuilder();
        for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
            if (child instanceof Text plain) {
                text.append(plain.getLiteral());
            } else if (child instanceof Code code) {
                text.append(code.getLiteral());
            } else {
                text.append(text(child));
            }
        }
        return text.toString();
    }

    private static List<String> codeIn(Node node) {
        List<String> found = new ArrayList<>();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Code code) {
                found.add(code.getLiteral());
            }
        });
        return found;
    }

    private final class Collector extends AbstractVisitor {
        private final IdGenerator ids = IdGenerator.builder().build();

        @Override
        public void visit(FencedCodeBlock block) {
            String comment = block.getPrevious() instanceof HtmlBlock html
                    ? html.getLiteral().strip()
                    : null;
            codeBlocks.add(new CodeBlock(line(block), block.getInfo().strip(), comment, block.getLiteral()));
        }

        @Override
        public void visit(IndentedCodeBlock block) {
            codeBlocks.add(new CodeBlock(line(block), "", null, block.getLiteral()));
        }

        @Override
        public void visit(Link link) {
            links.add(new Reference(line(link), link.getDestination()));
            visitChildren(link);
        }

        @Override
        public void visit(Heading heading) {
            anchors.add(ids.generateId(text(heading)));
            visitChildren(heading);
        }

        @Override
        public void visit(CustomBlock block) {
            if (block instanceof TableBlock table) {
                addRows(table);
            }
            visitChildren(block);
        }

        private void addRows(TableBlock table) {
            List<String> columns = new ArrayList<>();
            for (Node cell = table.getFirstChild().getFirstChild().getFirstChild();
                    cell != null;
                    cell = cell.getNext()) {
                columns.add(text(cell).strip());
            }
            for (Node part = table.getFirstChild(); part != null; part = part.getNext()) {
                if (part instanceof TableBody) {
                    for (Node row = part.getFirstChild(); row != null; row = row.getNext()) {
                        addRow(columns, (TableRow) row);
                    }
                }
            }
        }

        private void addRow(List<String> columns, TableRow row) {
            Map<String, List<String>> codeByColumn = new LinkedHashMap<>();
            int column = 0;
            for (Node cell = row.getFirstChild(); cell instanceof TableCell; cell = cell.getNext()) {
                codeByColumn.put(columns.get(column++), codeIn(cell));
            }
            rows.add(new Row(line(row), codeByColumn));
        }
    }
}
