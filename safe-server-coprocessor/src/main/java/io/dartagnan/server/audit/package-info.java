/** Answers of one cloud to what a client asks about the versions that it stores. */
package io.dartagnan.server.audit;
