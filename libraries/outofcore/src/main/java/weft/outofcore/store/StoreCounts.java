// SPDX-License-Identifier: Apache-2.0
package weft.outofcore.store;

/// What a store has read and written.
public final class StoreCounts {
  private long reads;
  private long bytesRead;
  private long nanosReading;
  private long writes;
  private long bytesWritten;
  private long nanosWriting;

  StoreCounts() {}

  void read(long bytes, long nanos) {
    reads++;
    bytesRead += bytes;
    nanosReading += nanos;
  }

  void wrote(long bytes, long nanos) {
    writes++;
    bytesWritten += bytes;
    nanosWriting += nanos;
  }

  /// The number of reads.
  public long reads() {
    return reads;
  }

  /// The bytes that were read.
  public long bytesRead() {
    return bytesRead;
  }

  /// The nanoseconds of all reads together.
  public long nanosReading() {
    return nanosReading;
  }

  /// The number of writes.
  public long writes() {
    return writes;
  }

  /// The bytes that were written.
  public long bytesWritten() {
    return bytesWritten;
  }

  /// The nanoseconds of all writes together.
  public long nanosWriting() {
    return nanosWriting;
  }
}
