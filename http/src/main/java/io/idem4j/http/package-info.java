/** What an {@code Idempotency-Key} header means. An adapter shows its request, and does what it is told with the response. */
@NullMarked
package io.idem4j.http;

import org.jspecify.annotations.NullMarked;
