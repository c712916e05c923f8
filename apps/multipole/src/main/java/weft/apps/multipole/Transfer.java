// SPDX-License-Identifier: Apache-2.0
package weft.apps.multipole;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Locale;
import weft.RsrN;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.BadInputException;
import weft.apps.common.Headline;
import weft.apps.common.ProgressLine;
import weft.apps.common.ResultsPage;
import weft.apps.common.TimedWaits;
import weft.apps.common.UserFiles;
import weft.collective.Group;
import weft.collective.Operator;
import weft.files.FileException;
import weft.files.InputFile;
import weft.mesh.surface.Surface;
import weft.multipole.LeafCosts;
import weft.multipole.MultipolePlan;
import weft.multipole.Octree;
import weft.multipole.Truncation;
import weft.overlap.StepCounters;
import weft.overlap.Tuner;

/// The transfer step of a multipole method for Maxwell's equations, which is the benchmark of
/// EasyMSG, section 5.
public final class Transfer {
  private static final double TOLERANCE = 1e-3;

  /// For a product of Maxwell's matrix to three digits.
  private static final Truncation TRUNCATION = new Truncation(4, 0.3);

  /// Two components, stored integrals of pairs nearby, and stored patterns.
  private static final LeafCosts COSTS = new LeafCosts(TransferPlan.COMPONENTS, 8, 16);

  private static final int STRESS_BYTES = 64 << 10;
  private static final int STRESS_STEPS = 10;

  /// The time of a step by that of the second one, whose code is not compiled yet.
  private static final double COMPILED = 0.6;

  /// The figures that each rank reports for a step: seconds, p, polls, empty polls.
  static final int FIGURES = 4;

  /// The largest file with the state of a tuner, in bytes.
  private static final int LONGEST_STATE = 1 << 20;

  private final World world;
  private final Group group;
  private final TransferStep step;
  private final RsrN traffic;

  /// Makes polls more expensive by sleeping, so that ranks that share a processor do not pay for
  /// each other's polls.
  private final TimedWaits pollWaits = new TimedWaits(TransferStep.MOST_OWED);

  private final TransferOptions options;
  private final ProgressLine progress;

  /// The surface and its boxes, if there is one.
  private String about = "";

  private Transfer(World world, TransferOptions options) {
    this.world = world;
    this.options = options;
    this.progress = new ProgressLine("transfer: step", world.rank() == 0);
    this.group = Group.world(world);
    this.step = new TransferStep(world);
    this.traffic = world.rsrN("transfer.traffic", (source, frame) -> {});
  }

  /// Runs the program. `--help` shows its options. If they are not valid, it exits with 2, after
  /// one sentence on standard error.
  public static void main(String[] args) {
    AppProgram.launch("transfer", args, Transfer::run);
  }

  static void run(World world) {
    TransferOptions options =
        AppProgram.options(world, () -> TransferOptions.parse(world.args(), world.frameBytes()));
    if (options == null) {
      return;
    }
    var transfer = new Transfer(world, options);
    world.start();
    transfer.run();
  }

