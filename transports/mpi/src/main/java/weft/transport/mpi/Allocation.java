// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The slots that Slurm has given a batch job, on which `mpirun` then starts ranks. `8(x4),2` means
/// eight on each of four hosts, and two on the fifth.
///
/// @param places the number of slots
/// @param most the largest number of them on one host; 0 if unknown
record Allocation(int places, int most) {
  private static final String VARIABLE = "SLURM_TASKS_PER_NODE";
  private static final Pattern HOSTS = Pattern.compile("(\\d{1,6})(?:\\(x(\\d{1,6})\\))?");

  static Allocation of(Map<String, String> environment) {
    int places = 0;
    int most = 0;
    for (String part : environment.getOrDefault(VARIABLE, "").split(",", -1)) {
      Matcher hosts = HOSTS.matcher(part);
      if (!hosts.matches()) {
        return new Allocation(0, 0);
      }
      int each = Integer.parseInt(hosts.group(1));
      String count = hosts.group(2);
      places += each * (count == null ? 1 : Integer.parseInt(count));
      most = Math.max(most, each);
    }
    return new Allocation(places, most);
  }

  /// The largest number of `ranks` on one host. Hosts are filled in order, and again if ranks
  /// outnumber all slots.
  int mostOnOneHost(int ranks) {
    return most == 0 ? ranks : Math.min(ranks, most * Math.ceilDiv(ranks, places));
  }
}
