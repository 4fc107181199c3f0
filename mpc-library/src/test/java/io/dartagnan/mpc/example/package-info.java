/**
 * A complete protocol suite in one package, as somebody new to this library would write it: {@code
 * docs/add-a-protocol.md} builds it step by step. It uses nothing but what the library publishes,
 * and prefers few lines to few bytes.
 */
package io.dartagnan.mpc.example;
