// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.List;

/// What a [Mesher] reached.
///
/// @param end why it ended
/// @param missedShapes tets whose circumradius over shortest edge exceeds the bound
/// @param missedSizes tets that are larger than wished
/// @param missedAt x, y, z of the middle of the first tets that miss a bound or size, 1000 at most
/// @param shapeBefore shapes after the refinement
/// @param shapeAfter shapes after the improvement; the same if there was none
/// @param remarks what was done to the input, and what of it has no part in the mesh: sentences
@SuppressWarnings("ArrayRecordComponent") // never compared
public record MeshingOutcome(
    End end,
    int missedShapes,
    int missedSizes,
    double[] missedAt,
    MeshShape shapeBefore,
    MeshShape shapeAfter,
    List<String> remarks) {
  /// Why the work ended.
  public enum End {
    /// Nothing is left to do.
    COMPLETE,
    /// There are as many tets as allowed.
    MAX_TETS,
    /// The time is over.
    MAX_TIME,
    /// The listener ended it.
    LISTENER
  }

  /// Whether every tet meets every bound and size.
  public boolean isMet() {
    return end == End.COMPLETE && missedShapes == 0 && missedSizes == 0;
  }
}
