// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// The time of two plain C processes for a collective done in one of several ways. It is a bound
/// for Weft's time with data in the same kind of memory. peers/shared_collectives.c implements the
/// ways.
///
/// @param collective its name
/// @param bytes the whole data, or one block if each rank has a block
/// @param way [#CHUNKS], [#KERNEL] or [#PLACE]
record Bound(String collective, long bytes, String way) {
  static final int RANKS = 2;

  /// Data in private memory is copied through chunks of shared memory.
  static final String CHUNKS = "chunks";

  /// Data in private memory is copied once, by the kernel.
  static final String KERNEL = "kernel";

  /// Data in shared memory is read in place.
  static final String PLACE = "place";

  private static final List<String> COLLECTIVES =
      List.of("broadcast", "reduce", "allreduce", "allgather", "alltoall");
  private static final List<Long> SIZES = List.of(256L << 10, 4L << 20);
  private static final List<Long> LENGTHS =
      LongStream.of(8, 16, 32, 64, 128, 256).mapToObj(length -> length << 10).toList();

  /// All bounds; those by the kernel only if it lets one process read another's memory.
  static List<Bound> all(boolean kernel) {
    var all = new ArrayList<Bound>();
    for (String collective : COLLECTIVES) {
      for (long bytes : SIZES) {
        all.add(new Bound(collective, bytes, CHUNKS));
        // Sums are added from chunks or in place, because the kernel could only copy the data
        // first.
        if (kernel && !collective.endsWith("reduce")) {
          all.add(new Bound(collective, bytes, KERNEL));
        }
        all.add(new Bound(collective, bytes, PLACE));
      }
    }
    return all;
  }

  /// The cells that the C program measures: chunks of every length that divides half of the data.
  List<Cell> cells() {
    return way.equals(CHUNKS)
        ? LENGTHS.stream().filter(length -> length <= bytes / 2).map(this::cell).toList()
        : List.of(cell(0));
  }

  private Cell cell(long chunk) {
    return new Cell(RANKS, collective, bytes, way, chunk, 0);
  }

  /// The cell with which Weft and MPI measure the same collective.
  Cell chosen() {
    return Cell.of(RANKS, collective, bytes);
  }

  /// The party of Weft that has its data in such memory.
  String memory() {
    return way.equals(PLACE) ? TeamJobs.SEGMENTS : TeamJobs.ARRAYS;
  }

  /// Describes the way, with chunks of the length of `cell`.
  String describe(Cell cell) {
    return switch (way) {
      case CHUNKS -> "chunks of " + Cell.text(cell.chunk());
      case KERNEL -> "process_vm_readv";
      default -> "in place";
    };
  }
}
