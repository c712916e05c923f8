// SPDX-License-Identifier: Apache-2.0
package weft.apps.multipole;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import weft.RsrN;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.BadInputException;
import weft.collective.Group;
import weft.collective.Operator;
import weft.overlap.StepCounters;
import weft.overlap.Tuner;

/// The transfer step of a multipole method for Maxwell's equations: the benchmark of EasyMSG's
/// section 5.
public final class Transfer {
  private static final double TOLERANCE = 1e-3;
  private static final int STRESS_BYTES = 64 << 10;
  private static final int STRESS_STEPS = 10;

  private final World world;
  private final Group group;
  private final TransferStep step;
  private final RsrN traffic;
  private final TransferOptions options;

  private Transfer(World world, TransferOptions options) {
    this.world = world;
    this.options = options;
    this.group = Group.world(world);
    this.step = new TransferStep(world);
    this.traffic = world.rsrN("transfer.traffic", (source, frame) -> {});
  }

  /// Runs the program; `--help` shows its options. It exits with 2, after one sentence on standard
  /// error, when they are not right.
  public static void main(String[] args) {
    AppProgram.launch("transfer", args, Transfer::run);
  }

  static void run(World world) {
    TransferOptions options =
        AppProgram.options(
            world,
            TransferOptions.USAGE,
            () -> TransferOptions.parse(world.args(), world.frameBytes()));
    if (options == null) {
      return;
    }
    var transfer = new Transfer(world, options);
    world.start();
    transfer.run();
  }

  private void run() {
    // A mesh that cannot be read is told by rank 0 alone; the others learn that there is none.
    TransferPlan plan = null;
    BadInputException bad = null;
    try {
      plan = plan();
    } catch (BadInputException e) {
      bad = e;
    }
    long failed = group.allreduce(bad == null ? 0L : 1L, Operator.MAX);
    if (failed > 0 || plan == null) {
      if (world.rank() == 0 && bad != null) {
        throw bad;
      }
      return;
    }
    configure();
    step.prepare(plan, options.waitNanos(), options.slower());
    var results = new TransferResults(options, world.size());
    Tuner[] tuners = tuners();
    step.loop().tuneTogether(Tuner.fixed(1));
    step.run();
    check("first");
    for (int i = 0; i < options.iterations(); i++) {
      // Turns begin with another tuner each time, so that drifts meet all alike.
      for (int t = 0; t < tuners.length; t++) {
        int turn = (t + i) % tuners.length;
        iterate(tuners[turn], turn, i, results);
      }
    }
    check("last");
    end(tuners[tuners.length - 1], plan, results);
  }

  private TransferPlan plan() {
    int most = options.buffer() - 64;
    TransferOptions.Paper paper = options.synthetic();
    if (paper != null) {
      return TransferPlan.synthetic(
          paper.vectors, paper.bytes, paper.local, world.rank(), world.size(), most);
    }
    SurfaceMesh mesh =
        options.mesh() != null
            ? MeshFile.read(options.mesh())
            : Shapes.of(options.shape(), options.edges());
    if (mesh == null) {
      throw new BadInputException("there is no shape " + options.shape());
    }
    double wave = options.perWave() * mesh.medianEdge();
    double[] points = mesh.edgeMiddles();
    Octree tree = new Octree(points, Octree.TOP, world.size());
    // The leaves are the smallest boxes above half a wavelength.
    int levels = Octree.TOP;
    while (levels < 12 && tree.side(0) / (2 << levels) > wave / 2) {
      levels++;
    }
    tree = new Octree(points, levels, world.size());
    if (world.rank() == 0) {
      System.out.printf(
          Locale.ROOT,
          "transfer: %d edges, %.1f wavelengths, levels %d to %d, %d boxes%n",
          points.length / 3,
          tree.side(0) / wave,
          Octree.TOP,
          levels,
          tree.boxes());
    }
    return TransferPlan.of(tree, 2 * Math.PI / wave, world.rank(), world.size(), most);
  }

  private void configure() {
    step.vectors().bufferBytes(options.buffer());
    step.vectors().buffers(options.buffers());
    step.loop().drain(options.drains()).pollCost(Duration.ofNanos(options.pollNanos()));
  }

  private Tuner[] tuners() {
    var tuners = new Tuner[options.tuners().size()];
    Arrays.setAll(tuners, i -> TransferOptions.tuner(options.tuners().get(i)));
    if (options.state() != null && Files.exists(options.state())) {
      try {
        tuners[tuners.length - 1] = Tuner.load(Files.readString(options.state()));
      } catch (IOException | IllegalArgumentException e) {
        throw new IllegalStateException("--state " + options.state() + " cannot be read: " + e, e);
      }
    }
    return tuners;
  }

  private void iterate(Tuner tuner, int turn, int iteration, TransferResults results) {
    if (options.stressed() && iteration / STRESS_STEPS % 2 == 1) {
      var noise = MemorySegment.ofArray(new byte[STRESS_BYTES]);
      traffic.send(world.next(), noise);
      traffic.send(world.previous(), noise);
    }
    step.loop().tuneTogether(tuner);
    group.barrier();
    step.run();
    StepCounters last = step.loop().last();
    double seconds = group.allreduce(last.seconds(), Operator.MAX);
    if (options.together()) {
      tuner.step(seconds);
    } else {
      tuner.observe(last);
      tuner.step(last.seconds());
    }
    double[] all = new double[3 * world.size()];
    all[3 * world.rank()] = last.seconds();
    all[3 * world.rank() + 1] = last.p();
    all[3 * world.rank() + 2] = last.emptyPolls() / (double) Math.max(1, last.polls());
    group.allreduce(all, Operator.SUM);
    results.add(turn, seconds, all, last);
  }

  private void check(String which) {
    double error = group.allreduce(step.error(), Operator.MAX);
    if (!(error < TOLERANCE)) {
      throw new IllegalStateException(
          "the sums of the "
              + which
              + " step are wrong: they differ by "
              + error
              + " of the largest from a computation without messages");
    }
  }

  private void end(Tuner last, TransferPlan plan, TransferResults results) {
    long pieces = group.allreduce(plan.piecesSent(), Operator.SUM);
    long bytes = group.allreduce(plan.bytesSent(), Operator.SUM);
    long local = group.allreduce((long) plan.local.size(), Operator.SUM);
    if (world.rank() > 0) {
      return;
    }
    results.print(world, pieces, bytes, local);
    if (options.report() != null) {
      results.report(options.report());
      System.out.println("  pictures: " + options.report());
    }
    if (options.state() != null) {
      try {
        Files.writeString(options.state(), last.save() + "\n");
      } catch (IOException e) {
        throw new IllegalStateException(
            "--state " + options.state() + " cannot be written: " + e, e);
      }
    }
  }
}
