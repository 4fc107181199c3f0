/** Frames: the layout of what travels on a connection, and the reader that takes it apart. */
package io.dartagnan.mesh.frame;
