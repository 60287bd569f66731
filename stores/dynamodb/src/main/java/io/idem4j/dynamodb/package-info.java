/** Keeps records in a table of DynamoDB, in the layout that Powertools functions of other languages share. */
@NullMarked
package io.idem4j.dynamodb;

import org.jspecify.annotations.NullMarked;
