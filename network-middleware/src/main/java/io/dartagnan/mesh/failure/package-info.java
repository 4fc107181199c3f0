/**
 * Ends of sessions other than good ones: why a session failed, what its peers are told of it, and
 * the port through which the rooms of a mesh end one.
 */
package io.dartagnan.mesh.failure;
