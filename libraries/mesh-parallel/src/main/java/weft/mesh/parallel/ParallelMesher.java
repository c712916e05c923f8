// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import weft.Frame;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mesh.Delaunay;
import weft.mesh.kernel.CoarseTets;
import weft.mesh.kernel.RegionScratch;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobileRsr0;
import weft.mobile.MobileRsrN;
import weft.mobile.MobileType;
import weft.mobile.Self;

/// Makes the Delaunay tets of points on all ranks of a job. The mesh is divided into regions, which
/// are mobile objects: so balancing may move them ([MobileObjects#balanceEvery]).
///
/// ```java
/// var objects = MobileObjects.of(world);
/// ParallelMesher mesher = ParallelMesher.of(objects); // before start, on every rank
/// world.start();
/// DistributedMesh mesh = mesher.points(xyz); // the points of this rank
/// ```
///
/// The result is that of [weft.mesh.Delaunay] for all points together, and does not depend on the
/// number of ranks and regions, nor on the order of messages.
///
/// A sample of all points is meshed by every rank in the same way, and cut into regions along a
/// Hilbert curve. Each point then goes to the region that holds its place. How regions share a
/// cavity is that of DMCS, section 6.3: its tets come to the region that inserts the point.
public final class ParallelMesher {
  /// Points of the sample for each region.
  private static final int SAMPLE = 740;

  /// Points in one message.
  private static final int BATCH = 1000;

  private final MobileObjects objects;
  private final World world;
  private final Group group;
  private final RegionScratch scratch = new RegionScratch();
  private final int regions;
  private final MobileArray<MeshRegion> all;
  private final MobileRsr0<MeshRegion> prepare;
  private final MobileRsr0<MeshRegion> hold;
  private final MobileRsr0<MeshRegion> clear;
  private final MobileRsr0<MeshRegion> begin;
  private final MobileRsr0<MeshRegion> work;
  private final MobileRsrN<MeshRegion> points;
  private final MobileRsrN<MeshRegion> message;
  private final MobileRsrN<MeshRegion> tell;
  private final Post post = new Post();
  private int sample = SAMPLE;
  private @Nullable CoarseTets coarse;

  /// Sends for the region whose handler runs.
  private final class Post implements RegionPost {
    private final Writer out = new Writer();
    private @Nullable Self<MeshRegion> self;

    @Override
    public Writer begin() {
      out.clear();
      return out;
    }

    @Override
    public void send(int region) {
      message.send(all.at(region), out.memory(), 0, out.size());
    }

    @Override
    public void again() {
      Objects.requireNonNull(self).again(work);
    }

    private void run(Self<MeshRegion> self, Consumer<RegionPost> action) {
      this.self = self;
      action.accept(this);
      this.self = null;
    }
  }

  private ParallelMesher(MobileObjects objects, int regionsOfARank) {
    this.objects = objects;
    world = objects.world();
    group = Group.world(world);
    regions = Math.multiplyExact(world.size(), regionsOfARank);
    Codec<MeshRegion> codec =
        Codecs.of("mesh region", (it, out) -> it.write(out), in -> MeshRegion.read(in, scratch));
    MobileType<MeshRegion> type = objects.type("mesh region", codec);
    type.load(MeshRegion::load);
    all = type.array("mesh regions", regions, this::empty);
    prepare = type.rsr0("prepare", (self, it) -> self.replace(prepared(it.self())));
    hold = type.rsr0("hold", (self, it) -> self.pin());
    clear =
        type.rsr0(
            "clear",
            (self, it) -> {
              self.unpin();
              self.replace(empty(it.self()));
            });
    begin = type.rsr0("begin", (self, it) -> post.run(self, it::begin));
    work = type.rsr0("work", (self, it) -> post.run(self, it::work));
    points = type.rsrN("points", (self, it, payload) -> give(it, reader(payload)));
    message =
        type.rsrN(
            "message",
            (self, it, payload) -> post.run(self, post -> it.receive(post, reader(payload))));
    tell = type.rsrN("numbers", (self, it, payload) -> it.numbers().read(reader(payload)));
  }

