/**
 * Calls to the three clouds: threads, deadlines, pauses and retries, failures that name the cloud,
 * answers that must be alike, the tables of a connection and how their columns are protected, and
 * what three clouds do not serve, refused before anything is sent.
 */
package io.dartagnan.client.rpc;
