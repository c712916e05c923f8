// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import weft.collective.Group;
import weft.collective.Operator;

/// What the regions of all ranks have counted while a mesh was made.
///
/// @param inPlace points that were inserted in one region
/// @param begun attempts over several regions
/// @param committed attempts that inserted their point
/// @param givenUp attempts that met a tet of another attempt; their points were tried again
/// @param handedOver how often a walk to a point left its region
/// @param messages messages between regions
/// @param bytes their bytes
/// @param shortMessages messages of at most 1 KiB
/// @param elders how often a region had the attempt that waits where others give up
public record MeshingCounts(
    long inPlace,
    long begun,
    long committed,
    long givenUp,
    long handedOver,
    long messages,
    long bytes,
    long shortMessages,
    long elders) {
  static MeshingCounts sum(Group group, long[] own) {
    long[] all = own.clone();
    group.allreduce(all, Operator.SUM);
    return new MeshingCounts(
        all[RegionCounts.INSERTED],
        all[RegionCounts.BEGUN],
        all[RegionCounts.COMMITTED],
        all[RegionCounts.GIVEN_UP],
        all[RegionCounts.HANDED],
        all[RegionCounts.MESSAGES],
        all[RegionCounts.BYTES],
        all[RegionCounts.SHORT],
        all[RegionCounts.ELDER]);
  }
}
