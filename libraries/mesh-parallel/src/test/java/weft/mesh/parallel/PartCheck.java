// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.collective.Group;

/// Checks that the parts of a mesh fit together, on every rank: numbers follow each other, halos
/// are copies of tets of the ranks that they name, and neighbours are mutual.
final class PartCheck {
  private static final Codec<long[]> LONGS = Codecs.of(long[].class);

  private final Group group;
  private final DistributedMesh mesh;
  private final double[] all;

  PartCheck(Group group, DistributedMesh mesh, double[] all) {
    this.group = group;
    this.mesh = mesh;
    this.all = all;
  }

  void run() {
    long[] own = new long[6 * mesh.tetCount()];
    for (int t = 0; t < mesh.tetCount(); t++) {
      own[6 * t] = mesh.tetNumber(t);
      own[6 * t + 1] = mesh.rankOf(t);
      System.arraycopy(points(t), 0, own, 6 * t + 2, 4);
      assertThat(mesh.rankOf(t)).isEqualTo(group.rank());
    }
    List<long[]> parts = group.allgather(own, LONGS);
    Map<Long, long[]> tets = new HashMap<>();
    long next = 0;
    for (long[] part : parts) {
      for (int o = 0; o < part.length; o += 6) {
        assertThat(part[o]).isEqualTo(next++);
        tets.put(part[o], Arrays.copyOfRange(part, o + 1, o + 6));
      }
    }
    assertThat(next).isEqualTo(mesh.tetTotal());
    for (int t = mesh.tetCount(); t < mesh.tetCount() + mesh.haloCount(); t++) {
      long[] copied = Objects.requireNonNull(tets.get(mesh.tetNumber(t)));
      assertThat(copied[0]).isEqualTo(mesh.rankOf(t)).isNotEqualTo(group.rank());
      assertThat(points(t)).isEqualTo(Arrays.copyOfRange(copied, 1, 5));
    }
    assertThat(mesh.neighbourRanks()).isSorted().doesNotContain(group.rank());
    neighbours();
    for (int v = 0; v < mesh.vertexCount(); v++) {
      for (int k = 0; k < 3; k++) {
        assertThat(mesh.coordinate(v, k)).isEqualTo(all[3 * (int) mesh.number(v) + k]);
      }
    }
  }

  private long[] points(int tet) {
    long[] points = new long[4];
    Arrays.setAll(points, i -> mesh.number(mesh.corner(tet, i)));
    Arrays.sort(points);
    return points;
  }

  /// Neighbours share three points, and tets of this rank are each other's neighbours. What a
  /// neighbour of another rank has beyond its face is a halo there.
  private void neighbours() {
    long[] links = new long[8 * mesh.tetCount()];
    int count = 0;
    for (int t = 0; t < mesh.tetCount(); t++) {
      for (int i = 0; i < 4; i++) {
        int other = mesh.neighbour(t, i);
        if (other < 0) {
          continue;
        }
        long apex = mesh.number(mesh.corner(t, i));
        long[] shared = Arrays.stream(points(t)).filter(it -> it != apex).toArray();
        assertThat(points(other)).contains(shared).doesNotContain(apex);
        if (other < mesh.tetCount()) {
          int here = t;
          assertThat(Arrays.stream(new int[] {0, 1, 2, 3}).map(k -> mesh.neighbour(other, k)))
              .contains(here);
        } else {
          links[count++] = mesh.tetNumber(t);
          links[count++] = mesh.tetNumber(other);
        }
      }
    }
    Map<List<Long>, Integer> open = new HashMap<>();
    for (long[] part : group.allgather(Arrays.copyOf(links, count), LONGS)) {
      for (int i = 0; i < part.length; i += 2) {
        open.merge(List.of(part[i], part[i + 1]), 1, Integer::sum);
      }
    }
    open.forEach(
        (pair, times) -> assertThat(open).containsEntry(List.of(pair.get(1), pair.get(0)), times));
  }
}
