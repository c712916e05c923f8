// SPDX-License-Identifier: Apache-2.0
package weft.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.TestAbortedException;
import weft.testkit.Chaos;
import weft.testkit.Effort;
import weft.testkit.JobResult;
import weft.testkit.MpiInstallations;
import weft.testkit.RankRecord;
import weft.testkit.TestJob;
import weft.testkit.UcxInstallation;
import weft.transport.JobSetting;

/// Runs random programs over transports, as dynamic tests of JUnit: one for each job, and one that
/// fails if no seed has reached a feature.
///
/// `-Dweft.seeds=N` sets the number of seeds for each transport, `-Dweft.seed=N` the first seed.
/// `-Dweft.random="…"`, which each failure prints, repeats one job alone.
public final class RandomTests {
  /// Seeds over threads, which start fast, and of each transport in a full run.
  private static final int MANY = 20;

  /// Seeds over other transports in a quick run.
  private static final int FEW = 3;

  /// The most seeds of one job: each has its own handlers.
  private static final int MOST_PER_JOB = 10;

  /// How often all seeds' number is tried again, while a feature has not been reached.
  private static final int MOST_AGAIN = 4;

  /// The numbers of ranks, and whether the rings are tiny, in the order in which jobs take them.
  private static final List<RandomJob> SHAPES =
      List.of(
          shape(3, true),
          shape(2, false),
          shape(5, true),
          shape(8, false),
          shape(3, false),
          shape(1, true),
          shape(5, false),
          shape(2, true),
          shape(1, false),
          shape(8, true));

  /// The shapes of the job with most seeds, if there are few seeds over processes.
  private static final List<RandomJob> FEW_RANKS =
      List.of(
          shape(3, true),
          shape(2, false),
          shape(3, false),
          shape(2, true),
          shape(3, true),
          shape(3, false));

  /// The shapes of the job with the other seeds, in the same order.
  private static final List<RandomJob> MANY_RANKS =
      List.of(
          shape(5, false),
          shape(5, true),
          shape(8, true),
          shape(5, false),
          shape(8, false),
          shape(5, true));

  private final RandomKind kind;
  private final Map<String, Long> reached = new TreeMap<>();
  private boolean failed;

  private RandomTests(RandomKind kind) {
    this.kind = kind;
  }

  private static RandomJob shape(int ranks, boolean tiny) {
    return new RandomJob("", ranks, tiny ? RandomJob.TINY_RING : 0, 0, 0);
  }

  /// The tests of `kind` over a transport that every machine has.
  public static Stream<DynamicNode> of(RandomKind kind, String transport) {
    return new RandomTests(kind).tests(jobs(transport));
  }

  /// The tests of `kind` over MPI: `mpi` is `openmpi` or `mpich`. With `only`, MPI carries what
  /// ranks of one host send each other too.
  public static Stream<DynamicNode> ofMpi(RandomKind kind, String mpi, boolean only) {
    Optional<String> missing = MpiInstallations.missing(mpi);
    if (missing.isPresent()) {
      return skipped(mpi, missing.get());
    }
    return of(kind, "mpi:" + (only ? "WEFT_NETWORK_ONLY=1," : "") + "WEFT_MPI=" + mpi);
  }

  /// The tests of `kind` over UCX, which carries what ranks of one host send each other too.
  public static Stream<DynamicNode> ofUcx(RandomKind kind) {
    Optional<String> missing = UcxInstallation.missing();
    return missing.isPresent()
        ? skipped("ucx", missing.get())
        : of(kind, "ucx:WEFT_NETWORK_ONLY=1");
  }

  private static Stream<DynamicNode> skipped(String name, String why) {
    System.err.println("SKIPPED random programs over " + name + ": " + why);
    return Stream.of(
        DynamicTest.dynamicTest(
            name,
            () -> {
              throw new TestAbortedException(why);
            }));
  }

  /// The job that the property `weft.random` names, if it is set.
  public static Stream<DynamicNode> repetition(RandomKind kind) {
    String spec = System.getProperty("weft.random", "");
    return spec.isEmpty()
        ? Stream.of(
            DynamicTest.dynamicTest("nothing to repeat: -Dweft.random is not set", () -> {}))
        : new RandomTests(kind).tests(List.of(RandomJob.parse(spec))).limit(1);
  }

  private static List<RandomJob> jobs(String transport) {
    if (!System.getProperty("weft.random", "").isEmpty()) {
      return List.of();
    }
    boolean threads = transport.equals("threads");
    boolean quick = Effort.current().isQuick();
    int seeds = Integer.getInteger("weft.seeds", quick && !threads ? FEW : MANY);
    long first = Chaos.seed(0);
    if (!threads && isLeftOut(transport, first)) {
      return List.of();
    }
    if (!threads && seeds <= MANY) {
      return fewJobs(transport, first, seeds);
    }
    int perJob = Math.clamp(seeds / SHAPES.size(), 2, MOST_PER_JOB);
    var jobs = new ArrayList<RandomJob>();
    for (int done = 0; done < seeds; done += perJob) {
      RandomJob shape = SHAPES.get(jobs.size() % SHAPES.size());
      jobs.add(shape.with(transport, first + done, Math.min(perJob, seeds - done)));
    }
    return jobs;
  }

  /// Whether a sample leaves this transport out; the property that says how many seeds to try asks
  /// for all.
  public static boolean isLeftOut(String transport, long seed) {
    return Integer.getInteger("weft.seeds") == null && !Effort.current().samples(transport, seed);
  }

