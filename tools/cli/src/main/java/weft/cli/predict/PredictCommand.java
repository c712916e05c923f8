// SPDX-License-Identifier: Apache-2.0
package weft.cli.predict;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import weft.cli.Child;
import weft.cli.CommandException;
import weft.cli.Machine;
import weft.cli.profile.UserProfile;
import weft.collective.schedule.Collective;
import weft.model.Platform;
import weft.model.profile.BuiltInProfile;
import weft.model.profile.Profile;
import weft.model.profile.Scaling;
import weft.record.reading.KeptRecording;
import weft.report.Page;
import weft.report.ReportException;

/// `weft predict`: what communication will cost, by the τ-Lop model.
@Command(
    name = "predict",
    customSynopsis = {
      "weft predict OPERATION [OPTIONS]",
      "weft predict summa|wave2d [OPTIONS]",
      "weft predict FOLDER [OPTIONS]",
      "weft predict --guidelines[=TABLE] [OPTIONS]"
    },
    sortOptions = false,
    description = {
      "Predicts what a collective operation costs, by every algorithm and chunk, the fastest "
          + "first; or what SUMMA or a step of Wave2D costs; or what a run whose recording is in FOLDER "
          + "(weft run --record FOLDER) would take on another machine. Nothing is run: the times come "
          + "from the profile of this machine (weft calibrate), or another one.",
      ""
    },
    footer = {
      "",
      "Operations: barrier, broadcast, reduce, allreduce, gather, scatter, allgather, alltoall, "
          + "reduce-scatter, scan, exscan. Lists are written 2,4,8 or 1-16."
    })
public final class PredictCommand implements Callable<Integer> {
  /// Set in the process that replays a recording.
  private static final String LARGE = "weft.predict.large";

  @Parameters(
      paramLabel = "OPERATION",
      arity = "0..1",
      description = "A collective operation, summa, wave2d, or the folder of a recording.")
  @Nullable String what;

