package io.idem4j.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.HttpServlet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A servlet container on a free port. */
interface Container extends AutoCloseable {
    int THREADS = 260;
    long MAX_PART = 8L * 1024 * 1024;

    int port();

    @Override
    void close();

    /** Starts one with these filters, in order, in front of one servlet for all paths. */
    interface Kind {
        /** {@code dispatches}: for each filter, what it is mapped for. */
        Container start(List<Mapped> filters, HttpServlet servlet);
    }

    record Mapped(Filter filter, EnumSet<DispatcherType> dispatches) {
        static Mapped requests(Filter filter) {
            return new Mapped(filter, EnumSet.of(DispatcherType.REQUEST));
        }

        static Mapped requestsAndAsync(Filter filter) {
            return new Mapped(filter, EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
        }
    }

    Kind TOMCAT = Container::tomcat;
    Kind JETTY = Container::jetty;

    private static Container tomcat(List<Mapped> filters, HttpServlet servlet) {
        try {
            Logger.getLogger("org.apache").setLevel(Level.OFF);
            Path base = Files.createTempDirectory("idem4j-tomcat");
            Tomcat tomcat = new Tomcat();
            tomcat.setBaseDir(base.toString());
            tomcat.setPort(0);
            tomcat.getConnector().setProperty("maxThreads", Integer.toString(THREADS));
            tomcat.getConnector().setProperty("connectionTimeout", "20000");
            Context context = tomcat.addContext("", base.toString());
            Wrapper wrapper = Tomcat.addServlet(context, "app", servlet);
            wrapper.setAsyncSupported(true);
            wrapper.setMultipartConfigElement(new MultipartConfigElement("", MAX_PART, MAX_PART, 0));
            context.addServletMappingDecoded("/*", "app");
            for (int i = 0; i < filters.size(); i++) {
                FilterDef definition = new FilterDef();
                definition.setFilterName("f" + i);
                definition.setFilter(filters.get(i).filter());
                definition.setAsyncSupported("true");
                context.addFilterDef(definition);
                FilterMap map = new FilterMap();
                map.setFilterName("f" + i);
                map.addURLPattern("/*");
                filters.get(i).dispatches().forEach(type -> map.setDispatcher(type.name()));
                context.addFilterMap(map);
            }
            tomcat.start();
            return new Container() {
                @Override
                public int port() {
                    return tomcat.getConnector().getLocalPort();
                }

                @Override
                public void close() {
                    try {
                        tomcat.stop();
                        tomcat.destroy();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }
            };
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Container jetty(List<Mapped> filters, HttpServlet servlet) {
        try {
            Server server = new Server(new QueuedThreadPool(THREADS));
            ServerConnector connector = new ServerConnector(server);
            server.addConnector(connector);
            ServletContextHandler context = new ServletContextHandler("/");
            ServletHolder holder = new ServletHolder(servlet);
            holder.setAsyncSupported(true);
            holder.getRegistration()
                    .setMultipartConfig(new MultipartConfigElement(
                            Files.createTempDirectory("idem4j-jetty").toString(), MAX_PART, MAX_PART, 0));
            context.addServlet(holder, "/*");
            for (Mapped mapped : filters) {
                FilterHolder filter = new FilterHolder(mapped.filter());
                filter.setAsyncSupported(true);
                context.addFilter(filter, "/*", mapped.dispatches());
            }
            server.setHandler(context);
            server.start();
            return new Container() {
                @Override
                public int port() {
                    return connector.getLocalPort();
                }

                @Override
                public void close() {
                    try {
                        server.stop();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }
            };
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