  /// A mesher with one region for each rank, which is best where the loads of ranks are even. Call
  /// it on every rank before [World#start], once.
  public static ParallelMesher of(MobileObjects objects) {
    return of(objects, 1);
  }

  /// A mesher with several regions for each rank, which balancing can move: 8 to 16 where loads are
  /// not even. The more regions, the more cavities reach over several, and those take longer.
  ///
  /// @throws IllegalArgumentException if the number is not from 1 to 1000
  public static ParallelMesher of(MobileObjects objects, int regionsOfARank) {
    if (regionsOfARank < 1 || regionsOfARank > 1000) {
      throw new IllegalArgumentException(
          "ParallelMesher.of with %d regions for each rank; give 1 to 1000"
              .formatted(regionsOfARank));
    }
    return new ParallelMesher(objects, regionsOfARank);
  }

  /// Makes the Delaunay tets of points on ranks that are threads of this JVM, and returns them all:
  /// for programs that have no ranks. The result is that of [Delaunay#of], in less time if there
  /// are processors for the ranks, and points enough: see the guide's page on meshes.
  ///
  /// ```java
  /// Delaunay mesh = ParallelMesher.onThreads(4, xyz);
  /// ```
  ///
  /// @param ranks the number of threads
  /// @param xyz three coordinates for each point
  /// @throws IllegalArgumentException if a coordinate is not a number or out of range, or there are
  ///   not three for each point, or `ranks` is not positive
  public static Delaunay onThreads(int ranks, double[] xyz) {
    if (ranks < 1) {
      throw new IllegalArgumentException(
          "ParallelMesher.onThreads with %d ranks; give at least one".formatted(ranks));
    }
    String wrong = wrong(xyz, "the call");
    if (wrong != null) {
      throw new IllegalArgumentException(wrong);
    }
    var result = new AtomicReference<@Nullable Delaunay>();
    try (Job job = Weft.open(WeftConfig.ofRanks(ranks))) {
      job.run(world -> {
        ParallelMesher mesher = of(MobileObjects.of(world));
        world.start();
        long points = xyz.length / 3;
        int from = (int) (points * world.rank() / ranks);
        int to = (int) (points * (world.rank() + 1) / ranks);
        Delaunay all = mesher.points(Arrays.copyOfRange(xyz, 3 * from, 3 * to)).gather(0);
        if (all != null) {
          result.set(all);
        }
      });
    }
    return Objects.requireNonNull(result.get());
  }

  /// Sets the points of the sample for each region; for tests, which have few points.
  void sample(int points) {
    sample = points;
  }

  private MeshRegion empty(long index) {
    return new MeshRegion((int) index, regions, scratch);
  }

  private MeshRegion prepared(int index) {
    MeshRegion region = empty(index);
    Objects.requireNonNull(coarse).fill(index, region.mesh);
    return region;
  }

  private static Reader reader(Frame payload) {
    byte[] bytes = payload.toByteArray();
    return new Reader().wrap(MemorySegment.ofArray(bytes), 0, bytes.length);
  }

  private static void give(MeshRegion region, Reader in) {
    while (in.remaining() > 0) {
      region.give(in.readLong(), in.readDouble(), in.readDouble(), in.readDouble());
    }
  }

  /// Makes the Delaunay tets of the points of all ranks. Collective. Points are numbered over all
  /// ranks, those of rank 0 first. Points at one place are one vertex, which has the lowest of
  /// their numbers.
  ///
  /// @param xyz three coordinates for each point of this rank, which may have none
  /// @throws IllegalArgumentException on all ranks, if on some a coordinate is not a number or out
  ///   of range, or there are not three for each point
  public DistributedMesh points(double[] xyz) {
    check(xyz);
    var given = GivenPoints.of(group, xyz, (long) sample * regions);
    scratch.setBox(given.width(0), given.width(1), given.width(2));
    CoarseTets made = given.coarse(regions);
    if (made == null) {
      return DistributedMesh.none(group, given);
    }
    coarse = made;
    scratch.setCut(made.cut());
    group.barrier(); // handlers of regions run in waits of collective calls, too
    toAll(prepare);
    world.quiesce();
    send(given, made);
    coarse = null;
    world.quiesce();
    toAll(begin);
    world.quiesce();
    toAll(hold); // balancing must not move them from now on
    world.quiesce();
    DistributedMesh mesh = finish(given);
    toAll(clear);
    world.quiesce();
    return mesh;
  }

