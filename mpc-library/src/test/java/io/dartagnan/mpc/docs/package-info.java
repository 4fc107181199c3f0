/** What the documents say of this library, kept to what the library does. */
package io.dartagnan.mpc.docs;
