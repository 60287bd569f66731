package io.idem4j.dynamodb;

/** An endpoint that returns no old item; text, in a table with a sort key and names of its own. */
class PlainContractTest extends DynamoKit {
    PlainContractTest() {
        super(false, "key", store -> store.dataFormat(DataFormat.JSON_TEXT).sortKey("key", "idempotency#test"));
    }
}
