/**
 * What a client says to the three clouds to have one of them rebuilt from the two others, and what
 * they answer.
 */
package io.dartagnan.repair;