  /// Refuses wrong points of any rank, on all ranks.
  private void check(double[] xyz) {
    String wrong = wrong(xyz, "rank " + world.rank());
    long rank = group.allreduce(wrong == null ? world.size() : world.rank(), Operator.MIN);
    if (rank < world.size()) {
      throw new IllegalArgumentException(
          wrong == null ? "rank %d has wrong points, and says which".formatted(rank) : wrong);
    }
  }

  /// What is wrong with the points of a giver; null if nothing is.
  private static @Nullable String wrong(double[] xyz, String giver) {
    if (xyz.length % 3 != 0) {
      return "%s has %d coordinates, which are not three for each point"
          .formatted(giver, xyz.length);
    }
    try {
      for (int i = 0; i < xyz.length; i += 3) {
        CoarseTets.check("point " + i / 3 + " of " + giver, xyz[i], xyz[i + 1], xyz[i + 2]);
      }
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
    return null;
  }

  /// Sends to all regions, which may be moving: so one rank does.
  private void toAll(MobileRsr0<MeshRegion> request) {
    for (int i = 0; i < regions && world.rank() == 0; i++) {
      request.send(all.at(i));
    }
  }

  /// Sends each point that is no vertex of the sample's tets to its region.
  private void send(GivenPoints given, CoarseTets coarse) {
    @Nullable Writer[] outs = new @Nullable Writer[regions];
    given.forEachOfRest(
        coarse,
        (region, number, x, y, z) -> {
          Writer out = outs[region];
          if (out == null) {
            out = new Writer();
            outs[region] = out;
          }
          out.writeLong(number);
          out.writeDouble(x);
          out.writeDouble(y);
          out.writeDouble(z);
          if (out.size() >= 32 * BATCH) {
            points.send(all.at(region), out.memory(), 0, out.size());
            out.clear();
          }
        });
    for (int r = 0; r < regions; r++) {
      Writer out = outs[r];
      if (out != null && out.size() > 0) {
        points.send(all.at(r), out.memory(), 0, out.size());
      }
    }
  }

  // The end.

  /// Numbers the tets, and lets neighbours tell each other.
  private DistributedMesh finish(GivenPoints given) {
    List<MeshRegion> mine = new ArrayList<>();
    for (long index : all.here()) {
      mine.add(Objects.requireNonNull(objects.here(all.at(index))));
    }
    long own = 0;
    String leftovers = null;
    for (MeshRegion region : mine) {
      own += RegionNumbers.count(region.mesh);
      String left = region.leftovers();
      leftovers = left == null ? leftovers : left;
    }
    if (leftovers != null) {
      throw new IllegalStateException("the mesh has ended too early: " + leftovers);
    }
    long[] counts = new long[world.size()];
    counts[world.rank()] = own;
    group.allreduce(counts, Operator.SUM);
    long first = 0;
    for (int r = 0; r < world.rank(); r++) {
      first += counts[r];
    }
    long next = first;
    for (MeshRegion region : mine) {
      region.setNumbers(new RegionNumbers(region.self(), region.mesh, next));
      next += RegionNumbers.count(region.mesh);
    }
    group.barrier();
    var out = new Writer();
    for (MeshRegion region : mine) {
      for (int other = 0; other < regions; other++) {
        out.clear();
        if (other != region.self() && region.numbers().write(out, other, world.rank())) {
          tell.send(all.at(other), out.memory(), 0, out.size());
        }
      }
    }
    world.quiesce();
    return DistributedMesh.of(group, given, mine, first, Math.toIntExact(own));
  }
}
