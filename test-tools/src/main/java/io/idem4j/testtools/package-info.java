/** Servers that tests start and kill, a proxy that loses what passes, processes that die. */
@NullMarked
package io.idem4j.testtools;

import org.jspecify.annotations.NullMarked;
