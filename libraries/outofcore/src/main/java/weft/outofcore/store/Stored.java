// SPDX-License-Identifier: Apache-2.0
package weft.outofcore.store;

import org.jspecify.annotations.Nullable;

/// Where a [Store] has some bytes.
public final class Stored {
  final long id;
  final int length;
  final long at;

  /// The bytes, until they are in the file.
  volatile byte @Nullable [] data;

  /// Whether the room is to be given back when the bytes are in the file.
  boolean freed;

  Stored(long id, int length, long at, byte[] data) {
    this.id = id;
    this.length = length;
    this.at = at;
    this.data = data;
  }

  /// The number of bytes.
  public int length() {
    return length;
  }

  /// Whether the bytes are still in memory, so that reading them takes no time.
  public boolean isInMemory() {
    return data != null;
  }
}
