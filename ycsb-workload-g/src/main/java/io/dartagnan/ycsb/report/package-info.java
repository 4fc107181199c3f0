/**
 * The program {@code report}: draws the papers' figures anew, from measurements that it makes on
 * clouds of its own.
 */
package io.dartagnan.ycsb.report;
