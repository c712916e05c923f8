// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.mesh.kernel.CoarseTets;
import weft.mesh.kernel.RegionMesh;
import weft.mesh.kernel.RegionScratch;

/// Regions in one thread, and a network that delivers when the seed says: in order between each
/// pair of regions, and in no order else. Regions move amid attempts: they are written and read.
final class SimulatedRegions {
  final Random random;
  final RegionScratch scratch = new RegionScratch();
  final List<MeshRegion> regions = new ArrayList<>();
  private final List<Post> posts = new ArrayList<>();
  private final List<ArrayDeque<byte[]>> pairs = new ArrayList<>();
  private int posted;
  int moves;

  private final class Post implements RegionPost {
    private final int from;
    private final Writer out = new Writer();
    private boolean again;

    Post(int from) {
      this.from = from;
    }

    @Override
    public Writer begin() {
      out.clear();
      return out;
    }

    @Override
    public void send(int region) {
      pairs.get(from * regions.size() + region).add(out.toByteArray());
      posted++;
    }

    @Override
    public void again() {
      again = true;
    }
  }

  SimulatedRegions(Random random, double[] xyz, long[] numbers, double[] box, CoarseTets coarse) {
    this.random = random;
    scratch.setBox(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
    scratch.setCut(coarse.cut());
    int count = coarse.cut().regions();
    for (int r = 0; r < count; r++) {
      var region = new MeshRegion(r, count, scratch);
      coarse.fill(r, region.mesh);
      regions.add(region);
      posts.add(new Post(r));
    }
    for (int i = 0; i < count * count; i++) {
      pairs.add(new ArrayDeque<>());
    }
    boolean[] corners = coarse.corners();
    int at = 0;
    for (int i = 0; i < xyz.length / 3; i++) {
      boolean inSample = at < numbers.length && numbers[at] == i;
      if (!(inSample && corners[at++])) {
        int to =
            random.nextInt(4) == 0
                ? random.nextInt(count)
                : coarse.cut().regionOf(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]);
        regions.get(to).give(i, xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]);
      }
    }
    for (int r = 0; r < count; r++) {
      regions.get(r).begin(posts.get(r));
    }
  }

  /// Runs until nothing is to be done. Messages are late as often as `lateness` says, so that
  /// cavities collide.
  void run(double lateness, double moving) {
    for (long step = 0; ; step++) {
      if (step > 3_000_000) {
        throw new AssertionError("no end");
      }
      List<Integer> ready = new ArrayList<>();
      for (int r = 0; r < regions.size(); r++) {
        if (posts.get(r).again) {
          ready.add(r);
        }
      }
      if (posted == 0 && ready.isEmpty()) {
        return;
      }
      if (posted > 0 && (ready.isEmpty() || random.nextDouble() >= lateness)) {
        deliver();
      } else {
        int r = ready.get(random.nextInt(ready.size()));
        posts.get(r).again = false;
        regions.get(r).work(posts.get(r));
      }
      if (random.nextDouble() < moving) {
        move(random.nextInt(regions.size()));
      }
      if (random.nextDouble() < moving / 50) {
        for (int r = 0; r < regions.size(); r++) {
          move(r); // a checkpoint and a restart
        }
      }
    }
  }

  private void deliver() {
    int at = random.nextInt(pairs.size());
    while (pairs.get(at).isEmpty()) {
      at = (at + 1) % pairs.size();
    }
    posted--;
    byte[] message = pairs.get(at).remove();
    int to = at % regions.size();
    regions.get(to).receive(posts.get(to), reader(message));
  }

  private static Reader reader(byte[] bytes) {
    return new Reader().wrap(MemorySegment.ofArray(bytes), 0, bytes.length);
  }

  private void move(int r) {
    var out = new Writer();
    regions.get(r).write(out);
    regions.set(r, MeshRegion.read(reader(out.toByteArray()), scratch));
    moves++;
  }

  /// Lets regions tell each other the numbers of their tets, which checks halos, and returns the
  /// corners of all tets by the numbers of points.
  int[] finish() {
    long first = 0;
    for (MeshRegion region : regions) {
      String left = region.leftovers();
      if (left != null) {
        throw new AssertionError(left);
      }
      region.setNumbers(new RegionNumbers(region.self(), region.mesh, first));
      first += RegionNumbers.count(region.mesh);
    }
    for (MeshRegion from : regions) {
      for (MeshRegion to : regions) {
        var out = new Writer();
        if (from != to && from.numbers().write(out, to.self(), from.self())) {
          to.numbers().read(reader(out.toByteArray()));
        }
      }
    }
    int[] corners = new int[4 * (int) first];
    for (MeshRegion region : regions) {
      region.numbers().check();
      RegionMesh mesh = region.mesh;
      for (int t = 0; t < mesh.slots(); t++) {
        if (mesh.isOwn(t) && !mesh.isGhost(t)) {
          int at = 4 * (int) region.numbers().number(t);
          for (int i = 0; i < 4; i++) {
            corners[at + i] = (int) mesh.number(mesh.corner(t, i));
          }
        }
      }
    }
    return corners;
  }

  long count(int kind) {
    return regions.stream().mapToLong(it -> it.counts.get(kind)).sum();
  }
}
