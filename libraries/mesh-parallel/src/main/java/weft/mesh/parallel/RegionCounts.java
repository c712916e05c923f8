// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import weft.codec.Reader;
import weft.codec.Writer;

/// What one region has counted.
final class RegionCounts {
  /// Points inserted in place.
  static final int INSERTED = 0;

  /// Attempts over several regions: begun, committed, given up.
  static final int BEGUN = 1;

  static final int COMMITTED = 2;
  static final int GIVEN_UP = 3;

  /// Points handed to another region.
  static final int HANDED = 4;

  /// Messages, their bytes, and those of at most 1 KiB.
  static final int MESSAGES = 5;

  static final int BYTES = 6;
  static final int SHORT = 7;

  /// How often this region had the elder attempt.
  static final int ELDER = 8;

  static final int KINDS = 9;

  private long[] counts = new long[KINDS];

  void count(int kind) {
    counts[kind]++;
  }

  void message(int bytes) {
    counts[MESSAGES]++;
    counts[BYTES] += bytes;
    counts[SHORT] += bytes <= 1024 ? 1 : 0;
  }

  long get(int kind) {
    return counts[kind];
  }

  void write(Writer out) {
    out.writeLongs(counts);
  }

  void read(Reader in) {
    counts = in.readLongs();
  }
}