  @Option(
      names = "--bytes",
      paramLabel = "SIZES",
      description = "The bytes of the data, or of one block; 64k by default.")
  @Nullable String bytes;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = "The numbers of ranks; by default 16 for each host.")
  @Nullable String ranks;

  @Option(names = "--hosts", paramLabel = "N", description = "The numbers of hosts; 1 by default.")
  String hosts = "1";

  @Option(
      names = "--mapping",
      paramLabel = "HOW",
      description = "blocks (default): consecutive ranks on a host; round-robin; all: both.")
  String mapping = "blocks";

  @Option(
      names = "--memory",
      paramLabel = "KIND",
      description = "arrays (default), or segments: registered memory, which others read in place.")
  String memory = "arrays";

  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description = {
        "The profile; or one-host, or rack, which come along. Unless given, that of weft "
            + "calibrate, if it has the hosts that are asked about."
      })
  @Nullable String profile;

  @Option(
      names = "--scale",
      paramLabel = "WHAT=FACTOR",
      description = {
        "What if: latency=0.1,bandwidth=10 of the network, or of memory on one host; "
            + "memory-latency, memory-bandwidth, combining; for a recording also compute."
      })
  @Nullable String scale;

  @Option(
      names = "--place",
      paramLabel = "HOSTS:HOW",
      description =
          "For a recording, what if: its ranks on so many hosts, 4:blocks or 4:round-robin.")
  @Nullable String place;

  @Option(
      names = "--distance",
      paramLabel = "NAME",
      description = "near or far, if the profile has both; unless given, the more usual one.")
  @Nullable String distance;

  @Option(
      names = "--explain",
      description = "Print the expression of the fastest, and its dominant terms.")
  boolean explain;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write a page with curves over sizes.")
  @Nullable Path report;

  @Option(
      names = "--guidelines",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "TABLE",
      description = {
        "List the choices of a table that break guidelines, such as allreduce ≤ reduce + "
            + "broadcast; by default those of the built-in table."
      })
  @Nullable String guidelines;

  @Option(
      names = "--size",
      paramLabel = "N",
      description = "summa, wave2d: rows and columns; 8192 by default.")
  int size = 8192;

  @Option(
      names = "--block",
      paramLabel = "N",
      description = "summa: rows and columns of a block; 128 by default.")
  int block = 128;

  @Option(
      names = "--speed",
      paramLabel = "S",
      description = {
        "summa: the Gflop/s of a rank; wave2d: its millions of cells per second. Unless given,"
            + " those "
            + "of the profile, else 10 and 200."
      })
  @Nullable Double speed;

  @Option(
      names = "--speeds",
      paramLabel = "LIST",
      description = "summa, wave2d: relative speeds of the ranks, repeated: 1,1,2.")
  @Nullable String speeds;

  @Option(
      names = "--pays",
      paramLabel = "PERCENT",
      description = "summa, wave2d: one more host pays if it saves that much; 5 by default.")
  double pays = 5;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  /// The platform without what `--scale` changes; null if it changes nothing.
  private @Nullable Platform unscaled;

  /// The arguments, to start this command again.
  @Spec CommandSpec spec = CommandSpec.create();

  private final PrintStream out;
  private final Machine machine;

  private final LongFunction<List<String>> again;

  /// Writes to `out`.
  ///
  /// @param again the words that start the `weft` command with so many megabytes of heap
  public PredictCommand(PrintStream out, Machine machine, LongFunction<List<String>> again) {
    this.out = out;
    this.machine = machine;
    this.again = again;
  }

  @Override
  public Integer call() {
    thing()
        .check(
            spec.commandLine().getParseResult().matchedOptions().stream()
                .map(OptionSpec::longestName)
                .toList());
    if (isRecording() && !Boolean.getBoolean(LARGE)) {
      return again();
    }
    try {
      if (report != null) {
        Page.checkWritable(report);
      }
      run();
      return 0;
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(sentence(e));
    } catch (ReportException e) {
      throw CommandException.failure("--report: " + e.getMessage());
    }
  }

  private static String sentence(RuntimeException e) {
    String text = String.valueOf(e.getMessage());
    String begun = text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    return begun.endsWith(".") ? begun : begun + ".";
  }

  private void run() {
    List<Integer> hostCounts = NumberList.counts("--hosts", hosts);
    int most = hostCounts.stream().mapToInt(Integer::intValue).max().orElse(1);
    KeptRecording.Kept kept =
        what != null && isRecording() ? KeptRecording.read(Path.of(what)) : null;
    if (kept != null) {
      most = ReplayPrediction.hosts(kept, place);
    }
    Platform platform = platform(most);
    if (guidelines != null) {
      int ranksAtMost =
          ranks == null
              ? 64
              : NumberList.counts("--ranks", ranks).stream()
                  .mapToInt(Integer::intValue)
                  .max()
                  .orElse(64);
      new GuidelineTable(out, platform, ChoicesFile.read(guidelines, most), ranksAtMost, most)
          .print(bytes == null ? "" : bytes);
      return;
    }
    if (what == null) {
      throw CommandException.usage(
          "Name an operation, such as \"weft predict broadcast --bytes 2m --ranks 48 --hosts 4\".");
    }
    if (kept != null) {
      if (report != null && scale == null && place == null) {
        throw CommandException.usage(
            "--report draws what --scale or --place changes; give one of them.");
      }
      new ReplayPrediction(out, platform, question()).print(kept);
      return;
    }
    if (thing() == PredictedThing.KERNEL) {
      new KernelPrediction(out, platform, question()).print(what, hostCounts);
      return;
    }
    new CollectivePrediction(out, platform, question()).print(collective(what), hostCounts);
  }

  /// Starts this command again with a heap that a recording of millions of events fits in.
  private int again() {
    long megabytes = Math.max(512, machine.memory() / 4 >> 20);
    List<String> words = new ArrayList<>(again.apply(megabytes));
    words.add(1, "-D" + LARGE + "=true");
    words.add("predict");
    words.addAll(spec.commandLine().getParseResult().originalArgs());
    return Child.run(words, Map.of());
  }

  private PredictedThing thing() {
    if (guidelines != null) {
      if (what != null) {
        throw CommandException.usage(
            "--guidelines is for all operations; leave out \"%s\", or write --guidelines=TABLE."
                .formatted(what));
      }
      return PredictedThing.GUIDELINES;
    }
    if (isRecording()) {
      return PredictedThing.RECORDING;
    }
    boolean isKernel = "summa".equals(what) || "wave2d".equals(what);
    return isKernel ? PredictedThing.KERNEL : PredictedThing.OPERATION;
  }

  private boolean isRecording() {
    return what != null && Files.isDirectory(Path.of(what));
  }

  private static Collective collective(String word) {
    String name = word.toUpperCase(Locale.ROOT).replace('-', '_');
    for (Collective collective : Collective.values()) {
      if (collective.name().equals(name)) {
        return collective;
      }
    }
    throw CommandException.usage(
        "There is no operation \"%s\"; see weft predict --help for their names.".formatted(word));
  }

  /// The platform, and the lines that say where its figures are from.
  private Platform platform(int hostCount) {
    BuiltInProfile builtIn = hostCount > 1 ? BuiltInProfile.RACK : BuiltInProfile.ONE_HOST;
    boolean isFile = profile != null;
    for (BuiltInProfile each : BuiltInProfile.values()) {
      if (each.word().equals(profile)) {
        builtIn = each;
        isFile = false;
      }
    }
    Profile mine = profile == null ? UserProfile.find() : null;
    Platform platform;
    if (isFile) {
      Profile given = UserProfile.read(Path.of(String.valueOf(profile)));
      platform = set(given).platform();
      out.println("Profile " + profile + ": " + platform.name() + ".");
      UserProfile.doubts(given).forEach(out::println);
    } else if (mine != null && set(mine).platform().channels().size() >= Math.min(2, hostCount)) {
      platform = set(mine).platform();
      out.println("The profile of this machine: " + platform.name() + ".");
      UserProfile.doubts(mine).forEach(out::println);
    } else {
      if (distance != null) {
        throw CommandException.usage(
            "--distance is for a profile that was measured; weft calibrate measures one.");
      }
      platform = builtIn.platform();
      out.println(
          "Profile %s: %s. It was not measured on this machine."
              .formatted(builtIn.word(), platform.name()));
    }
    platform.remarks().forEach(out::println);
    if (scale != null && !isRecording()) {
      unscaled = platform;
      platform = Scaling.apply(platform, scale);
      out.println("Scaled: " + scale + ".");
    }
    return platform;
  }

  /// The set of parameters that was asked for.
  private Profile.Set set(Profile from) {
    return distance == null ? from.usual() : from.set(distance);
  }

  private PredictQuestion question() {
    return new PredictQuestion(
        unscaled, bytes, ranks, mapping, memory, scale, place, explain, report, size, block, speed,
        speeds, pays);
  }
}
