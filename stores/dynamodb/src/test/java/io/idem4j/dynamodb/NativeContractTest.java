package io.idem4j.dynamodb;

/** As the real service answers: the old item comes with a refused write. */
class NativeContractTest extends DynamoKit {
    NativeContractTest() {
        super(true, null, store -> store);
    }
}
