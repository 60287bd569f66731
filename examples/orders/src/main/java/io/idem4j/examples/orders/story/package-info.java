/** What quickstart runs: the service alone, or the story that a client plays on it. */
@NullMarked
package io.idem4j.examples.orders.story;

import org.jspecify.annotations.NullMarked;
