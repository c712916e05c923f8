// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import weft.memory.HeapLayout;

/// The exceptions for places that a rank refuses, before any byte moves.
final class HeapRefusals {
  private final int rank;
  private final int size;

  HeapRefusals(int rank, int size) {
    this.rank = rank;
    this.size = size;
  }

  RuntimeException noSuchRank(String call, int target) {
    return new IndexOutOfBoundsException(
        call
            + " on rank "
            + rank
            + " was given rank "
            + target
            + ", but the ranks of this job are 0 to "
            + (size - 1));
  }

  RuntimeException foreignPointer(String call, int target, long offset) {
    return new IndexOutOfBoundsException(
        call
            + " on rank "
            + rank
            + " was given a pointer to offset "
            + offset
            + " of rank "
            + target
            + ", but the ranks of this job are 0 to "
            + (size - 1));
  }

  RuntimeException nullPointer(String call, int target) {
    return new IllegalArgumentException(
        call
            + " on rank "
            + rank
            + " was given a pointer to nothing (offset 0 of rank "
            + target
            + "); use one that allocate, malloc or mallocAll returned");
  }

  RuntimeException outsideHeap(String call, int target, long offset, long bytes, HeapLayout heap) {
    return new IndexOutOfBoundsException(
        call
            + " on rank "
            + rank
            + " was asked for "
            + bytes
            + " bytes at offset "
            + offset
            + " of rank "
            + target
            + ", whose registered heap of "
            + heap.bytes()
            + " bytes has offsets "
            + HeapMap.FIRST
            + " to "
            + heap.symmetric()
            + ", and up to "
            + heap.end()
            + " for what mallocAll returns");
  }

  RuntimeException misaligned(String call, int target, long offset) {
    return new IllegalArgumentException(
        call
            + " on rank "
            + rank
            + " was given offset "
            + offset
            + " of rank "
            + target
            + "; words lie at multiples of 8");
  }

  RuntimeException notAllocated(String call, long offset) {
    return new IllegalArgumentException(
        call
            + ": nothing that is allocated in the heap of rank "
            + rank
            + " begins at offset "
            + offset
            + "; pass the pointer that the allocation returned, once");
  }

  RuntimeException freedAlone(long offset) {
    return new IllegalArgumentException(
        "Heap.free was given offset "
            + offset
            + " of rank "
            + rank
            + ", which mallocAll allocated; call freeAll on every rank");
  }

  RuntimeException notRegistered(String call) {
    return new IllegalArgumentException(
        call
            + " on rank "
            + rank
            + " was given a segment that is not in this rank's registered heap; allocate it with"
            + " Heap.allocate");
  }

  RuntimeException notMine(String call, int target) {
    return new IllegalArgumentException(
        call
            + " on rank "
            + rank
            + " was given a pointer into the heap of rank "
            + target
            + "; use get and put for the memory of other ranks");
  }
}
