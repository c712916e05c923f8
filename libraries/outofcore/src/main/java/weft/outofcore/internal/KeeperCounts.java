// SPDX-License-Identifier: Apache-2.0
package weft.outofcore.internal;

/// What a keeper has done on its rank.
public final class KeeperCounts {
  long resident;
  long absent;
  long entered;
  long left;
  long waited;
  long refused;
  long mail;
  long mailStored;
  int wanted;
  int reading;

  KeeperCounts() {}

  /// The bytes of the objects in memory.
  public long resident() {
    return resident;
  }

  /// The number of objects that are on disk alone.
  public long absent() {
    return absent;
  }

  /// How often an object has come back to memory.
  public long entered() {
    return entered;
  }

  /// How often an object has left memory.
  public long left() {
    return left;
  }

  /// How often the rank has waited for an object that it needed at once.
  public long waited() {
    return waited;
  }

  /// How often the mail of an object was refused for want of room.
  public long refused() {
    return refused;
  }

  /// The bytes of mail on disk now.
  public long mail() {
    return mail;
  }

  /// The bytes of mail that have gone to disk.
  public long mailStored() {
    return mailStored;
  }
}
