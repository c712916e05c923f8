// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import java.io.File;
import java.util.Map;
import weft.WeftException;
import weft.transport.JobVariables;

/// Where a job's memory goes and how large its rings are, so that all of them fit.
///
/// Rings take storage only where they are used; the plan makes room for a program in which every
/// rank talks to every other.
///
/// @param directory where the file is made
/// @param ringBytes the bytes of one ring
/// @param remark what the user should know of this choice, empty when all is as it should be
record SegmentPlan(File directory, long ringBytes, String remark) {
  /// Where to put the memory instead of /dev/shm.
  static final String DIRECTORY = "WEFT_SHM_DIR";

  /// The smallest ring that is used without being asked for.
  static final long SMALL_RING = 16 << 10;

  private static final long SMALLEST_RING = 4096;
  private static final long LARGEST_RING = 1 << 30;

  /// A place for memory.
  ///
  /// @param directory where
  /// @param free the bytes that can still be had there
  record Place(File directory, long free) {
    static Place of(File directory) {
      return new Place(directory, directory.getUsableSpace());
    }
  }

  /// The plan for `ranks` ranks on this machine, with these variables.
  static SegmentPlan of(int ranks, Map<String, String> environment) {
    Place shared = Place.of(sharedDirectory(environment));
    long wished = wished(environment);
    long ring = wished != 0 ? wished : defaultRing(ranks);
    if (SharedFile.bytes(ranks, ring) <= shared.free) {
      return new SegmentPlan(shared.directory, ring, "");
    }
    Place temporary = Place.of(temporaryDirectory());
    return squeeze(ranks, ring, wished == 0, shared, temporary);
  }

  /// Where memory should be.
  static File sharedDirectory(Map<String, String> environment) {
    return new File(environment.getOrDefault(DIRECTORY, "/dev/shm"));
  }

  /// Where it is when there is no room.
  static File temporaryDirectory() {
    return new File(System.getProperty("java.io.tmpdir", "/tmp"));
  }

  /// The plan when a ring of the right size does not fit in `shared`: smaller rings there, if they
  /// may be smaller, else a file in `temporary`.
  static SegmentPlan squeeze(int ranks, long ring, boolean smaller, Place shared, Place temporary) {
    long need = SharedFile.bytes(ranks, ring);
    String why =
        shared.directory
            + " has "
            + size(shared.free)
            + " free of the "
            + size(need)
            + " that "
            + ranks
            + " ranks may need: ";
    for (long less = ring / 2; smaller && less >= SMALL_RING; less /= 2) {
      if (SharedFile.bytes(ranks, less) <= shared.free) {
        return new SegmentPlan(
            shared.directory, less, why + "rings of " + size(less) + " are used");
      }
    }
    boolean elsewhere = temporary.free > shared.free;
    Place place = elsewhere ? temporary : shared;
    if (SharedFile.bytes(ranks, ring) > place.free && smaller) {
      ring = Math.min(ring, SMALL_RING);
    }
    String where = "the job's memory is a file in " + place.directory + ", which is slower";
    if (!elsewhere) {
      where = "a busy program may run out of it";
    } else if (SharedFile.bytes(ranks, ring) > place.free) {
      where += ", and may be too small as well (" + size(place.free) + " free)";
    }
    return new SegmentPlan(place.directory, ring, why + where);
  }

  /// The size of a ring for `ranks` ranks: a job in which all talk to all stays well below a
  /// gigabyte for as many ranks as one machine has.
  static long defaultRing(int ranks) {
    return ranks <= 4 ? 256 << 10 : ranks <= 16 ? 64 << 10 : ranks <= 64 ? 32 << 10 : SMALL_RING;
  }

  private static long wished(Map<String, String> environment) {
    String text = environment.get(JobVariables.RING);
    if (text == null || text.isEmpty()) {
      return 0;
    }
    long bytes;
    try {
      bytes = Long.parseLong(text);
    } catch (NumberFormatException e) {
      bytes = -1;
    }
    if (bytes < SMALLEST_RING || bytes > LARGEST_RING || Long.bitCount(bytes) != 1) {
      throw new WeftException(
          JobVariables.RING
              + " is \""
              + text
              + "\"; it must be a power of two from "
              + SMALLEST_RING
              + " to "
              + LARGEST_RING
              + ", in bytes");
    }
    return bytes;
  }

  /// Bytes as people read them.
  static String size(long bytes) {
    if (bytes >= 10 << 20) {
      return (bytes >> 20) + " MiB";
    }
    return bytes >= 10 << 10 ? (bytes >> 10) + " KiB" : bytes + " bytes";
  }
}