  /// One or two jobs of processes. A process takes as long to start as five further seeds. So most
  /// seeds share few ranks, and the rest share more. Which shapes they have depends on the
  /// transport and the first seed.
  private static List<RandomJob> fewJobs(String transport, long first, int seeds) {
    int turn = (int) Math.floorMod(first + transport.hashCode(), (long) FEW_RANKS.size());
    int many = seeds / 5;
    var jobs = new ArrayList<RandomJob>();
    jobs.add(FEW_RANKS.get(turn).with(transport, first, seeds - many));
    if (many > 0) {
      jobs.add(MANY_RANKS.get(turn).with(transport, first + seeds - many, many));
    }
    return jobs;
  }

  private Stream<DynamicNode> tests(List<RandomJob> jobs) {
    var nodes = new ArrayList<DynamicNode>();
    for (RandomJob job : jobs) {
      nodes.add(DynamicTest.dynamicTest(job.toString(), () -> run(job)));
    }
    if (!jobs.isEmpty()) {
      nodes.add(
          DynamicTest.dynamicTest(
              "every feature was reached, " + jobs.get(0).transport(), () -> reachFeatures(jobs)));
    }
    return nodes.stream();
  }

  /// Runs a job, unless an earlier one has failed: one that hangs takes minutes, and the next ones
  /// would most likely hang too.
  private void run(RandomJob job) {
    if (failed) {
      throw new TestAbortedException("an earlier job has failed; repeat that first");
    }
    failed = true;
    check(job);
    failed = false;
  }

  private void check(RandomJob job) {
    TestJob test = job.job(kind.program()).withBudget(kind.budget(job));
    for (Map.Entry<JobSetting, String> it : kind.settings(job).entrySet()) {
      test = test.with(it.getKey(), it.getValue());
    }
    JobResult result = test.run();
    try {
      result.check();
    } catch (TestAbortedException e) {
      failed = false;
      throw e;
    } catch (Throwable e) {
      throw failure(job, result, e);
    }
    var digests = new TreeMap<Long, Long>();
    var told = new TreeMap<Long, Integer>();
    for (RankRecord rank : result.ranks()) {
      for (String note : rank.notes()) {
        String[] parts = note.split(" ", 3);
        if (parts.length == 3) {
          long seed = Long.parseLong(parts[0]);
          digests.merge(seed, Long.parseLong(parts[1]), Long::sum);
          told.merge(seed, 1, Integer::sum);
          SeedsProgram.Tally.parse(
              parts[2], it -> reached.merge(it.getKey(), it.getValue(), Long::sum));
        }
      }
    }
    job.all()
        .forEach(seed -> {
          int heard = told.getOrDefault(seed, 0);
          long digest = digests.getOrDefault(seed, 0L);
          if (heard != job.ranks()) {
            throw new AssertionError(
                heard + " of " + job.ranks() + " ranks have told their digest" + repeat(job, seed));
          }
          if (digest != kind.digest(seed)) {
            throw new AssertionError(
                "the digest of seed "
                    + seed
                    + " is "
                    + Long.toHexString(digest)
                    + ", and that of the model "
                    + Long.toHexString(kind.digest(seed))
                    + repeat(job, seed));
          }
        });
  }

  /// The failure with all that repeats it: the command, and the program of the seed.
  private AssertionError failure(RandomJob job, JobResult result, Throwable cause) {
    long seed = job.first();
    for (RankRecord rank : result.ranks()) {
      String unfinished = rank.unfinished();
      if (unfinished != null) {
        seed = Long.parseLong(unfinished);
        break;
      }
    }
    return new AssertionError(cause.getMessage() + repeat(job, seed), cause);
  }

  private String repeat(RandomJob job, long seed) {
    String command = "\n  ./weft test --room random -- -Dtest=%s -Dweft.random=\"%s\"";
    return "\n%s; seed %d alone:%s\nthe whole job:%s\nThe program of seed %d:\n%s"
        .formatted(
            job,
            seed,
            command.formatted(kind.test(), job.only(seed).spec()),
            command.formatted(kind.test(), job.spec()),
            seed,
            kind.listing(seed));
  }

  /// Fails if a feature is never reached. A run that did not reach a feature is none for it: so
  /// more seeds are tried, several times as many again as there were. Some features depend on
  /// times, such as moves by measured loads, and few seeds may all miss one.
  private void reachFeatures(List<RandomJob> jobs) {
    if (failed) {
      throw new TestAbortedException("a job has failed, so not all have run");
    }
    Set<String> required = new TreeSet<>();
    for (RandomJob job : jobs) {
      required.addAll(kind.features(job));
    }
    RandomJob last = jobs.get(jobs.size() - 1);
    long next = last.first() + last.seeds();
    for (int again = 0; again < MOST_AGAIN; again++) {
      for (RandomJob like : jobs) {
        if (!reached.keySet().containsAll(required)) {
          run(like.with(like.transport(), next, like.seeds()));
          next += like.seeds();
        }
      }
    }
    var table = new StringBuilder();
    Set<String> all = new TreeSet<>(reached.keySet());
    all.addAll(required);
    for (String feature : all) {
      table.append("%12d  %s%n".formatted(reached.getOrDefault(feature, 0L), feature));
    }
    System.out.println(
        last.transport()
            + ": "
            + (next - jobs.get(0).first())
            + " seeds from "
            + jobs.get(0).first()
            + " on; how often each feature was reached\n"
            + table);
    required.removeAll(reached.keySet());
    if (!required.isEmpty()) {
      throw new AssertionError(
          "no seed of " + jobs + " has reached " + required + "; the counts are\n" + table);
    }
  }
}
