/** What a listener hears, as meters; what a call does, as an observation. The names of both are part of the API (M-01 to M-05). */
@NullMarked
package io.idem4j.micrometer;

import org.jspecify.annotations.NullMarked;
