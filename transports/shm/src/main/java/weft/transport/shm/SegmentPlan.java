// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import java.io.File;
import java.util.Map;
import weft.WeftException;
import weft.memory.HeapLayout;
import weft.memory.Place;
import weft.memory.RingMemory;
import weft.memory.SharedFile;
import weft.memory.Storage;
import weft.transport.JobVariables;
import weft.transport.Sizes;

/// The location of a job's memory and the size of its rings, chosen so that all rings fit.
///
/// Rings take storage only where they are used. The plan reserves room for a program in which every
/// rank sends to every other, and for registered heaps if the user gave their size.
///
/// @param directory the directory in which the file is created
/// @param ringBytes the bytes of one ring
/// @param heap the registered heap of each rank
/// @param remark a remark on this choice for the user; empty if the choice is the normal one
record SegmentPlan(File directory, long ringBytes, HeapLayout heap, String remark) {
  /// The smallest ring that is chosen automatically.
  static final long SMALL_RING = 16 << 10;

  /// The plan for `ranks` ranks on this machine, with these variables.
  ///
  /// @throws WeftException if no file can be written
  static SegmentPlan of(int ranks, Map<String, String> environment) {
    Place shared = Place.shared(environment).tried();
    HeapLayout heap = heap(environment);
    boolean planned = !environment.getOrDefault(JobVariables.HEAP, "").isEmpty();
    long heaps = planned ? ranks * heap.bytes() : 0;
    long wished = wished(environment);
    long ring = wished != 0 ? wished : defaultRing(ranks);
    var plan = new SegmentPlan(shared.directory(), ring, heap, "");
    if (heaps + SharedFile.heaps(ranks, ring) <= shared.free()) {
      return plan;
    }
    Place temporary = Place.other(environment).tried();
    if (shared.free() == 0 && temporary.free() == 0) {
      throw new WeftException(
          "processes share the memory of a job through a file, but no folder has room for it: "
              + shared.state()
              + ", and "
              + temporary.state()
              + "; set "
              + Place.VARIABLE
              + " to a writable directory, or use threads as ranks (transport threads)");
    }
    return plan.squeeze(ranks, heaps, wished == 0, shared, temporary);
  }

  /// Returns the plan to use if this one does not fit in `shared`. It has smaller rings there if
  /// `smaller` allows them, or else a file in `temporary`.
  ///
  /// @param heaps the bytes of registered heaps that must fit
  SegmentPlan squeeze(int ranks, long heaps, boolean smaller, Place shared, Place temporary) {
    long ring = ringBytes;
    long need = heaps + SharedFile.heaps(ranks, ring);
    String why =
        shared.state()
            + (shared.free() > 0 ? " of the " : ", for the ")
            + Storage.size(need)
            + " that "
            + ranks
            + " ranks may need: ";
    for (long less = ring / 2; smaller && less >= SMALL_RING; less /= 2) {
      if (heaps + SharedFile.heaps(ranks, less) <= shared.free()) {
        return new SegmentPlan(
            shared.directory(), less, heap, why + "rings of " + Storage.size(less) + " are used");
      }
    }
    boolean elsewhere = temporary.free() > shared.free();
    Place place = elsewhere ? temporary : shared;
    if (heaps + SharedFile.heaps(ranks, ring) > place.free() && smaller) {
      ring = Math.min(ring, SMALL_RING);
    }
    String where = "the job's memory is a file in " + place.directory() + ", which is slower";
    if (!elsewhere) {
      where = "a busy program may run out of it";
    } else if (heaps + SharedFile.heaps(ranks, ring) > place.free()) {
      where += ", and may be too small as well (" + Storage.size(place.free()) + " free)";
    }
    return new SegmentPlan(place.directory(), ring, heap, why + where);
  }

  /// The size of a ring for `ranks` ranks. If all ranks send to all, the rings stay well below a
  /// gigabyte for as many ranks as one machine has.
  static long defaultRing(int ranks) {
    return ranks <= 4 ? 256 << 10 : ranks <= 16 ? 64 << 10 : ranks <= 64 ? 32 << 10 : SMALL_RING;
  }

  /// The registered heap that these variables configure.
  ///
  /// @throws WeftException if it is not possible
  static HeapLayout heap(Map<String, String> environment) {
    long bytes = bytes(environment, JobVariables.HEAP, HeapLayout.DEFAULT_BYTES);
    if (!HeapLayout.isPossible(bytes)) {
      throw wrong(environment, JobVariables.HEAP, "a size from 1 to " + HeapLayout.MAX_BYTES);
    }
    return new HeapLayout(bytes, !environment.getOrDefault(JobVariables.CHECK, "").isEmpty());
  }

  private static long wished(Map<String, String> environment) {
    long bytes = bytes(environment, JobVariables.RING, 0);
    boolean given = !environment.getOrDefault(JobVariables.RING, "").isEmpty();
    if (given && !RingMemory.isPossible(bytes)) {
      throw wrong(
          environment,
          JobVariables.RING,
          "a power of two from " + RingMemory.LEAST_BYTES + " to " + RingMemory.MOST_BYTES);
    }
    return bytes;
  }

  /// Reads a size from a variable: `otherwise` if it is empty, −1 if it is not a size.
  private static long bytes(Map<String, String> environment, String variable, long otherwise) {
    String text = environment.getOrDefault(variable, "");
    try {
      return text.isEmpty() ? otherwise : Sizes.parse(text);
    } catch (IllegalArgumentException e) {
      return -1;
    }
  }

  private static WeftException wrong(
      Map<String, String> environment, String variable, String right) {
    return new WeftException(
        variable + " is \"" + environment.get(variable) + "\"; it must be " + right + ", in bytes");
  }
}
