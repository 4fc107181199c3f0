/** Sentences, exit codes and shell text for the person or script that runs a command. */
package io.dartagnan.clusters.terminal;
