/**
 * Three clouds in containers, for the tests of applications: {@link
 * io.dartagnan.testcontainers.DartagnanContainers}, which is all that a test uses.
 */
package io.dartagnan.testcontainers;
