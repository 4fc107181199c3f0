/**
 * One evaluation among the three parties: its keys, its randomness and its messages, step by step.
 */
package io.dartagnan.mpc.session;
