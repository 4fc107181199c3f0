/** Commands that read, list and delete tables. */
package io.dartagnan.cli.table;
