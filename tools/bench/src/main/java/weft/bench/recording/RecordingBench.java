// SPDX-License-Identifier: Apache-2.0
package weft.bench.recording;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import weft.bench.BenchException;
import weft.bench.BenchMachine;
import weft.bench.Mains;
import weft.bench.Report;
import weft.bench.harness.BenchArguments;
import weft.bench.harness.Statistics;
import weft.transport.JobVariables;
import weft.transport.job.TemporaryFolder;

/// `weft bench recording`: measures the cost of recording for a handler and for two programs, and
/// compares a handler with Flight Recorder. Each figure without recording comes from jobs that
/// alternate with those that are recorded.
public final class RecordingBench {
  private static final String COMMAND = "weft bench recording";
  private static final String HANDLERS = "handlers";
  private static final String PROGRAMS = "programs";
  private static final String FLIGHT = "flight";
  private static final List<String> PARTS = List.of(HANDLERS, PROGRAMS, FLIGHT);
  private static final String HELP =
      """
        --transport shm|threads   how the ranks are joined (shm)
        --quick                   shorter and fewer jobs: rougher figures in about a minute
        --rounds N                how many jobs of each kind for handlers (6, quick 3)
        --pairs N                 how many pairs of runs of each program (20, quick 6)
        --only PART,PART,…        handlers, programs, flight; all of them unless given
        --seed S                  the order of handlers (a new one each time)
        --weft FILE               the weft command that starts the jobs
        --json FILE               also write the figures to this file
        --help                    this help
      """;

  private static final int ROUNDS = 6;
  private static final int PAIRS = 20;
  private static final int SIZE = 1024;
  private static final int EVENTS = 1 << 20;
  private static final Pattern NANOS =
      Pattern.compile(RecordedFlood.TRIP + "([0-9.]+); " + RecordedFlood.NANOS + "([0-9.]+)");
  private static final Pattern SECONDS = Pattern.compile("(?m)^  ([0-9.]+) s[ ,(]");

  /// The user's options.
  private record Options(
      String transport,
      boolean quick,
      int rounds,
      int pairs,
      Set<String> only,
      long seed,
      Path weft,
      @Nullable Path json) {
    static @Nullable Options of(String... args) {
      var given = new BenchArguments(args);
      if (given.wantHelp()) {
        return null;
      }
      boolean quick = given.has("--quick");
      Path weft = given.file("--weft");
      var options =
          new Options(
              given.one("--transport", "shm", "threads"),
              quick,
              given.count("--rounds", quick ? 3 : ROUNDS),
              given.count("--pairs", quick ? 6 : PAIRS),
              given.parts(PARTS, PARTS),
              given.seed(),
              weft != null ? weft : BenchMachine.weft().orElseThrow(Options::noCommand),
              given.output("--json"));
      given.checkAllKnown(HELP);
      return options;
    }

    private static IllegalArgumentException noCommand() {
      return new IllegalArgumentException("the weft command was not found; name it with --weft");
    }
  }

  private final Options options;
  private final Report report;
  private final Path folder;

  private RecordingBench(Options options, Report report, Path folder) {
    this.options = options;
    this.report = report;
    this.folder = folder;
  }

  /// See `--help`.
  public static void main(String[] args) {
    Mains.run(COMMAND, () -> run(args));
  }

  private static void run(String[] args) throws Exception {
    Options options = Mains.options(COMMAND, HELP, Options::of, args);
    if (options == null) {
      return;
    }
    Report report = Mains.report(options.transport(), options.rounds(), options.seed());
    Path folder = BenchMachine.temporary();
    var bench = new RecordingBench(options, report, folder);
    try {
      bench.measure();
    } finally {
      TemporaryFolder.delete(folder);
    }
    Mains.end(report, options.json(), List.of());
  }

  private void measure() throws IOException, InterruptedException {
    if (options.only().contains(HANDLERS)) {
      handlers();
    }
    if (options.only().contains(PROGRAMS)) {
      programs();
    }
    if (options.only().contains(FLIGHT)) {
      flight();
    }
  }

  // Handlers.

  private void handlers() throws IOException, InterruptedException {
    var rows = new ArrayList<List<Object>>();
    for (int handlers : List.of(1, 8)) {
      var off = new ArrayList<Double>();
      var on = new ArrayList<Double>();
      var trips = new ArrayList<Double>();
      for (int job = 0; job < options.rounds(); job++) {
        flood(handlers, false, off, trips);
        flood(handlers, true, on, new ArrayList<>());
      }
      String what = handlers == 1 ? "one handler" : handlers + " handlers in random order";
      double[] without = sorted(off);
      double[] with = sorted(on);
      rows.add(
          List.of(
              what,
              without[0],
              with[0],
              Statistics.median(without),
              Statistics.median(with),
              Statistics.median(sorted(trips))));
      report.limit(what + ", more by the best rounds", "", with[0] - without[0], true, 40, "ns");
      report.limit(
          what + ", more by medians",
          "",
          Statistics.median(with) - Statistics.median(without),
          true,
          40,
          "ns");
    }
    report.table(
        "handlers",
        "A flood of one-word messages between two ranks, nanoseconds a message",
        List.of(
            "what",
            "not recorded, best",
            "recorded, best",
            "not recorded, median",
            "recorded, median",
            "half a round trip, not recorded"),
        rows);
  }

