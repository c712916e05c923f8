// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import weft.WeftException;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.mesh.kernel.RegionMesh;

/// The global numbers of the tets of a finished region, and of those behind its halos. Regions tell
/// each other, and so check that the halos of two regions are those of each other's tets.
final class RegionNumbers {
  /// The tets at the ghost have no number.
  static final long NONE = -1;

  private static final long UNKNOWN = -2;

  private final RegionMesh mesh;
  private final int self;
  private final long[] numbers;
  private final int[] ranks;
  private int unknown;

  /// @param first the number of the first tet
  RegionNumbers(int self, RegionMesh mesh, long first) {
    this.self = self;
    this.mesh = mesh;
    numbers = new long[mesh.slots()];
    ranks = new int[mesh.slots()];
    long next = first;
    for (int t = 0; t < numbers.length; t++) {
      numbers[t] = NONE;
      if (mesh.isOwn(t) && !mesh.isGhost(t)) {
        numbers[t] = next++;
      } else if (mesh.isHalo(t)) {
        numbers[t] = UNKNOWN;
        unknown++;
      }
    }
  }

  /// The number of tets of a region that have one.
  static int count(RegionMesh mesh) {
    int count = 0;
    for (int t = 0; t < mesh.slots(); t++) {
      count += mesh.isOwn(t) && !mesh.isGhost(t) ? 1 : 0;
    }
    return count;
  }

  /// The number of the tet in a slot, or behind the halo in it; [#NONE] for those at the ghost.
  long number(int slot) {
    return numbers[slot];
  }

  /// The rank of the tet behind a halo.
  int rank(int halo) {
    return ranks[halo];
  }

  /// Writes what another region is told; false if it is no neighbour.
  boolean write(Writer out, int region, int rank) {
    out.writeInt(self);
    out.writeInt(rank);
    boolean any = false;
    for (int halo = 0; halo < numbers.length; halo++) {
      if (mesh.isHalo(halo) && mesh.haloRegion(halo) == region) {
        any = true;
        int face = mesh.link(halo, 3);
        out.writeInt(mesh.haloLink(halo));
        out.writeInt(face);
        out.writeLong(mesh.number(mesh.corner(face >> 2, face & 3)));
        out.writeLong(numbers[face >> 2]);
      }
    }
    return any;
  }

  void read(Reader in) {
    int region = in.readInt();
    int rank = in.readInt();
    while (in.remaining() > 0) {
      int face = in.readInt();
      int link = in.readInt();
      long apex = in.readLong();
      long number = in.readLong();
      int halo = mesh.link(face >> 2, face & 3) >> 2;
      if (!mesh.isOwn(face >> 2)
          || !mesh.isHalo(halo)
          || mesh.haloRegion(halo) != region
          || mesh.haloLink(halo) != link
          || mesh.number(mesh.corner(halo, 3)) != apex
          || numbers[halo] != UNKNOWN) {
        throw new WeftException(
            "regions %d and %d disagree about a face between them; please report this"
                .formatted(self, region));
      }
      numbers[halo] = number;
      ranks[halo] = rank;
      unknown--;
    }
  }

  /// Fails if a neighbour has not told of a halo.
  void check() {
    if (unknown > 0) {
      throw new WeftException(
          "%d halos of region %d are not those of its neighbours; please report this"
              .formatted(unknown, self));
    }
  }
}
