/** Handlers of AWS Lambda whose events may come more than once. */
@NullMarked
package io.idem4j.lambda;

import org.jspecify.annotations.NullMarked;
