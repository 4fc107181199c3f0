package io.dartagnan.testcontainers;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.testcontainers.utility.DockerImageName;

/**
 * Choices of a test about its three clouds.
 *
 * @param image that of a cloud
 * @param settings more for every cloud's hbase-site.xml
 * @param heap of each cloud's process, as the JVM takes it
 * @param patience longest wait for clouds to be ready
 */
record Plan(DockerImageName image, Map<String, String> settings, String heap, Duration patience) {

  Plan {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  static Plan ofThisRelease() {
    return new Plan(CloudImage.ofThisRelease(), Map.of(), "512m", Duration.ofMinutes(5));
  }

  Plan withImage(DockerImageName other) {
    return new Plan(other, settings, heap, patience);
  }

  Plan withSetting(String key, String value) {
    Map<String, String> more = new LinkedHashMap<>(settings);
    more.put(key, value);
    return new Plan(image, more, heap, patience);
  }

  Plan withHeap(String other) {
    return new Plan(image, settings, other, patience);
  }

  Plan withPatience(Duration other) {
    return new Plan(image, settings, heap, other);
  }
}
