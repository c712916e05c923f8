// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint.part;

import java.util.Arrays;
import weft.codec.Reader;
import weft.codec.Writer;

/// The list of the entries that one part has saved on one rank. It takes 40 bytes for each.
public final class SavedEntries {
  private static final int LEAST = 16;

  private int count;
  private long[] keys = new long[LEAST];
  private int[] kinds = new int[LEAST];
  private double[] weights = new double[LEAST];
  private long[] offsets = new long[LEAST];
  private long[] lengths = new long[LEAST];
  private int[] checksums = new int[LEAST];

  /// An empty list.
  public SavedEntries() {}

  /// Appends an entry.
  ///
  /// @param offset where its body begins in the file
  /// @param checksum the CRC-32C of its body
  public void add(long key, int kind, double weight, long offset, long length, int checksum) {
    if (count == keys.length) {
      int more = 2 * count;
      keys = Arrays.copyOf(keys, more);
      kinds = Arrays.copyOf(kinds, more);
      weights = Arrays.copyOf(weights, more);
      offsets = Arrays.copyOf(offsets, more);
      lengths = Arrays.copyOf(lengths, more);
      checksums = Arrays.copyOf(checksums, more);
    }
    keys[count] = key;
    kinds[count] = kind;
    weights[count] = weight;
    offsets[count] = offset;
    lengths[count] = length;
    checksums[count++] = checksum;
  }

  /// The number of entries.
  public int count() {
    return count;
  }

  /// The key of entry `entry`.
  public long key(int entry) {
    return keys[entry];
  }

  /// Its kind.
  public int kind(int entry) {
    return kinds[entry];
  }

  /// Its weight.
  public double weight(int entry) {
    return weights[entry];
  }

  /// Where its body begins in the file.
  public long offset(int entry) {
    return offsets[entry];
  }

  /// The length of its body in bytes.
  public long length(int entry) {
    return lengths[entry];
  }

  /// The CRC-32C of its body.
  public int checksum(int entry) {
    return checksums[entry];
  }

  /// Writes the list.
  public void write(Writer out) {
    out.writeLongs(Arrays.copyOf(keys, count));
    out.writeInts(Arrays.copyOf(kinds, count));
    out.writeDoubles(Arrays.copyOf(weights, count));
    out.writeLongs(Arrays.copyOf(offsets, count));
    out.writeLongs(Arrays.copyOf(lengths, count));
    out.writeInts(Arrays.copyOf(checksums, count));
  }

  /// Reads what [#write] wrote.
  public static SavedEntries read(Reader in) {
    var read = new SavedEntries();
    read.keys = in.readLongs();
    read.kinds = in.readInts();
    read.weights = in.readDoubles();
    read.offsets = in.readLongs();
    read.lengths = in.readLongs();
    read.checksums = in.readInts();
    read.count = read.keys.length;
    if (read.kinds.length != read.count
        || read.weights.length != read.count
        || read.offsets.length != read.count
        || read.lengths.length != read.count
        || read.checksums.length != read.count) {
      throw in.wrong("lists of entries that differ in length");
    }
    return read;
  }
}
