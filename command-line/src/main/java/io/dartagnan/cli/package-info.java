/**
 * The command line: import a CSV file, read it back, filter it, and look at what each cloud holds.
 *
 * <p>It is an ordinary HBase program. What makes it work on three clouds is the configuration on
 * its class path ({@code DARTAGNAN_CONF}), which names the Safe Client's connection; only {@link
 * io.dartagnan.cli.CloudsCommand} and {@link io.dartagnan.cli.ReachabilityCheck} speak to single
 * clouds. A new subcommand is a class with {@code @Command} that is named in {@link
 * io.dartagnan.cli.Dartagnan}; a failure that the user can act on is a {@link
 * io.dartagnan.cli.CommandException}, whose message is the one sentence that is printed.
 */
package io.dartagnan.cli;
