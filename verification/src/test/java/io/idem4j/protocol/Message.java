package io.idem4j.protocol;

/** A call of the store as a small number, so that it can be under way: what, by whom, and with whose result or what seen. */
final class Message {
    static final int NONE = 0;
    static final int WIDTH = 11;

    private static final int BY = 3;
    private static final int DATA = 6;
    private static final int STATUS = 9;

    enum Kind {
        NONE("nothing"),
        CLAIM("claim"),
        COMPLETE("complete"),
        RELEASE("release"),
        RENEW("renewal"),
        KEEP("renewal with a zero lease"),
        FORGET("forget"),
        FIND("find");

        final String sends;
        final String possessive;

        Kind(String text) {
            this.sends = "sends its " + text;
            this.possessive = "'s " + text;
        }
    }

    private static final Kind[] KINDS = Kind.values();

    private Message() {}

    static int of(Kind kind, int by) {
        return of(kind, by, World.NOBODY, 0);
    }

    static int complete(int by, int data) {
        return of(Kind.COMPLETE, by, data, 0);
    }

    static int forget(int seenToken, int seenStatus) {
        return of(Kind.FORGET, World.OPERATOR, seenToken, seenStatus);
    }

    private static int of(Kind kind, int by, int data, int status) {
        return kind.ordinal() | by << BY | data << DATA | status << STATUS;
    }

    static Kind kind(int message) {
        return KINDS[message & 7];
    }

    static int by(int message) {
        return message >> BY & 7;
    }

    /** Whose result is completed; whose record was seen. */
    static int data(int message) {
        return message >> DATA & 7;
    }

    static int seenStatus(int message) {
        return message >> STATUS & 3;
    }

    static int renamed(int message, int[] names) {
        return message == NONE
                ? NONE
                : of(
                        kind(message),
                        World.renamed(by(message), names),
                        World.renamed(data(message), names),
                        seenStatus(message));
    }
}
