// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import java.util.List;
import java.util.Map;
import weft.cli.doctor.Check;

/// The checks of `weft doctor` for labs.
final class LabChecks {
  private static final String STALE = "stale labs";

  private LabChecks() {}

  /// Checks whether a lab is possible, without trying it; `weft lab check` tries it.
  static Check possible() {
    String obstacle = LabNeeds.quickObstacle();
    return obstacle == null
        ? Check.ok("lab", "root, ip, tc; weft lab check shows more", Map.of())
        : Check.of("lab", Check.State.ABSENT, "not here", "Only weft lab needs it: " + obstacle);
  }

  /// Looks for labs whose process was killed, and removes them if `clean`.
  static Check leftovers(boolean clean) {
    List<String> labs = Lab.stale();
    boolean can = LabNeeds.quickObstacle() == null;
    if (clean && can) {
      int removed = Lab.clean();
      return Check.ok(
          STALE,
          removed == 0 ? "none" : "removed " + removed,
          Map.of("stale", 0, "removed", removed));
    }
    return Check.ok(
            STALE,
            labs.isEmpty() ? "none" : labs.size() + " left behind: " + String.join(", ", labs),
            Map.of("stale", labs.size(), "removed", 0))
        .adviceIf(
            !labs.isEmpty(),
            (can ? "weft doctor --clean" : "As root, weft doctor --clean")
                + " removes them and their processes.");
  }
}
