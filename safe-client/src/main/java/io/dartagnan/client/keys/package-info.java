/** Keys that a table's clients have and its clouds do not, and the tags that they put on values. */
package io.dartagnan.client.keys;
