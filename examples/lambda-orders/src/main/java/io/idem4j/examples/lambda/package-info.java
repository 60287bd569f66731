/** Functions of a shop on AWS Lambda. */
@NullMarked
package io.idem4j.examples.lambda;

import org.jspecify.annotations.NullMarked;
