// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mesh.Delaunay;
import weft.mesh.Dimension;
import weft.mobile.MobileObjects;
import weft.mobile.balance.Balance;
import weft.testkit.WeftTest;

/// The mesh of all ranks is that of one, over every transport.
final class ParallelMesherTest {
  private static final String THOUSAND =
      "d359ebc9265a31148ac9fffebc48f55e5ccd0e8c4df1008ec2087ff552e8ee3f";
  private static final String TEN_THOUSAND =
      "2dcccc571ffd30d051e7e8d71ba937e993049c2d24511b03031996aa954252c6";
  private static final String GRID =
      "c80178e58c29e69dd575b0cfc43a5a8a013dfca4bae68d12516fae5828779c7c";

  @WeftTest(
      ranks = {1, 2, 3, 5, 8},
      transport = {"threads", "shm", "tcp", "mpi"})
  void publishedDigests(World world) {
    ParallelMesher mesher = ParallelMesher.of(MobileObjects.of(world));
    mesher.sample(60);
    world.start();
    check(world, mesher, Clouds.cube(1000), THOUSAND);
    check(world, mesher, Clouds.grid(7), GRID);
    check(world, mesher, Clouds.cube(10_000), TEN_THOUSAND);
  }

  private static void check(World world, ParallelMesher mesher, double[] all, String hash) {
    DistributedMesh mesh = mesher.points(part(world, all));
    Delaunay gathered = mesh.gather(0);
    assertThat(gathered == null).isEqualTo(world.rank() > 0);
    if (gathered != null) {
      assertThat(gathered.hash()).isEqualTo(hash);
      assertThat(gathered.pointCount()).isEqualTo(all.length / 3);
    }
  }

  /// The points of a rank: the first ranks have none.
  private static double[] part(World world, double[] all) {
    int count = all.length / 3;
    int size = Math.max(1, world.size() - 1);
    int rank = world.size() == 1 ? 0 : world.rank() - 1;
    if (rank < 0) {
      return new double[0];
    }
    int from = (int) ((long) count * rank / size);
    int to = (int) ((long) count * (rank + 1) / size);
    return Arrays.copyOfRange(all, 3 * from, 3 * to);
  }

  /// Points of any kind in any order, by several regions a rank that move meanwhile. The parts fit
  /// together: numbers, halos, neighbours and ranks.
  @WeftTest(
      ranks = {2, 4, 8},
      transport = {"threads", "shm"})
  void partsFitTogether(World world, Random own) {
    var objects = MobileObjects.of(world);
    ParallelMesher mesher = ParallelMesher.of(objects, 3);
    mesher.sample(20);
    world.start();
    var random = new Random(Group.world(world).broadcast(0, own.nextLong()));
    for (int i = 0; i < 4; i++) {
      double[] all = Clouds.any(random, 300 + random.nextInt(500));
      objects.balanceEvery(1, i % 2 == 0 ? null : Balance.rotate());
      DistributedMesh mesh = mesher.points(part(world, all));
      objects.balanceEvery(0, null);
      world.quiesce();
      Delaunay right = Delaunay.of(all);
      assertThat(mesh.dimension()).isEqualTo(Dimension.SPACE);
      assertThat(mesh.digest()).isEqualTo(right.digest());
      assertThat(mesh.vertexTotal()).isEqualTo(right.vertexCount());
      assertThat(mesh.tetTotal()).isEqualTo(right.tetCount());
      Delaunay gathered = mesh.gather(1);
      if (gathered != null) {
        assertThat(gathered.hash()).isEqualTo(right.hash());
      }
      new PartCheck(Group.world(world), mesh, all).run();
    }
  }

  @Test
  void aProgramWithoutRanks() {
    double[] xyz = Clouds.cube(1000);
    assertThat(ParallelMesher.onThreads(3, xyz).hash()).isEqualTo(THOUSAND);
    assertThat(ParallelMesher.onThreads(2, new double[3]).tetCount()).isZero();
    xyz[4] = Double.NaN;
    assertThatThrownBy(() -> ParallelMesher.onThreads(2, xyz))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("point 1 of the call has y = NaN");
    assertThatThrownBy(() -> ParallelMesher.onThreads(0, xyz))
        .hasMessage("ParallelMesher.onThreads with 0 ranks; give at least one");
  }

  @WeftTest(ranks = {1, 3})
  void pointsWithoutTets(World world) {
    ParallelMesher mesher = ParallelMesher.of(MobileObjects.of(world));
    world.start();
    checkNone(world, mesher, new double[0], Dimension.NONE);
    checkNone(world, mesher, new double[] {1, 2, 3, 1, 2, 3}, Dimension.POINT);
    checkNone(world, mesher, new double[] {1, 1, 1, 2, 2, 2, 5, 5, 5}, Dimension.LINE);
    double[] plane = Clouds.cube(200);
    for (int i = 2; i < plane.length; i += 3) {
      plane[i] = plane[i - 1];
    }
    checkNone(world, mesher, plane, Dimension.PLANE);
    // The one point that is not in the plane is on the last rank.
    plane[plane.length - 1] += 1;
    DistributedMesh mesh = mesher.points(part(world, plane));
    assertThat(mesh.digest()).isEqualTo(Delaunay.of(plane).digest());
  }

  private static void checkNone(
      World world, ParallelMesher mesher, double[] all, Dimension dimension) {
    DistributedMesh mesh = mesher.points(part(world, all));
    assertThat(mesh.dimension()).isEqualTo(dimension);
    assertThat(mesh.tetTotal()).isZero();
    assertThat(mesh.tetCount()).isZero();
    assertThat(mesh.haloCount()).isZero();
    Delaunay gathered = mesh.gather(0);
    if (world.rank() == 0) {
      assertThat(Objects.requireNonNull(gathered).hash()).isEqualTo(Delaunay.of(all).hash());
    }
  }

  /// Most points are in one corner, and rank 0 gives all of them.
  @WeftTest(ranks = {3})
  void crowdedPointsAreShared(World world) {
    ParallelMesher mesher = ParallelMesher.of(MobileObjects.of(world));
    mesher.sample(200);
    world.start();
    double[] all = Clouds.cube(6000);
    Arrays.setAll(all, i -> Math.pow(all[i], 4));
    DistributedMesh mesh = mesher.points(world.rank() == 0 ? all : new double[0]);
    assertThat(mesh.digest()).isEqualTo(Delaunay.of(all).digest());
    long most = Group.world(world).allreduce((long) mesh.tetCount(), Operator.MAX);
    assertThat(most).isLessThan(mesh.tetTotal() * 3 / 4);
  }

  @Test
  void wrongPointsAreRefused() {
    try (Job job = Weft.open(WeftConfig.ofRanks(1))) {
      job.run(world -> {
        var objects = MobileObjects.of(world);
        assertThatThrownBy(() -> ParallelMesher.of(objects, 0))
            .hasMessage("ParallelMesher.of with 0 regions for each rank; give 1 to 1000");
        ParallelMesher mesher = ParallelMesher.of(objects);
        world.start();
        assertThatThrownBy(() -> mesher.points(new double[4]))
            .hasMessage("rank 0 has 4 coordinates, which are not three for each point");
        assertThatThrownBy(() -> mesher.points(new double[] {0, 0, 0, 1, Double.NaN, 0}))
            .hasMessageContaining("point 1 of rank 0 has y = NaN");
      });
    }
  }
}
