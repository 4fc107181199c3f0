/** Requests and methods that three clouds do not serve, refused before anything is sent. */
package io.dartagnan.client.refusal;
