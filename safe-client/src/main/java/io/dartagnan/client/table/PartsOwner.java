package io.dartagnan.client.table;

/** A connection whose parts other packages of this client may work with. */
public interface PartsOwner {

  /** Its parts; it owns and closes them. */
  ConnectionParts parts();
}
