/** Text on a terminal: tables, words for a shell, the one sentence on a failure, progress. */
package io.dartagnan.cli.terminal;
