package io.dartagnan.client.plan;

/** A scanner that explains what became of its filter. */
public interface ExplainedScanner {

  /** The explanation, with the counters as of the rows returned so far. */
  ScanExplanation explanation();
}
