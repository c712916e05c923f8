// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import java.util.Arrays;

/// The memory that ranks may not write or give away yet, because others read it: chunks, received
/// blocks that are forwarded, and the memory of the call.
final class HeldMemory {
  /// The announced bytes of a send are in memory of the call.
  private static final int CALL = 1;

  /// By send: 0, [#CALL], 2 · chunk + 2, or 2 · receive + 3.
  private final int[] held;

  /// By receive: the rank itself and those to which it forwards the block.
  private final int[] readers;

  private final int[] unserved;
  private final int[] inUse;
  private int[] chunkReaders = new int[64];
  private int[] chunkOwner = new int[64];
  private int chunks;

  HeldMemory(int steps, int ranks) {
    this.held = new int[steps];
    this.readers = new int[steps];
    this.unserved = new int[ranks];
    this.inUse = new int[ranks];
  }

  /// Takes a chunk, which its stage holds.
  int takeChunk(int rank) {
    if (chunks == chunkReaders.length) {
      chunkReaders = Arrays.copyOf(chunkReaders, 2 * chunks);
      chunkOwner = Arrays.copyOf(chunkOwner, 2 * chunks);
    }
    chunkReaders[chunks] = 1;
    chunkOwner[chunks] = rank;
    inUse[rank]++;
    return chunks++;
  }

  int chunksInUse(int rank) {
    return inUse[rank];
  }

  /// Ends one hold of a chunk; returns whether it was the last.
  boolean releaseChunk(int chunk) {
    boolean isFree = --chunkReaders[chunk] == 0;
    inUse[chunkOwner[chunk]] -= isFree ? 1 : 0;
    return isFree;
  }

  void announceChunk(int send, int chunk) {
    chunkReaders[chunk]++;
    held[send] = 2 * chunk + 2;
  }

  void announceBlock(int send, int receive) {
    readers[receive]++;
    held[send] = 2 * receive + 3;
  }

  void announceCall(int send, int rank) {
    unserved[rank]++;
    held[send] = CALL;
  }

  void received(int receive) {
    readers[receive] = 1;
  }

  boolean isLastReader(int receive) {
    return readers[receive] == 1;
  }

  /// Ends one hold of a received block; returns whether it was the last.
  boolean releaseBlock(int receive) {
    return --readers[receive] == 0;
  }

  boolean isOfCall(int send) {
    return held[send] == CALL;
  }

  /// The chunk of a send, or −1.
  int chunk(int send) {
    int holds = held[send];
    return holds > CALL && (holds & 1) == 0 ? (holds - 2) / 2 : -1;
  }

  /// The receive of the block that a send forwards, or −1.
  int block(int send) {
    int holds = held[send];
    return holds > CALL && (holds & 1) == 1 ? (holds - 3) / 2 : -1;
  }

  /// Ends an announcement of memory of the call; returns whether none is left.
  boolean servedCall(int rank) {
    return --unserved[rank] == 0;
  }

  boolean isUnserved(int rank) {
    return unserved[rank] > 0;
  }
}
