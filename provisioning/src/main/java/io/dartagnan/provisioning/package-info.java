/**
 * What a cloud is set up with: the settings of its servers and of their clients ({@link
 * io.dartagnan.provisioning.Site}), keys, and an account at Redis.
 */
package io.dartagnan.provisioning;
