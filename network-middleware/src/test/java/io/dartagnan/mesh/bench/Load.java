package io.dartagnan.mesh.bench;

/**
 * Load of each session of an echo in one run.
 *
 * @param bytes payload of a message, 1 or more
 * @param messages how many go there and come back, 1 or more
 * @param inFlight how many may be sent and not back yet, 1 or more
 */
record Load(int bytes, int messages, int inFlight) {}
