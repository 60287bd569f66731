/** Results as JSON through Jackson 3, canonical JSON, and keys and fingerprints selected from JSON payloads. */
@NullMarked
package io.idem4j.json;

import org.jspecify.annotations.NullMarked;
