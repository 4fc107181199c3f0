package io.dartagnan.client.filter;

import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Translation of what a filter or comparator throws into the exception of the scan.
 *
 * <p>A RegionServer would fail each attempt of the scan in the same way, so that the exception says
 * not to retry. The original exception is not its cause: its message may hold a value or an
 * operand. Its kind, its place and its stack trace are kept.
 */
final class FilterFailure {
  private FilterFailure() {}

  /** The failure of a filter on a row. */
  static DoNotRetryIOException onRow(Filter filter, Exception thrown) {
    return translate(filter, "failed on a row, as it would in HBase: ", thrown);
  }

  /** The failure to write a filter down and to read it again. */
  static DoNotRetryIOException onCopy(Filter filter, Exception thrown) {
    return translate(
        filter, "could not be handed over; HBase needs its toByteArray and parseFrom: ", thrown);
  }

  private static DoNotRetryIOException translate(Filter filter, String failed, Exception thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    DoNotRetryIOException failure =
        new DoNotRetryIOException(
            "filter "
                + shortName(filter.getClass().getName())
                + " "
                + failed
                + thrown.getClass().getName()
                + (trace.length == 0 ? "" : place(trace[0]) + reason(trace[0], thrown)));
    failure.setStackTrace(trace);
    return failure;
  }

  private static String place(StackTraceElement top) {
    return " in " + shortName(top.getClassName()) + "." + top.getMethodName();
  }

  private static String shortName(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }

  /** The message if it is known to speak of lengths alone. */
  private static String reason(StackTraceElement top, Exception thrown) {
    return top.getClassName().equals(Bytes.class.getName()) ? ": " + thrown.getMessage() : "";
  }
}
