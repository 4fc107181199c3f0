/**
 * Admission of evaluations in one order. The server of party 0 that takes part in a query decides
 * when it begins; the servers of the two other parties begin when they hear of it, and never make a
 * query wait that has begun for one that has not. So no two servers wait for each other.
 */
package io.dartagnan.server.evaluation.admission;
