package io.dartagnan.client.scan;

/**
 * Traffic between the clouds that a filtered scan caused. The {@code ResultScanner} of a scan whose
 * filter the clouds evaluated by multi-party computation implements it.
 */
public interface MeshTraffic {

  /**
   * Returns the payload bytes that the three parties have sent each other for the rows returned so
   * far.
   */
  long meshBytes();
}
