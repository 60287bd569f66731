/** The client's half for {@code RestClient} and {@code RestTemplate}: one key for each request, through all its attempts. */
@NullMarked
package io.idem4j.spring.client;

import org.jspecify.annotations.NullMarked;
