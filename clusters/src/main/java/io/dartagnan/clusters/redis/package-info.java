/** The Redis through which the clouds' region servers find each other. */
package io.dartagnan.clusters.redis;
