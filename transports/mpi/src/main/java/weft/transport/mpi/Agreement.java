// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.Map;
import weft.WeftException;
import weft.watch.AllGather;
import weft.watch.CommonSteps;

/// Checks that settings are the same on all ranks. A launcher need not pass variables on to other
/// hosts, so environments may differ.
final class Agreement {
  private Agreement() {}

  /// Returns the settings in this rank's `environment` after comparing them with those of all
  /// ranks. Collective.
  ///
  /// @throws WeftException on all ranks, if one rank's settings are wrong or two ranks differ
  static MpiSettings on(Map<String, String> environment, int rank, int ranks, AllGather exchange) {
    var mine = new MpiSettings[1];
    String[] all =
        new CommonSteps(rank, exchange)
            .on(() -> {
              mine[0] = own(environment, rank, ranks);
              return text(mine[0]);
            });
    check(rank, all);
    return mine[0];
  }

  private static MpiSettings own(Map<String, String> environment, int rank, int ranks) {
    try {
      return MpiSettings.of(environment, ranks);
    } catch (WeftException e) {
      throw new WeftException("on rank " + rank + ", " + e.getMessage(), e);
    }
  }

  private static String text(MpiSettings settings) {
    return "rings of "
        + settings.ringBytes()
        + " bytes, a heap of "
        + settings.heap().bytes()
        + (settings.heap().checked() ? " in the debug mode" : "")
        + (settings.hostRing() == 0 ? ", and MPI between the ranks of a host" : "");
  }

  private static void check(int rank, String[] all) {
    String first = all[0];
    for (int other = 1; other < all.length; other++) {
      String text = all[other];
      if (!text.equals(first)) {
        throw new WeftException(
            "the settings of the ranks differ: rank 0 has "
                + first
                + ", rank "
                + other
                + " has "
                + text
                + " (this is rank "
                + rank
                + "); give WEFT_RING, WEFT_HEAP, WEFT_CHECK and WEFT_NETWORK_ONLY the same values on "
                + "all hosts (with Open MPI: mpirun -x WEFT_HEAP …)");
      }
    }
  }
}
