/** The client's half: one key for each logical request, through all its attempts. */
@NullMarked
package io.idem4j.client;

import org.jspecify.annotations.NullMarked;
