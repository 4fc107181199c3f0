package io.dartagnan.client.rpc;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Numbers of one connection in JMX, until it is closed: {@code io.dartagnan:type=TYPE,id=N}, where
 * N is the same for all of them.
 */
public final class ConnectionBeans implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionBeans.class);
  private static final AtomicInteger IDS = new AtomicInteger();

  private final int id = IDS.incrementAndGet();
  private final List<ObjectName> shown = new ArrayList<>();

  /** Shows the numbers of an MXBean. */
  public void show(String type, Object bean) {
    try {
      ObjectName name = new ObjectName("io.dartagnan:type=%s,id=%d".formatted(type, id));
      ManagementFactory.getPlatformMBeanServer().registerMBean(bean, name);
      shown.add(name);
    } catch (JMException e) {
      LOG.warn("the connection's numbers are not in JMX", e);
    }
  }

  @Override
  public void close() {
    for (ObjectName name : shown) {
      try {
        ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
      } catch (JMException e) {
        LOG.debug("{} was not in JMX", name, e);
      }
    }
  }
}
