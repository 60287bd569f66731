/** Keeps records in a database that a service already runs. */
@NullMarked
package io.idem4j.jdbc;

import org.jspecify.annotations.NullMarked;
