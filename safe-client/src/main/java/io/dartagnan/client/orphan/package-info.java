/**
 * What failed writes left on some clouds, and its removal: readers hand over the incomplete
 * versions that they meet, and a thread of the connection takes back those that can never become
 * complete.
 */
package io.dartagnan.client.orphan;
