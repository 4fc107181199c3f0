/** The way of results from the threads that evaluate to whoever answers the client. */
package io.dartagnan.server.evaluation.page;
