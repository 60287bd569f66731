/** A filter that makes requests idempotent: reads their bodies, holds their responses back, and replays. */
@NullMarked
package io.idem4j.servlet;

import org.jspecify.annotations.NullMarked;
