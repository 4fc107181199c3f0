/**
 * One filter over one range of a region, at one party: batches are read, agreed upon with the
 * peers, evaluated, and packed into pages.
 */
package io.dartagnan.server.evaluation;