  /// Adds the rounds of one job, but for the first third, in which compilers work.
  private void flood(int handlers, boolean recorded, List<Double> nanos, List<Double> trips)
      throws IOException, InterruptedException {
    int messages = options.quick() ? 500_000 : 2_000_000;
    String out =
        weft(
            recorded,
            List.of("--class-path", System.getProperty("java.class.path")),
            RecordedFlood.class.getName(),
            Integer.toString(handlers),
            Integer.toString(messages),
            "9",
            Long.toString(options.seed()));
    Matcher line = NANOS.matcher(out);
    for (int round = 0; line.find(); round++) {
      if (round >= 3) {
        trips.add(Double.parseDouble(line.group(1)));
        nanos.add(Double.parseDouble(line.group(2)));
      }
    }
  }

  // Programs.

  private void programs() throws IOException, InterruptedException {
    Path picture = folder.resolve("picture.png");
    var image = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_BYTE_GRAY);
    for (int i = 0; i < SIZE / 4; i++) {
      for (int j = 0; j < SIZE / 4; j++) {
        image.getRaster().setSample(SIZE / 3 + i, SIZE / 3 + j, 0, 255);
      }
    }
    ImageIO.write(image, "png", picture.toFile());
    var rows = new ArrayList<List<Object>>();
    rows.add(
        program(
            "wave2d",
            "--input",
            picture.toString(),
            "--steps",
            "3000",
            "--out",
            folder.resolve("out.png").toString()));
    rows.add(program("netsort", "--n", "8000000"));
    report.table(
        "programs",
        "Programs on two ranks, seconds as they print them, runs of both kinds in turn",
        List.of(
            "program",
            "not recorded, median",
            "recorded, median",
            "recorded / not, median of pairs",
            "95 % from",
            "to"),
        rows);
  }

  /// Pairs of runs of one program. Single runs differ by much more than recording can cost, so the
  /// median of many short pairs decides, with the interval in which it lies.
  private List<Object> program(String name, String... arguments)
      throws IOException, InterruptedException {
    var off = new double[options.pairs()];
    var on = new double[options.pairs()];
    var ratios = new double[options.pairs()];
    for (int pair = 0; pair < ratios.length; pair++) {
      // In turns, so that neither is always the one after the other.
      boolean first = pair % 2 == 0;
      double one = seconds(first, name, arguments);
      double other = seconds(!first, name, arguments);
      on[pair] = first ? one : other;
      off[pair] = first ? other : one;
      ratios[pair] = on[pair] / off[pair];
    }
    double ratio = Statistics.median(ratios);
    report.limit(name + ", recorded / not", "", ratio, true, 1.03, "");
    double[] interval = Statistics.medianInterval(ratios);
    return List.of(
        name, Statistics.median(off), Statistics.median(on), ratio, interval[0], interval[1]);
  }

  private double seconds(boolean recorded, String program, String... arguments)
      throws IOException, InterruptedException {
    String out = weft(recorded, List.of(), program, arguments);
    Matcher line = SECONDS.matcher(out);
    if (!line.find()) {
      throw new BenchException(program + " printed no time: " + out);
    }
    return Double.parseDouble(line.group(1));
  }

  // Flight Recorder.

  private void flight() {
    var rounds = new FlightRounds(options.quick() ? 5 : 15);
    rounds.measure();
    var rows = new ArrayList<List<Object>>();
    for (FlightRounds.When when : FlightRounds.When.values()) {
      double[] nanos = rounds.of(when);
      rows.add(List.of(when.text, Statistics.quantile(0, nanos), Statistics.median(nanos)));
    }
    report.table(
        "flight",
        "One handler beside Flight Recorder, two threads, nanoseconds a message",
        List.of("job", "best", "median"),
        rows);
  }

  // Jobs.

  /// Runs a program on two ranks, and returns its output.
  private String weft(boolean recorded, List<String> more, String program, String... arguments)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(options.weft().toString(), "run", "-n", "2"));
    command.addAll(List.of("--transport", options.transport()));
    command.addAll(more);
    if (recorded) {
      // This writes nothing at the end; the ring below is as large as for a page.
      command.addAll(List.of("--last", "1"));
    }
    command.add(program);
    command.addAll(List.of(arguments));
    Path errors = folder.resolve("errors");
    var builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().put("WEFT_NO_BUILD", "1");
    builder.environment().put(JobVariables.RECORD_EVENTS, Integer.toString(EVENTS));
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    if (code != 0) {
      throw new BenchException(
          String.join(" ", command)
              + " ended with code "
              + code
              + ":\n"
              + Files.readString(errors));
    }
    return out;
  }

  private static double[] sorted(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
  }
}
