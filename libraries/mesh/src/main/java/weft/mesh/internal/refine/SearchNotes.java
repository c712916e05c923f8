// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import java.util.Arrays;
import weft.mesh.internal.Tets;

/// What the search for a cavity knows of tets when it begins again, in their states.
final class SearchNotes {
  /// Left out, as the new vertex does not see one of its faces, or something would be lost.
  static final byte EXCLUDED = 3;

  /// Known to be in conflict with the new vertex.
  static final byte IN_CONFLICT = 4;

  /// Known not to be in conflict with it.
  static final byte APART = 5;

  private final Tets tets;

  /// The tets whose states were set.
  private int[] noted = new int[16];

  private int count;
  private int excluded;

  SearchNotes(Tets tets) {
    this.tets = tets;
  }

  /// The number of tets that are excluded.
  int excluded() {
    return excluded;
  }

  void exclude(int t) {
    note(t, EXCLUDED);
    excluded++;
  }

  void note(int t, byte known) {
    tets.state[t] = known;
    if (count == noted.length) {
      noted = Arrays.copyOf(noted, 2 * count);
    }
    noted[count++] = t;
  }

  /// Excluded tets are in conflict, and may be in the cavity from other seeds.
  void includeAgain() {
    for (int i = 0; i < count; i++) {
      if (tets.state[noted[i]] == EXCLUDED) {
        tets.state[noted[i]] = IN_CONFLICT;
      }
    }
    excluded = 0;
  }

  /// Ends a search: what is not in the cavity is as it was.
  void forget() {
    for (int i = 0; i < count; i++) {
      if (tets.state[noted[i]] != Tets.IN_CAVITY) {
        tets.state[noted[i]] = Tets.LIVE;
      }
    }
    count = 0;
    excluded = 0;
  }
}
