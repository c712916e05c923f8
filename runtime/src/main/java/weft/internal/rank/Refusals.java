// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import weft.memory.HeapLayout;

/// The exceptions for calls that a rank refuses, before anything is sent.
public final class Refusals {
  private final int rank;
  private final int size;

  public Refusals(int rank, int size) {
    this.rank = rank;
    this.size = size;
  }

  public RuntimeException noSuchRank(String name, int target) {
    return new IndexOutOfBoundsException(
        "rank "
            + rank
            + " sends \""
            + name
            + "\" to rank "
            + target
            + ", but the ranks of this job are 0 to "
            + (size - 1));
  }

  RuntimeException notStarted(String name) {
    return new IllegalStateException(
        "rank "
            + rank
            + " sends \""
            + name
            + "\" before World.start(); register all handlers, then call start() on every rank");
  }

  RuntimeException startedTwice() {
    return new IllegalStateException("World.start was called twice on rank " + rank);
  }

  RuntimeException registeredLate(String name) {
    return new IllegalStateException(
        "rank "
            + rank
            + " registers the handler \""
            + name
            + "\" after World.start(); register all handlers first");
  }

  RuntimeException wrongThread(String call, Thread owner) {
    return new IllegalStateException(
        call
            + " was called by thread \""
            + Thread.currentThread().getName()
            + "\", but rank "
            + rank
            + " belongs to thread \""
            + owner.getName()
            + "\"; hand work to it with World.submit");
  }

  RuntimeException waitInHandler(String call, String handler) {
    return new IllegalStateException(
        call
            + " was called on rank "
            + rank
            + " in "
            + handler
            + "; a handler must not wait: send, or leave a note for the body");
  }

  RuntimeException over(String call) {
    return new IllegalStateException(
        call + " was called on rank " + rank + " after its body had returned");
  }

  RuntimeException taskNeverRan() {
    return new IllegalStateException(
        "a task was submitted to rank "
            + rank
            + " while its body returned, and has not run; await tasks before the body returns");
  }

  // One-sided memory.

  public RuntimeException foreignPointer(String call, int target, long offset) {
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

  public RuntimeException nullPointer(String call, int target) {
    return new IllegalArgumentException(
        call
            + " on rank "
            + rank
            + " was given a pointer to nothing (offset 0 of rank "
            + target
            + "); use one that allocate, malloc or mallocAll returned");
  }

  public RuntimeException outsideHeap(
      String call, int target, long offset, long bytes, long first, HeapLayout heap) {
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
            + first
            + " to "
            + heap.symmetric()
            + ", and up to "
            + heap.end()
            + " for what mallocAll returns");
  }

  public RuntimeException misaligned(String call, int target, long offset) {
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

  public RuntimeException notAllocated(String call, long offset) {
    return new IllegalArgumentException(
        call
            + ": nothing that is allocated in the heap of rank "
            + rank
            + " begins at offset "
            + offset
            + "; pass the pointer that the allocation returned, once");
  }

  public RuntimeException freedAlone(long offset) {
    return new IllegalArgumentException(
        "Heap.free was given offset "
            + offset
            + " of rank "
            + rank
            + ", which mallocAll allocated; call freeAll on every rank");
  }

  public RuntimeException notRegistered(String call) {
    return new IllegalArgumentException(
        call
            + " on rank "
            + rank
            + " was given a segment that is not in this rank's registered heap; allocate it with"
            + " Heap.allocate");
  }

  public RuntimeException notMine(String call, int target) {
    return new IllegalArgumentException(
        call
            + " on rank "
            + rank
            + " was given a pointer into the heap of rank "
            + target
            + "; use get and put for the memory of other ranks");
  }
}
