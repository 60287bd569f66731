package io.idem4j.linearizability;

import io.idem4j.tck.StoreCall;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/** What threads do at the same time. Public, as is what extends it, because Lincheck calls it by reflection. */
@Param(name = "key", gen = IntGen.class, conf = "1:2")
@Param(name = "token", gen = IntGen.class, conf = "1:3")
@Param(name = "below", gen = IntGen.class, conf = "0:3")
public abstract class StoreCalls {
    /** What came of the call, as text. */
    protected abstract String made(StoreCall call);

    /** A lease lasts one tick, and is over at the second. */
    @Operation
    public abstract void tick();

    @Operation
    public String claim(
            @Param(name = "key") int key, @Param(name = "token") int token, @Param(name = "below") int below) {
        return made(Said.claim(key, token, below));
    }

    @Operation
    public String complete(@Param(name = "key") int key, @Param(name = "token") int token) {
        return made(Said.complete(key, token));
    }

    @Operation
    public String release(@Param(name = "key") int key, @Param(name = "token") int token) {
        return made(Said.release(key, token));
    }

    @Operation
    public String renew(@Param(name = "key") int key, @Param(name = "token") int token) {
        return made(Said.renew(key, token));
    }

    @Operation
    public String endLease(@Param(name = "key") int key, @Param(name = "token") int token) {
        return made(Said.endLease(key, token));
    }

    @Operation
    public String forget(@Param(name = "key") int key, @Param(name = "token") int token) {
        return made(Said.forget(key, token));
    }

    @Operation
    public String find(@Param(name = "key") int key) {
        return made(Said.find(key));
    }
}
