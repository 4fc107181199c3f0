/**
 * Admission of evaluations: how many run at a time, in which order, and what memory they and their
 * caches may take of one budget. Bytes here are estimates of those who take them; nothing is
 * allocated.
 */
package io.dartagnan.server.query.admission;
