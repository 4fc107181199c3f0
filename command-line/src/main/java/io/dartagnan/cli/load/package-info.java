/** Import of a CSV file: the schema chosen for it, the check of every value, the table. */
package io.dartagnan.cli.load;
