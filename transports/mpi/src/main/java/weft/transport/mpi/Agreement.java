// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import static java.nio.charset.StandardCharsets.UTF_8;

import weft.WeftException;

/// What must be the same on all ranks, since each has its own environment: a launcher need not pass
/// variables on to other hosts.
final class Agreement {
  private Agreement() {}

  /// Compares the settings of all ranks. Collective.
  ///
  /// @throws WeftException on all ranks, saying which differ, when they do
  static void check(Exchange exchange, int rank, MpiSettings settings) {
    String mine =
        "rings of "
            + settings.ringBytes()
            + " bytes, a heap of "
            + settings.heap().bytes()
            + (settings.heap().checked() ? " in the debug mode" : "");
    byte[][] all = exchange.allGather(mine.getBytes(UTF_8));
    String first = new String(all[0], UTF_8);
    for (int other = 1; other < all.length; other++) {
      String text = new String(all[other], UTF_8);
      if (!text.equals(first)) {
        throw new WeftException(
            "the ranks are set up differently: rank 0 has "
                + first
                + ", rank "
                + other
                + " has "
                + text
                + " (this is rank "
                + rank
                + "); give WEFT_RING, WEFT_HEAP and WEFT_CHECK the same values on all hosts (with"
                + " Open MPI: mpirun -x WEFT_HEAP …)");
      }
    }
  }
}
