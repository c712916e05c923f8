// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mesh.kernel.GlobalNumbers;
import weft.mesh.kernel.RegionMesh;

/// Puts the finished regions of one rank together: their tets, then a halo of those of other ranks.
final class MeshAssembly {
  private final GlobalNumbers vertices = new GlobalNumbers();
  private double[] places = new double[48];
  private final long first;
  private final int[] corners;
  private final int[] neighbours;
  private final long[] haloNumbers;
  private final int[] haloRanks;
  private final long[] counts = new long[RegionCounts.KINDS];
  private final long same;

  /// @param first the global number of the first tet of this rank
  /// @param own the number of its tets
  MeshAssembly(Group group, List<MeshRegion> regions, long first, int own) {
    this.first = first;
    Map<Long, Long> names = names(group, regions);
    Map<Long, Integer> halo = new HashMap<>();
    for (MeshRegion region : regions) {
      region.numbers().check();
      findHalo(region, own, halo);
    }
    corners = new int[4 * (own + halo.size())];
    neighbours = new int[4 * own];
    haloNumbers = new long[halo.size()];
    haloRanks = new int[halo.size()];
    long pairs = 0;
    for (MeshRegion region : regions) {
      add(region, own, halo, names);
      pairs += region.same.size() / 2;
      for (int kind = 0; kind < counts.length; kind++) {
        counts[kind] += region.counts.get(kind);
      }
    }
    same = pairs;
  }

  /// The lowest of the numbers of points at one place, by the number of their vertex, where that is
  /// another.
  private static Map<Long, Long> names(Group group, List<MeshRegion> regions) {
    long pairs = regions.stream().mapToLong(it -> it.same.size()).sum();
    Map<Long, Long> names = new HashMap<>();
    if (group.allreduce(pairs, Operator.SUM) == 0) {
      return names;
    }
    long[] own =
        regions.stream().flatMapToLong(it -> it.same.stream().mapToLong(at -> at)).toArray();
    for (long[] part : group.allgather(own, DistributedMesh.LONGS)) {
      for (int i = 0; i < part.length; i += 2) {
        if (part[i + 1] < part[i]) {
          names.merge(part[i], part[i + 1], Math::min);
        }
      }
    }
    return names;
  }

  /// Numbers the tets of other ranks behind halos.
  private void findHalo(MeshRegion region, int own, Map<Long, Integer> halo) {
    RegionMesh mesh = region.mesh;
    for (int t = 0; t < mesh.slots(); t++) {
      if (mesh.isHalo(t) && isWanted(region, t) && !isHere(region.numbers().number(t), own)) {
        halo.putIfAbsent(region.numbers().number(t), own + halo.size());
      }
    }
  }

  /// Whether both the tet behind a halo and the one before it have numbers.
  private static boolean isWanted(MeshRegion region, int halo) {
    return region.numbers().number(halo) >= 0
        && region.numbers().number(region.mesh.behind(halo)) >= 0;
  }

  private boolean isHere(long number, int own) {
    return number >= first && number < first + own;
  }

  private void add(MeshRegion region, int own, Map<Long, Integer> halo, Map<Long, Long> names) {
    RegionMesh mesh = region.mesh;
    RegionNumbers numbers = region.numbers();
    int[] known = new int[mesh.vertices()];
    for (int t = 0; t < mesh.slots(); t++) {
      long number = numbers.number(t);
      if (mesh.isOwn(t) && number >= 0) {
        int at = (int) (number - first);
        for (int i = 0; i < 4; i++) {
          corners[4 * at + i] = vertex(mesh, mesh.corner(t, i), known, names);
          long next = numbers.number(mesh.link(t, i) >> 2);
          neighbours[4 * at + i] =
              next < 0
                  ? -1
                  : isHere(next, own)
                      ? (int) (next - first)
                      : Objects.requireNonNull(halo.get(next));
        }
      } else if (mesh.isHalo(t) && isWanted(region, t) && !isHere(number, own)) {
        int at = Objects.requireNonNull(halo.get(number));
        haloNumbers[at - own] = number;
        haloRanks[at - own] = numbers.rank(t);
        for (int i = 0; i < 4; i++) {
          corners[4 * at + i] = vertex(mesh, mesh.corner(t, i), known, names);
        }
      }
    }
  }

  private int vertex(RegionMesh mesh, int v, int[] known, Map<Long, Long> names) {
    if (known[v] == 0) {
      long number = mesh.number(v);
      long name = names.getOrDefault(number, number);
      int here = vertices.find(name);
      if (here < 0) {
        here = vertices.count();
        vertices.add(name);
        if (3 * here > places.length) {
          places = Arrays.copyOf(places, 2 * places.length);
        }
        for (int k = 0; k < 3; k++) {
          places[3 * here - 3 + k] = mesh.coordinate(v, k);
        }
      }
      known[v] = here;
    }
    return known[v] - 1;
  }

  long[] vertexNumbers() {
    long[] all = new long[vertices.count() - 1];
    Arrays.setAll(all, i -> vertices.number(i + 1));
    return all;
  }

  double[] places() {
    return Arrays.copyOf(places, 3 * (vertices.count() - 1));
  }

  int[] corners() {
    return corners;
  }

  int[] neighbours() {
    return neighbours;
  }

  long[] haloNumbers() {
    return haloNumbers;
  }

  int[] haloRanks() {
    return haloRanks;
  }

  /// The points that were found at the place of a vertex.
  long same() {
    return same;
  }

  long[] counts() {
    return counts;
  }
}
