// SPDX-License-Identifier: Apache-2.0
package weft.memory;

/// Line arithmetic: every hot word has its own line.
///
/// A line is 128 bytes, two cache lines, because the adjacent-line prefetcher of x86-64 moves them
/// in pairs and some aarch64 cores have 128-byte lines.
public final class Lines {
  /// The bytes of one line.
  public static final long LINE = 128;

  private Lines() {}

  /// Rounds `bytes` up to whole lines.
  public static long align(long bytes) {
    return (bytes + LINE - 1) & -LINE;
  }
}
