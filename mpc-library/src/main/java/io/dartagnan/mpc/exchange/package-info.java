/** The port by which a party's protocol code reaches its peers, whatever carries the messages. */
package io.dartagnan.mpc.exchange;
