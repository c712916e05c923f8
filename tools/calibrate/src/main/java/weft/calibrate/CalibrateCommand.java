// SPDX-License-Identifier: Apache-2.0
package weft.calibrate;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import weft.calibrate.rank.SliceEffort;
import weft.cli.CommandException;
import weft.cli.profile.UserProfile;
import weft.model.ModelException;
import weft.model.Platform;
import weft.model.measured.Figure;
import weft.model.measured.PlatformFit;
import weft.model.measured.Subject;
import weft.model.profile.Profile;

/// `weft calibrate`: measures what communication costs here.
@Command(
    name = "calibrate",
    customSynopsis = "weft calibrate [OPTIONS]",
    sortOptions = false,
    description = {
      "Measures what communication costs on this machine, and writes a profile, which",
      "weft predict and the choice of collective algorithms use from then on.",
      ""
    },
    footer = {"", "The machine should have nothing else to do meanwhile."})
final class CalibrateCommand implements Callable<Integer> {
  private static final List<String> NETWORKS = List.of("tcp", "mpi", "ucx");
  private static final int MOST_TOLD = 5;
  private static final int MOST_ROUNDS = 10_000;
  private static final int MOST_RANKS = 1024;

  @Option(
      names = "--quick",
      description = "Half a minute instead of some: rougher, and without a table of choices.")
  boolean isQuick;