  private void run() {
    // If a mesh cannot be read, rank 0 alone reports it, and the other ranks return.
    TransferPlan plan = null;
    BadInputException bad = null;
    try {
      if (world.rank() == 0) {
        checkTargets();
      }
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
    configure(options.pollNanos());
    if (options.pollNanos() > 0 || options.laterPollNanos() > 0 || options.waitNanos() > 0) {
      TimedWaits.shortenSlack();
    }
    step.prepare(plan, options.waitNanos(), options.slower());
    var results = new TransferResults(options, world.size());
    Tuner[] tuners = tuners();
    step.loop().tuneTogether(Tuner.fixed(1));
    step.run();
    check("first");
    announce(plan, tuners.length);
    for (int i = 0; i < options.iterations(); i++) {
      progress.at(i, options.iterations());
      if (options.isShift(i)) {
        configure(options.laterPollNanos());
      }
      // Each round begins with another tuner, so that drifts affect all tuners alike.
      for (int t = 0; t < tuners.length; t++) {
        int turn = (t + i) % tuners.length;
        iterate(tuners[turn], turn, i, results);
      }
    }
    progress.done();
    check("last");
    end(tuners[tuners.length - 1], plan, results);
  }

  /// Checks the output files before the work. Only rank 0 writes.
  private void checkTargets() {
    UserFiles.check(options.state());
    if (options.report() != null) {
      ResultsPage.check(options.report());
    }
  }

  /// The first line: how long the steps take, by one that is made for it.
  private void announce(TransferPlan plan, int tuners) {
    group.barrier();
    step.run();
    double one = group.allreduce(step.loop().last().seconds(), Operator.MAX);
    Headline.print(
        world,
        "transfer: %s, %d steps of each of %d tuners"
            .formatted(
                about.isEmpty() ? plan.local.size() + " local transfers" : about,
                options.iterations(),
                tuners),
        COMPILED * one * options.iterations() * tuners);
    progress.begin();
  }

  private TransferPlan plan() {
    int most = options.buffer() - 64;
    TransferOptions.Paper paper = options.synthetic();
    if (paper != null) {
      return TransferPlan.synthetic(
          paper.vectors, paper.bytes, paper.local, world.rank(), world.size(), most);
    }
    Surface mesh =
        options.mesh() != null
            ? TransferSurface.read(options.mesh())
            : TransferSurface.shape(options.shape(), options.edges());
    double k = 2 * Math.PI / (options.perWave() * mesh.medianEdge());
    double[] points = mesh.edgeMiddles();
    int levels = Octree.TOP;
    Octree tree = Octree.of(points, levels);
    // The leaves are the smallest boxes above 0.3 wavelengths.
    while (levels < Octree.DEEPEST
        && tree.side(0) / (2 << levels) * k / (2 * Math.PI) >= TRUNCATION.leastSide()) {
      levels++;
    }
    // A surface below 1.2 wavelengths has larger ones then.
    double least = tree.side(levels) * k / (2 * Math.PI);
    var truncation = new Truncation(TRUNCATION.digits(), Math.min(TRUNCATION.leastSide(), least));
    var cut =
        MultipolePlan.of(
            Octree.of(points, levels), k, truncation, COSTS, world.rank(), world.size());
    about =
        String.format(
            Locale.ROOT,
            "%d edges, %.1f wavelengths, levels %d to %d, %d boxes",
            points.length / 3,
            tree.side(0) * k / (2 * Math.PI),
            Octree.TOP,
            levels,
            cut.tree().boxes());
    return TransferPlan.of(cut, world.size(), most);
  }

  private void configure(long pollNanos) {
    step.vectors().bufferBytes(options.buffer());
    step.vectors().buffers(options.buffers());
    step.loop()
        .drain(options.drains())
        .afterPoll(pollNanos == 0 ? null : began -> pollWaits.await(began, pollNanos));
  }

  private Tuner[] tuners() {
    var tuners = new Tuner[options.tuners().size()];
    Arrays.setAll(tuners, i -> TransferOptions.tuner(options.tuners().get(i)));
    if (options.state() != null && Files.exists(options.state())) {
      try {
        tuners[tuners.length - 1] = Tuner.load(InputFile.text(options.state(), LONGEST_STATE));
      } catch (FileException e) {
        throw new IllegalStateException("--state " + e.getMessage(), e);
      } catch (IllegalArgumentException e) {
        throw new IllegalStateException(
            "--state " + options.state() + " cannot be read: " + e.getMessage(), e);
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
    step.loop().policy(TransferOptions.policy(options.tuners().get(turn))).tuneTogether(tuner);
    if (tuner.bufferBytes() == 0 && step.vectors().bufferBytes() != (options.buffer() & -8)) {
      step.vectors().bufferBytes(options.buffer());
    }
    group.barrier();
    step.run();
    StepCounters last = step.loop().last();
    double seconds = group.allreduce(last.seconds(), Operator.MAX);
    int at = FIGURES * world.rank();
    double[] all = new double[FIGURES * world.size()];
    all[at] = last.seconds();
    all[at + 1] = last.p();
    all[at + 2] = last.polls();
    all[at + 3] = last.emptyPolls();
    group.allreduce(all, Operator.SUM);
    if (options.together()) {
      // The polls of all ranks, so that all tuners get the same values.
      long polls = 0;
      long empty = 0;
      for (int rank = 0; rank < world.size(); rank++) {
        polls += (long) all[FIGURES * rank + 2];
        empty += (long) all[FIGURES * rank + 3];
      }
      tuner.observe(last.withLooks(polls, empty));
      tuner.step(seconds);
    } else {
      tuner.observe(last);
      tuner.step(last.seconds());
    }
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
    long sent = group.allreduce(plan.vectorsSent(), Operator.SUM);
    long bytes = group.allreduce(plan.bytesSent(), Operator.SUM);
    long local = group.allreduce((long) plan.local.size(), Operator.SUM);
    if (world.rank() > 0) {
      return;
    }
    results.print(sent, bytes, local);
    var page = ResultsPage.of(world, options.report());
    if (page.isWanted()) {
      page.write(results.page());
    }
    if (options.report() != null) {
      System.out.println("  pictures: " + options.report());
    }
    if (options.state() != null) {
      String state = last.save() + "\n";
      UserFiles.write(options.state(), out -> out.write(state.getBytes(StandardCharsets.UTF_8)));
    }
  }
}
