// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.util.Arrays;
import weft.codec.Reader;
import weft.codec.Writer;

/// A map from words to numbers, which are 0 initially. It uses open addressing, so a lookup
/// allocates nothing.
public final class LongMap {
  /// Receives a key and its number.
  @FunctionalInterface
  interface Entry {
    void accept(long key, long value);
  }

  private static final long[] NONE = new long[2];

  /// Keys and values alternate. A value of 0 marks a free slot.
  private long[] table = NONE;

  private int count;

  /// Creates an empty map.
  public LongMap() {}

  private int place(long key) {
    long[] table = this.table;
    int mask = table.length - 2;
    int at = Hash.of(key) << 1 & mask;
    while (table[at + 1] != 0 && table[at] != key) {
      at = at + 2 & mask;
    }
    return at;
  }

  /// Returns the number of `key`.
  public long get(long key) {
    return table[place(key) + 1];
  }

  /// Increments the number of `key`, and returns its previous value.
  public long next(long key) {
    int at = place(key);
    long was = table[at + 1];
    if (was > 0) {
      table[at + 1] = was + 1;
    } else {
      increment(key, was);
    }
    return was;
  }

  /// Returns the number of `key`, and increments it if it was `expected`.
  public long nextIf(long key, long expected) {
    int at = place(key);
    long was = table[at + 1];
    if (was == expected) {
      if (was > 0) {
        table[at + 1] = was + 1;
      } else {
        increment(key, was);
      }
    }
    return was;
  }

  private void increment(long key, long was) {
    if (was == 0) {
      put(key, 1);
    } else if (was == -1) {
      remove(key);
    } else {
      table[place(key) + 1] = was + 1;
    }
  }

  /// Resets the number of `key` to 0. That is rare, so all others are simply put again.
  private void remove(long key) {
    long[] old = table;
    table = new long[old.length];
    count = 0;
    for (int at = 0; at < old.length; at += 2) {
      if (old[at + 1] != 0 && old[at] != key) {
        put(old[at], old[at + 1]);
      }
    }
  }

  /// Sets the number of `key`, which must not be 0.
  void set(long key, long value) {
    int at = place(key);
    if (table[at + 1] != 0) {
      table[at + 1] = value;
    } else {
      put(key, value);
    }
  }

  /// Passes each key with its number to `action`, which must not change the map.
  void forEach(Entry action) {
    for (int at = 0; at < table.length; at += 2) {
      if (table[at + 1] != 0) {
        action.accept(table[at], table[at + 1]);
      }
    }
  }

  private void put(long key, long value) {
    if (3 * (count + 1) > table.length) {
      long[] old = table;
      table = new long[Math.max(8, 2 * old.length)];
      count = 0;
      for (int at = 0; at < old.length; at += 2) {
        if (old[at + 1] != 0) {
          put(old[at], old[at + 1]);
        }
      }
    }
    int at = place(key);
    table[at] = key;
    table[at + 1] = value;
    count++;
  }

  /// The number of keys with a value other than 0.
  public int size() {
    return count;
  }

  /// Resets all numbers to 0.
  public void clear() {
    table = NONE;
    count = 0;
  }

  void write(Writer out) {
    out.writeSize(count);
    forEach((key, value) -> {
      out.writeLong(key);
      out.writeLong(value);
    });
  }

  void read(Reader in) {
    int size = in.readSize(16);
    for (int i = 0; i < size; i++) {
      long key = in.readLong();
      put(key, in.readLong());
    }
  }

  @Override
  public String toString() {
    return Arrays.toString(table);
  }
}
