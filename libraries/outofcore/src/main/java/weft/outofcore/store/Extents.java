// SPDX-License-Identifier: Apache-2.0
package weft.outofcore.store;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// Which parts of a file are in use. A part has one of few sizes, each about a quarter larger than
/// the one before, so that a part that becomes free fits the next object of about its size. Free
/// neighbours become one, and a free end is cut off.
///
/// Not safe for use by several threads.
final class Extents {
  private record Free(long length, long at) implements Comparable<Free> {
    @Override
    public int compareTo(Free other) {
      int byLength = Long.compare(length, other.length);
      return byLength == 0 ? Long.compare(at, other.at) : byLength;
    }
  }

  private final int unit;
  private final TreeMap<Long, Long> byPlace = new TreeMap<>();
  private final TreeSet<Free> bySize = new TreeSet<>();
  private long end;
  private long used;

  /// Parts are multiples of `unit` bytes.
  Extents(int unit) {
    this.unit = unit;
  }

  /// The size of a part that holds `bytes` bytes.
  long size(long bytes) {
    long size = unit;
    while (size < bytes) {
      size = Math.max(size + unit, (size + (size >> 2)) / unit * unit);
    }
    return size;
  }

  /// Takes a part for `bytes` bytes, and returns where it begins; −1 if the file would become
  /// longer than `limit`.
  long take(long bytes, long limit) {
    long size = size(bytes);
    Free free = bySize.ceiling(new Free(size, 0));
    if (free != null) {
      remove(free.at, free.length);
      if (free.length > size) {
        add(free.at + size, free.length - size);
      }
      used += size;
      return free.at;
    }
    if (end + size > limit) {
      return -1;
    }
    long at = end;
    end += size;
    used += size;
    return at;
  }

  /// Gives back the part at `at` that was taken for `bytes` bytes.
  void give(long at, long bytes) {
    long length = size(bytes);
    used -= length;
    long from = at;
    Map.Entry<Long, Long> before = byPlace.lowerEntry(at);
    if (before != null && before.getKey() + before.getValue() == at) {
      from = before.getKey();
      length += before.getValue();
      remove(from, before.getValue());
    }
    Map.Entry<Long, Long> after = byPlace.higherEntry(at);
    if (after != null && after.getKey() == from + length) {
      remove(after.getKey(), after.getValue());
      length += after.getValue();
    }
    if (from + length == end) {
      end = from;
    } else {
      add(from, length);
    }
  }

  private void add(long at, long length) {
    byPlace.put(at, length);
    bySize.add(new Free(length, at));
  }

  private void remove(long at, long length) {
    byPlace.remove(at);
    bySize.remove(new Free(length, at));
  }

  /// The length of the file that is needed.
  long end() {
    return end;
  }

  /// The bytes of the parts in use.
  long used() {
    return used;
  }
}
