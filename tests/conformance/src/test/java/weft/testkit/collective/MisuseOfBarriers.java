// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import java.util.List;
import java.util.Map;
import weft.collective.Group;
import weft.testkit.collective.CollectiveMisuseCases.Case;

/// Programs in which one rank changes or ends a group, which all members do together, while the
/// others wait at a barrier of it.
final class MisuseOfBarriers {
  private MisuseOfBarriers() {}

  static void addTo(Map<String, Case> all) {
    all.put(
        "one frees a group, another waits at a barrier of it",
        new Case(
            (world, group, odd) -> {
              Group own = group.dup();
              if (odd) {
                own.free();
              } else {
                own.barrier();
              }
            },
            List.of("\"Group.free\"", "\"barrier\"", " of group 1)"),
            2,
            true,
            2));
    all.put(
        "one sets reproducible, another waits at a barrier",
        new Case(
            (world, group, odd) -> {
              if (odd) {
                group.reproducible(true);
              } else {
                group.barrier();
              }
            },
            List.of("\"Group.reproducible\"", "\"barrier\""),
            2,
            true,
            2));
  }
}
