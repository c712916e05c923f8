// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.MemorySegment;

/// The rings of one rank that shares no memory: those that it writes and those that it reads, both
/// in its own memory. A [Carrier] carries the bytes of each outgoing ring to the incoming ring of
/// the reader, at the same position of the ring. It carries back the positions up to which they are
/// consumed.
///
/// One thread uses it, so no memory ordering is needed. Words that other ranks would read in shared
/// memory inform the carrier here. The attention and sleep words of a target mean that something
/// was written for it. The waiting word of a source means that its bytes were consumed.
public final class CarriedRings implements RingMemory {
  private final int ranks;
  private final int rank;
  private final long ringBytes;
  private final MemorySegment memory;
  private final long rings;

  /// The rings of `rank`, of `ringBytes` each, a power of two, at the beginning of `memory`, which
  /// must hold zeros there. The rest of the memory belongs to the transport.
  public CarriedRings(int ranks, int rank, long ringBytes, MemorySegment memory) {
    this.ranks = ranks;
    this.rank = rank;
    this.ringBytes = ringBytes;
    this.memory = memory;
    this.rings = Lines.align(ControlLayout.bytes(ranks));
    Words.expect(memory);
  }

  /// The bytes that the rings of one rank need: one from and one to each rank. Rings that carry
  /// nothing are not touched. They take no storage in memory that the system maps, and all of it in
  /// memory of an arena, which fills it with zeros.
  public static long bytes(int ranks, long ringBytes) {
    return Lines.align(ControlLayout.bytes(ranks)) + 2L * ranks * ringBytes;
  }

  @Override
  public int ranks() {
    return ranks;
  }

  @Override
  public long ringBytes() {
    return ringBytes;
  }

  @Override
  public MemorySegment control() {
    return memory;
  }

  @Override
  public MemorySegment ring(int source, int target, boolean writing) {
    return memory;
  }

  @Override
  public long ringBase(int source, int target) {
    return target == rank ? incoming(source) : outgoing(target);
  }

  /// The place in [#control] of the ring to `target`, another rank.
  public long outgoing(int target) {
    return rings + ((long) ranks + target) * ringBytes;
  }

  /// The place in [#control] of the ring from `source`.
  public long incoming(int source) {
    return rings + source * ringBytes;
  }

  /// The outbox for `target`. `carrier` sends its records, after `batch` bytes at the latest;
  /// records for this rank itself stay here.
  public RingOutbox outbox(int target, long batch, Carrier carrier) {
    if (target == rank) {
      return new RingOutbox(this, rank, rank, self -> {});
    }
    watchWrites(target);
    watchRoom(target);
    return new RingOutbox(this, rank, target, batch, carrier);
  }

  /// The inbox; `carrier` is notified when this rank has made room.
  public Inbox inbox(Carrier carrier) {
    return new Inbox(
        this,
        rank,
        source -> {
          if (source != rank) {
            carrier.consumed(source);
          }
        });
  }

  /// Makes the next record for `target` call [Carrier#written], once.
  public void watchWrites(int target) {
    Words.set(memory, ControlLayout.attentionWord(target, rank), 0);
    Words.set(memory, ControlLayout.asleep(target), 1);
  }

  /// Makes the next room in the ring of `source` call [Carrier#consumed], once.
  public void watchRoom(int source) {
    Words.set(memory, ControlLayout.waiting(ranks, source, rank), 1);
  }

  /// The position up to which this rank has consumed the ring of `source`.
  public long consumed(int source) {
    return Words.get(memory, ControlLayout.consumed(ranks, source, rank));
  }

  /// Records that `target` has consumed its ring up to `position`.
  public void consumedBy(int target, long position) {
    Words.set(memory, ControlLayout.consumed(ranks, rank, target), position);
  }

  /// Records an arrival in the ring of `source`: the next poll reads it.
  public void arrived(int source) {
    long word = ControlLayout.attentionWord(rank, source);
    Words.set(memory, word, Words.get(memory, word) | 1L << source);
  }
}
