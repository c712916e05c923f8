// SPDX-License-Identifier: Apache-2.0
package weft.system.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import weft.JobFailedException;
import weft.system.ProjectTree;
import weft.testkit.Chaos;
import weft.testkit.Effort;
import weft.testkit.Sampled;

/// Every example runs with 1, 2 and 3 ranks, as threads and as processes, and prints what it
/// should.
@Sampled
final class ExamplesTest {
  private static final long SEED = Chaos.seed(0);

  private static final int MOST_RANKS = 3;

  /// What an example prints with so many ranks, in any order.
  private static final Map<String, IntFunction<List<String>>> OUTPUT =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry(
                  "HowdyWorld",
                  n -> each(n, rank -> "rank " + (rank + 1) % n + ": howdy from rank " + rank)),
              Map.entry(
                  "RingPass",
                  n -> each(n, rank -> "rank " + (rank + 1) % n + ": hop " + (rank + 1))),
              Map.entry(
                  "maxwell/PlateEcho",
                  n ->
                      List.of(
                          "280 unknowns",
                          "from above 0.97 m², as a mirror 1.13 m²",
                          "from 30 degrees 0.13 m²")),
              Map.entry(
                  "model/PricePattern",
                  n ->
                      List.of(
                          "consecutive ranks on a host: 5271 µs",
                          "ranks dealt to hosts in turn: 1164 µs")),
              Map.entry("model/AskOneByOne", n -> List.of("the answers add up to 9999900000")),
              Map.entry("SendFromHandlers", n -> List.of("the tree has " + (1 << 15) + " leaves")),
              Map.entry(
                  "SendArrays",
                  n -> each(n, rank -> "a column of 100000 values, each " + (rank + 1.0))),
              Map.entry(
                  "CountSamples",
                  n -> List.of("of 200000 samples, 3293 are in the fullest of 64 bins")),
              Map.entry("FirstObject", n -> List.of("the account holds " + n * (n + 1) / 2)),
              Map.entry("MigrateObject", n -> List.of("1000 messages seen, 0 out of order")),
              Map.entry(
                  "ObjectArray",
                  n -> List.of("round 0: 7.485470860550343", "round 1: 16.485470860550343")),
              Map.entry(
                  "arrays/RefineArray",
                  n -> List.of("round 0: 104", "round 1: 104", "round 2: 104", "border 3")),
              Map.entry(
                  "BalanceLoads",
                  n -> List.of("uneven before: " + (n > 1) + ", after: false, regions 240")),
              Map.entry(
                  "balancing/OwnPolicy",
                  n -> each(n, rank -> "rank " + rank + " has " + 60 / n + " cells")),
              Map.entry(
                  "AggregateRecords",
                  n -> List.of("all ranks together counted " + 100_000 * n + " records")),
              Map.entry("WordCounts", n -> each(n, rank -> wordCounts(n, rank))),
              Map.entry("records/CountWords", n -> List.of("and 4", "the 7", "warp 3", "weft 3")),
              Map.entry(
                  "records/JoinTables",
                  n ->
                      List.of(
                          "city 0: 776466",
                          "city 1: 770386",
                          "city 2: 771098",
                          "without a customer: 232050")),
              Map.entry(
                  "grids/HaloPlate",
                  n -> List.of("after 200 steps the middle has 1.8210356505121683 degrees")),
              Map.entry(
                  "tuning/TunePolls",
                  n -> List.of("each rank received 4000, all resume alike: true")),
              Map.entry(
                  "tuning/OwnTuner",
                  n -> List.of("rank 0 received 1500, its tuner resumes alike: true")),
              Map.entry(
                  "mesh/NearestNeighbours",
                  n -> each(n, rank -> "1000 of 1000 nearest points are right")),
              Map.entry(
                  "mesh/VoronoiVolumes",
                  n ->
                      List.of(
                          "432 points, 250 cells have an end",
                          "the cell in the middle: volume 0.500, 14 faces, area 3.348")),
              Map.entry(
                  "mesh/MovingFront",
                  n ->
                      List.of(
                          "coarse: 1544 tets",
                          "round 0: 32283 tets, 95 % of them within 0.2 of the front",
                          "round 1: 33156 tets, 94 % of them within 0.2 of the front",
                          "round 2: 33118 tets, 95 % of them within 0.2 of the front",
                          "round 3: 33381 tets, 94 % of them within 0.2 of the front",
                          "round 4: 33125 tets, 95 % of them within 0.2 of the front",
                          "round 5: 33201 tets, 95 % of them within 0.2 of the front",
                          "round 6: 33250 tets, 94 % of them within 0.2 of the front",
                          "round 7: 33169 tets, 95 % of them within 0.2 of the front",
                          "round 8: 33284 tets, 95 % of them within 0.2 of the front",
                          "round 9: 32115 tets, 95 % of them within 0.2 of the front")),
              Map.entry("mesh/PoissonSolver", n -> List.of("mean error 0.0009")),
              Map.entry(
                  "mesh/SurfaceDefects",
                  n ->
                      List.of(
                          "REPEATED_TRIANGLE: 1 triangle has the corners of another one: at (0,"
                              + " 0.333333, 0.333333). Repair removes all but the first. The other"
                              + " checks take each once.",
                          "FLIPPED: 1 triangle faces the other way than its neighbours: at"
                              + " (0.333333, 0.333333, 0.333333). Repair turns them.",
                          "1 repeated triangle was removed.",
                          "1 triangle was turned.",
                          "clean: true, volume 0.1667")),
              Map.entry(
                  "checkpoints/SaveSteps", n -> List.of("after 2000 steps the sum is 29992208")),
              Map.entry(
                  "outofcore/BigMap",
                  n ->
                      List.of(
                          "6400 visits to a map of 16777216 cells", "most tiles came from disk")),
              Map.entry("checkpoints/SaveObjects", n -> List.of("the walker made 200001 visits")),
              Map.entry("OverlapSteps", n -> List.of("all ranks together hold 1.000000")),
              Map.entry("WorkQueue", n -> List.of("17984 primes below 200000")),
              Map.entry(
                  "HaloExchange",
                  n -> List.of("after 400 steps the middle has 28.200665099823098 degrees")),
              Map.entry("WorkerSubmits", n -> List.of("each rank's share of the sum is 385")),
              Map.entry(
                  "TrySend", n -> each(n, rank -> "rank " + rank + " has received 200000 items")),
              Map.entry(
                  "arrays/SendColumn", n -> each(n, rank -> gotColumn(rank, (rank + n - 1) % n))),
              Map.entry(
                  "SmallCollectives",
                  n ->
                      List.of(
                          "seed 4711, worst 1.0, ranks " + n + ", sum " + n * (n - 1) / 2,
                          "after three steps " + (double) ((n + 2) * n + 3) * n)),
              Map.entry(
                  "SendObjects",
                  n ->
                      each(
                          n,
                          rank ->
                              "rank "
                                  + (rank + 1) % n
                                  + " has p"
                                  + rank
                                  + ", which was on ["
                                  + rank
                                  + "]")),
              Map.entry(
                  "AskForResult",
                  n ->
                      List.of(
                          "Entry[word=weft, meanings=[crosswise threads, woof]]",
                          "Entry[word=warp, meanings=[lengthwise threads]]",
                          "java.util.NoSuchElementException: no word heddle",
                          "2 words of four letters begin with w")),
              Map.entry(
                  "PutAndGet",
                  n ->
                      each(
                          n,
                          rank ->
                              "rank "
                                  + rank
                                  + " was given "
                                  + (rank + n - 1) % n
                                  + ".0, the previous one "
                                  + (rank + 2 * n - 2) % n
                                  + ".0")),
              Map.entry(
                  "PutThenRun",
                  n ->
                      each(
                          n,
                          rank -> "rank " + rank + ": the rows sum up to " + 250.0 * n * (n + 1))),
              Map.entry(
                  "SpreadPanels",
                  n ->
                      List.of(
                          "row " + IntStream.range(0, 2 * n).mapToObj(i -> (double) i).toList(),
                          "sums "
                              + List.of(
                                  n * (n - 1.0) + 50 * n * (n - 1),
                                  n * (2 * n - 1.0) + 50 * n * (n - 1)))),
              Map.entry(
                  "RowsAndColumns",
                  n ->
                      List.of(
                          "edges "
                              + (n == 1
                                  ? List.of(1.0, 1.0, 1.0, 1.0)
                                  : List.of(1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0))
                              + ", sum "
                              + (double) ((n + 1) / 2 * ((n + 1) / 2)))),
              Map.entry("ReduceMeanwhile", n -> List.of("norm %.3f".formatted(74.088 + 6 * n))),
              Map.entry(
                  "BestOfAll", n -> List.of("the best of " + n + " starts at rank " + (n - 1))),
              Map.entry(
                  "GatherMeanwhile",
                  n -> List.of(4 * n + " routes, " + 5.0 * n * (n + 1) + " long together")),
              Map.entry(
                  "SolveEquations", n -> List.of("300 equations solved, residual below 1: true")),
              Map.entry(
                  "SolveFromFiles",
                  n -> List.of("inertia 20 positive, 10 negative; residual below 1: true")),
              Map.entry(
                  "MultiplyMatrices",
                  n ->
                      List.of(
                          "[2646700.0, 2666600.0, 2686500.0, 2666600.0, 2686700.0, 2706800.0,"
                              + " 2686500.0, 2706800.0, 2727100.0]",
                          "norm 8120400.0")),
              Map.entry(
                  "mpi/BesideMpi", n -> each(n, rank -> "rank " + rank + " was told 7485: true")),
              Map.entry("SharedCounter", n -> List.of("17984 primes below 200000")),
              Map.entry("ForgottenFence", n -> List.of("it has come: 10")),
              Map.entry("MatrixBlock", n -> each(3, row -> "row " + row + ":" + columns(n, row)))));

  /// Examples that other tests run, each with the reason.
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "StopOnError", "it fails: see below, and docs/guide/errors.md",
          "WhoWaits", "it takes seconds: see docs/guide/progress-and-waiting.md",
          "EmbeddedJob", "it says itself how many ranks it has: see below");

  private static List<String> each(int ranks, IntFunction<String> line) {
    return IntStream.range(0, ranks).mapToObj(line).toList();
  }

  private static String wordCounts(int ranks, int rank) {
    var counts = new TreeMap<String, Integer>();
    String text = "the warp is held and the weft is drawn the weft turns and goes back";
    for (String word : text.split(" ")) {
      if (Math.floorMod(word.hashCode(), ranks) == rank) {
        counts.merge(word, 1, Integer::sum);
      }
    }
    return "rank " + rank + " counted " + counts;
  }

  private static String columns(int ranks, int row) {
    return IntStream.range(0, ranks)
        .mapToObj(rank -> (" " + rank + "." + row).repeat(2))
        .collect(Collectors.joining());
  }

  private static String gotColumn(int rank, int from) {
    return "rank %d got [%d.03, %d.07, %d.11]".formatted(rank, from, from, from);
  }

  private static List<String> output(String name, int ranks) {
    return Objects.requireNonNull(OUTPUT.get(name)).apply(ranks);
  }

  static List<String> examples() {
    return List.copyOf(OUTPUT.keySet());
  }

  /// In a brief run these are few, and in a quick run half: threads have shown what each prints.
  static List<String> examplesOfProcesses() {
    Effort effort = Effort.current();
    return effort.isBrief()
        ? examples().stream()
            .filter(name -> effort.tries(name, SEED) && effort.samples(name, ~SEED))
            .toList()
        : effort.some(examples(), "examples", SEED);
  }

  @Test
  void everyExampleIsRun() {
    Path sources = ProjectTree.root().resolve("examples/src/main/java");
    List<String> names =
        ProjectTree.filesEndingWith(".java").stream()
            .filter(file -> file.startsWith(sources))
            .map(file -> sources.relativize(file).toString().replace(".java", ""))
            .toList();
    var known = new ArrayList<>(OUTPUT.keySet());
    known.addAll(ELSEWHERE.keySet());
    assertThat(known).containsExactlyInAnyOrderElementsOf(names);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void runsAsThreads(String name) throws Exception {
    for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
      assertThat(runHere(name, "--weft-ranks", "" + ranks))
          .as("%s with %d threads", name, ranks)
          .containsExactlyInAnyOrderElementsOf(output(name, ranks));
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("examplesOfProcesses")
  void runsAsProcesses(String name) throws Exception {
    try (Shell shell = Shell.open()) {
      for (int ranks : Effort.current().ranks("shm", 1, 2, MOST_RANKS)) {
        Shell.Result result =
            shell.run("./weft run -n " + ranks + " examples/src/main/java/" + name + ".java");
        assertThat(result.lines())
            .as("%s with %d processes", name, ranks)
            .containsExactlyInAnyOrderElementsOf(output(name, ranks));
        assertThat(result.exitCode()).isZero();
      }
    }
  }

  @Test
  void aFailureIsThrownToWhoeverLaunched() throws Exception {
    for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
      Throwable thrown = thrownHere("StopOnError", "--weft-ranks", "" + ranks);
      assertThat(thrown)
          .isInstanceOf(JobFailedException.class)
          .hasMessageContaining("rank " + (ranks - 1) + " failed in handler \"length\"")
          .hasMessageContaining("for a message from rank 0")
          .hasRootCauseMessage("a length of -1 metres");
    }
  }

  @Test
  void aJobRunsInsideAnyMain() throws Exception {
    assertThat(runHere("EmbeddedJob")).isEqualTo(List.of("0 + 1 + 2 = 3", "0 + 1 + 2 + 3 = 6"));
  }

  /// Runs an example's `main` in this JVM, as an IDE does, and returns what it printed.
  private static List<String> runHere(String name, String... args) throws Exception {
    PrintStream before = System.out;
    var bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, UTF_8));
    try {
      start(name, args);
    } finally {
      System.setOut(before);
    }
    return bytes.toString(UTF_8).lines().toList();
  }

  private static Throwable thrownHere(String name, String... args) throws Exception {
    try {
      runHere(name, args);
    } catch (InvocationTargetException e) {
      return Objects.requireNonNull(e.getCause());
    }
    throw new AssertionError(name + " has not failed with " + Arrays.toString(args));
  }

  private static void start(String name, String... args) throws Exception {
    Class<?> type = Class.forName(name.replace('/', '.'));
    Method main =
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> method.getName().equals("main"))
            .findFirst()
            .orElseThrow();
    main.setAccessible(true);
    @Nullable Object self = null;
    if (!Modifier.isStatic(main.getModifiers())) {
      Constructor<?> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      self = constructor.newInstance();
    }
    if (main.getParameterCount() == 0) {
      main.invoke(self);
    } else {
      main.invoke(self, (Object) args);
    }
  }
}
