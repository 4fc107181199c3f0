/** The command that says whether the three clouds hold the same, and where they do not. */
package io.dartagnan.cli.verify;
