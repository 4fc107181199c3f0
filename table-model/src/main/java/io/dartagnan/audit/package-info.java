/**
 * Comparison of what the three clouds store of a table: what a client asks each cloud, and what the
 * clouds answer. No value, share or part of a share is in it.
 */
package io.dartagnan.audit;
