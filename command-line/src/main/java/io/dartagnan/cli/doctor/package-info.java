/**
 * Examination of a client's configuration and of the three clouds, by what HBase's public API and
 * the clouds' RegionServers themselves tell any client.
 *
 * <p>{@link io.dartagnan.cli.doctor.Facts} is what was gathered, and each {@link
 * io.dartagnan.cli.doctor.Check} judges one subject of it without asking anybody. A new subject is
 * one more class, named in {@link io.dartagnan.cli.doctor.Checks}.
 */
package io.dartagnan.cli.doctor;