  @Option(
      names = "--check",
      description = "Measure ten things again, and say whether the profile still holds.")
  boolean isCheck;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "The profile; unless given, the one in your folder that weft predict finds.")
  @Nullable Path out;

  @Option(
      names = "--ranks",
      paramLabel = "N,N",
      split = ",",
      description = "The numbers of ranks in the table of choices; up to the cores unless given.")
  List<Integer> ranks = new ArrayList<>();

  @Option(
      names = "--exhaustive",
      description = "Measure every candidate for the table, also those that the model rules out.")
  boolean isExhaustive;

  @Option(
      names = "--hosts",
      paramLabel = "HOST,HOST",
      description = "Also measure the network, between the first two of these hosts.")
  @Nullable String hosts;

  @Option(
      names = "--transport",
      paramLabel = "NAME",
      description = "How ranks on several hosts reach each other: tcp (default), mpi or ucx.")
  @Nullable String transport;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often each thing is measured; 40 unless given, 25 with --quick.")
  @Nullable Integer rounds;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "The order of the measurements; a new one each time.")
  @Nullable Long seed;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  private final PrintStream stdout;
  private final PrintStream err;

  CalibrateCommand(PrintStream stdout, PrintStream err) {
    this.stdout = stdout;
    this.err = err;
  }

  @Override
  public Integer call() {
    if (rounds != null && (rounds < 1 || rounds > MOST_ROUNDS)) {
      throw CommandException.usage(
          "--rounds %d is not possible; give a number from 1 to %d."
              .formatted(rounds, MOST_ROUNDS));
    }
    MeasuringJobs jobs =
        new MeasuringJobs(err, seed == null ? new Random().nextInt(1 << 20) : seed);
    Path file = out == null ? UserProfile.path() : out;
    if (isCheck) {
      return new HoldCheck(stdout, jobs).run(file);
    }
    if (transport != null && (hosts == null || !NETWORKS.contains(transport))) {
      throw CommandException.usage(
          "--transport is tcp, mpi or ucx, for --hosts; ranks of this machine are measured as"
              + " processes.");
    }
    List<String> names = hosts == null ? List.of() : List.of(hosts.split(",", -1));
    if (hosts != null && (names.size() < 2 || names.stream().anyMatch(String::isBlank))) {
      throw CommandException.usage("--hosts names two hosts at least: --hosts a,b.");
    }
    int cores = cores();
    List<Integer> many = many(cores);
    UserProfile.checkTarget(file);
    Profile profile;
    try {
      profile = profile(file, jobs, cores, many);
    } catch (ModelException e) {
      throw CommandException.failure(
          "These measurements give no profile: " + e.getMessage() + ". Nothing was written.");
    }
    UserProfile.write(file, profile);
    stdout.println("The profile is in " + file + ".");
    return 0;
  }

  private String overHosts() {
    return transport == null ? NETWORKS.getFirst() : transport;
  }

  private static int cores() {
    return Integer.parseInt(UserProfile.environment().getOrDefault("cores", "1"));
  }

  private List<Integer> many(int cores) {
    if (cores < 2) {
      throw CommandException.usage(
          "Two ranks at the same time need two cores, and this machine has %d. Without them there"
                  .formatted(cores)
              + " is nothing to measure: use a profile of a like machine with weft predict"
              + " --profile.");
    }
    List<Integer> given = new ArrayList<>(ranks);
    for (int count = 2; ranks.isEmpty() && count < cores; count *= 2) {
      given.add(count);
    }
    if (ranks.isEmpty()) {
      given.add(cores);
    }
    List<Integer> many = given.stream().distinct().sorted().toList();
    if (many.getFirst() < 2 || many.getLast() > MOST_RANKS) {
      throw CommandException.usage(
          "--ranks are numbers from 2 to %d, for as many ranks on this machine."
              .formatted(MOST_RANKS));
    }
    return many;
  }

  private Profile profile(Path file, MeasuringJobs jobs, int cores, List<Integer> many) {
    List<String> local = List.of("--transport", "shm");
    SliceEffort effort = effort();
    List<MeasuredSlice> samples =
        new ArrayList<>(jobs.run("two ranks", local, 2, effort, Plan.pair(isQuick)));
    Distances distances = Distances.of(samples);
    List<Figure> more = new ArrayList<>();
    for (int count = 4; count <= cores; count *= 2) {
      var together =
          jobs.run(count + " ranks", local, count, effort, Plan.together(count, isQuick));
      more.addAll(Distances.of(together).figures(together).values().iterator().next());
    }
    List<Figure> network = hosts == null ? List.of() : network(jobs, effort);
    Map<String, String> environment = UserProfile.environment();
    if (hosts != null) {
      environment.put("hosts", hosts);
      environment.put("transport", overHosts());
    }
    List<Profile.Set> sets = new ArrayList<>();
    for (Map.Entry<String, List<Figure>> each : distances.figures(samples).entrySet()) {
      List<Figure> all = new ArrayList<>(each.getValue());
      all.addAll(more);
      Platform platform = PlatformFit.local(name(environment, each.getKey()), all);
      if (hosts != null) {
        platform = PlatformFit.network(platform, network);
        all.addAll(network);
      }
      int slices = each.getValue().stream().mapToInt(Figure::samples).sum();
      double share = Math.round(1000.0 * slices / samples.size()) / 10.0;
      String set = each.getKey();
      sets.add(new Profile.Set(set, share, platform, all));
      say(set, share, each.getValue(), platform);
    }
    Map<String, List<String>> choices = new LinkedHashMap<>();
    if (!isQuick) {
      Platform usual = sets.getFirst().platform();
      var choosing = new Choosing(jobs, local, usual, cores, isExhaustive);
      choices.put(Profile.SHARED, choosing.lines(many));
      stdout.println("The table of choices: " + choosing.counts() + ".");
    }
    String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    return new Profile(file.toString(), now, environment, sets, choices);
  }

  private SliceEffort effort() {
    int usual = isQuick ? 25 : 40;
    return new SliceEffort(rounds == null ? usual : rounds, 2, isQuick ? 1500 : 4000, 3);
  }

  /// What the network takes, between all pairs of hosts together.
  private List<Figure> network(MeasuringJobs jobs, SliceEffort effort) {
    HostPairs pairs =
        HostPairs.measure(jobs, effort, overHosts(), List.of(String.valueOf(hosts).split(",")));
    pairs.differences().forEach(stdout::println);
    return pairs.figures();
  }

  private static String name(Map<String, String> environment, String set) {
    return "%s, %s cores%s"
        .formatted(
            environment.get("processor"),
            environment.get("cores"),
            set.isEmpty() ? "" : ", " + set);
  }

  private void say(String set, double share, List<Figure> figures, Platform platform) {
    if (!set.isEmpty()) {
      stdout.println(
          "The processors were %s for %s %% of the measurements.".formatted(set, number(share)));
    }
    platform.remarks().forEach(stdout::println);
    int outliers = figures.stream().mapToInt(Figure::outliers).sum();
    int count = figures.stream().mapToInt(Figure::samples).sum();
    stdout.println(
        "%,d slices, of which %,d (%s %%) are outliers."
            .formatted(count, outliers, number(100.0 * outliers / Math.max(1, count))));
    List<Figure> wide =
        figures.stream()
            .filter(it -> it.width() > UserProfile.WIDE)
            .sorted((a, b) -> Double.compare(b.width(), a.width()))
            .toList();
    if (!wide.isEmpty()) {
      stdout.println(
          ("The machine is noisy: of %d of %d times the true median is known to no better than"
                  + " %.0f %%. The widest:")
              .formatted(wide.size(), figures.size(), 100 * UserProfile.WIDE));
      wide.stream()
          .limit(MOST_TOLD)
          .forEach(it ->
              stdout.println(
                  String.format(
                      Locale.ROOT,
                      "  %-44s %.3g µs ± %.0f %%",
                      text(it.subject()),
                      it.median(),
                      100 * it.width())));
    }
  }

  /// A subject for people.
  static String text(Subject subject) {
    return "%s%s of %d bytes, %s, %d ranks"
        .formatted(
            subject.what(),
            subject.algorithm().equals(Subject.PLAIN) ? "" : " " + subject.algorithm(),
            subject.bytes(),
            subject.isRegistered() ? "segments" : "arrays",
            subject.ranks());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
