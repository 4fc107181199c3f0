/**
 * The program {@code dartagnan}: imports CSV files, reads and filters tables, and shows what each
 * cloud holds.
 *
 * <p>It is an ordinary HBase program. It works on three clouds because the configuration on its
 * class path ({@code DARTAGNAN_CONF}) names the Safe Client's connection; only {@code cloud} speaks
 * to single clouds. Commands are in the packages {@code table}, {@code load}, {@code aggregate} and
 * {@code tour}; a new one is a class with {@code @Command} that is named in {@link
 * io.dartagnan.cli.Dartagnan}. A failure that the user can act on is a {@link
 * io.dartagnan.cli.terminal.CommandException}, whose message is the one sentence that is printed.
 */
package io.dartagnan.cli;
