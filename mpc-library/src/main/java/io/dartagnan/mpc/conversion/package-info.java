/**
 * From one sharing to another: the steps that every suite begins with. What is secret before is
 * secret after.
 */
package io.dartagnan.mpc.conversion;
