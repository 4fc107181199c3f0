/** The program {@code ycsb}: loads, runs, and tables, each with one sentence when it fails. */
package io.dartagnan.ycsb.run;
