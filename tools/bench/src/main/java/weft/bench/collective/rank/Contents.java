// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective.rank;

import weft.bench.collective.Cell;

/// The contents of the buffers before a collective and the expected contents after it. Measurements
/// of wrong results would be worthless.
final class Contents {
  private final Cell cell;
  private final int rank;
  private final int ranks;
  private final int count;

  /// Creates the contents for `cell` on this rank; the whole data, or one block, has `count`
  /// doubles.
  Contents(Cell cell, int rank, int count) {
    this.cell = cell;
    this.rank = rank;
    this.ranks = cell.ranks();
    this.count = count;
  }

  /// The value that `rank` contributes at `at`: a small whole number, so that sums are exact.
  static double value(int rank, long at) {
    return rank + 1 + at % 7;
  }

  /// The sum of these values over the first `many` ranks.
  private static double sum(int many, long at) {
    return many * (many + 1) / 2.0 + many * (at % 7);
  }

  /// The number of doubles that this rank contributes.
  private int contributed() {
    return switch (cell.name()) {
      case "barrier" -> 0;
      case "broadcast" -> rank == 0 ? count : 0;
      case "scatter" -> rank == 0 ? count * ranks : 0;
      case "alltoall", "reduce-scatter" -> count * ranks;
      default -> count;
    };
  }

  /// The number of doubles of the result on this rank.
  int results() {
    return switch (cell.name()) {
      case "barrier" -> 0;
      case "reduce" -> rank == 0 ? count : 0;
      case "gather" -> rank == 0 ? count * ranks : 0;
      case "exscan" -> rank == 0 ? 0 : count;
      case "allgather", "alltoall" -> count * ranks;
      default -> count;
    };
  }

  /// The expected value at `at` of the result.
  double result(int at) {
    int block = at / count;
    int within = at % count;
    long own = (long) rank * count + within;
    return switch (cell.name()) {
      case "broadcast" -> value(0, at);
      case "reduce", "allreduce" -> sum(ranks, at);
      case "gather", "allgather" -> value(block, within);
      case "scatter" -> value(0, own);
      case "alltoall" -> value(block, own);
      case "reduce-scatter" -> sum(ranks, own);
      case "scan" -> sum(rank + 1, at);
      case "exscan" -> sum(rank, at);
      default -> throw new IllegalArgumentException("there is no " + cell.name());
    };
  }

  /// Writes the contribution of this rank, and overwrites the result with wrong values.
  void prepare(Buffer in, Buffer out) {
    for (int i = 0; i < results(); i++) {
      out.set(i, -1);
    }
    Buffer sent = sent(in, out);
    for (int i = 0; i < contributed(); i++) {
      sent.set(i, value(rank, i));
    }
  }

  private Buffer sent(Buffer in, Buffer out) {
    return cell.name().equals("broadcast") ? out : in;
  }

  /// An action that reads all data that this rank received and then rewrites its contribution, as
  /// peers/mpi_collectives.c does.
  Runnable renewal(Buffer in, Buffer out) {
    Buffer sent = sent(in, out);
    int many = contributed();
    int got = results();
    return () -> {
      out.read(got);
      sent.add(many);
    };
  }

  /// Checks the result.
  ///
  /// @throws IllegalStateException if the result is wrong
  void check(Buffer out) {
    for (int i = 0; i < results(); i++) {
      if (out.get(i) != result(i)) {
        throw new IllegalStateException(
            cell
                + ", rank "
                + rank
                + ": element "
                + i
                + " is "
                + out.get(i)
                + ", not "
                + result(i));
      }
    }
  }
}
