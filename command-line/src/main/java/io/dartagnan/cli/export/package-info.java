/** Export of a table's rows to a file or to another program, as CSV or as lines of JSON. */
package io.dartagnan.cli.export;
