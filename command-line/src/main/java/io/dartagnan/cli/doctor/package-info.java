/**
 * Examination of a client's configuration and of the three clouds, by what HBase's public API and
 * the clouds' RegionServers themselves tell any client.
 *
 * <p>{@link io.dartagnan.cli.doctor.Facts} is what was gathered, and {@link
 * io.dartagnan.cli.doctor.Check} is the table of what is judged, without asking anybody. A new
 * subject is one more row there, and a method.
 */
package io.dartagnan.cli.doctor;
