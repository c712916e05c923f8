// SPDX-License-Identifier: Apache-2.0
package weft.cli.predict;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import weft.cli.CommandException;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;
import weft.files.FileException;
import weft.files.InputFile;
import weft.model.Mapping;
import weft.model.Platform;
import weft.model.profile.BuiltInProfile;
import weft.model.profile.ProfileText;
import weft.model.profile.Scaling;
import weft.report.Page;
import weft.report.ReportException;

/// `weft predict`: what communication will cost, by the τ-Lop model.
@Command(
    name = "predict",
    customSynopsis = {
      "weft predict OPERATION [OPTIONS]",
      "weft predict summa|wave2d [OPTIONS]",
      "weft predict --guidelines[=TABLE] [OPTIONS]"
    },
    sortOptions = false,
    description = {
      "Predicts what a collective operation costs, by every algorithm and chunk, the fastest",
      "first; or what SUMMA or a step of Wave2D costs. Nothing is run: the times come from a",
      "profile of a machine.",
      ""
    },
    footer = {
      "",
      "Operations: barrier, broadcast, reduce, allreduce, gather, scatter, allgather, alltoall,",
      "reduce-scatter, scan, exscan. Lists are written 2,4,8 or 1-16."
    })
public final class PredictCommand implements Callable<Integer> {
  private static final int LARGEST_FILE = 1 << 24;

  @Parameters(
      paramLabel = "OPERATION",
      arity = "0..1",
      description = "A collective operation, summa, or wave2d.")
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
      description = "The profile; or one-host, or rack, which come along.")
  @Nullable String profile;

  @Option(
      names = "--scale",
      paramLabel = "WHAT=FACTOR",
      description = {
        "What if: latency=0.1,bandwidth=10 of the network, or of memory on one host;",
        "memory-latency, memory-bandwidth, combining."
      })
  @Nullable String scale;

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
        "List the choices of a table that break guidelines, such as allreduce ≤ reduce +",
        "broadcast; by default those of the built-in table."
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
        "summa: the Gflop/s of a rank, 10 by default; wave2d: its millions of cells per second,",
        "200 by default."
      })
  double speed;

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

  private final PrintStream out;

  /// Writes to `out`.
  public PredictCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
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
    Platform platform = platform(most);
    if (guidelines != null) {
      int ranksAtMost =
          ranks == null
              ? 64
              : NumberList.counts("--ranks", ranks).stream()
                  .mapToInt(Integer::intValue)
                  .max()
                  .orElse(64);
      new GuidelineTable(out, platform, choices(guidelines, most), ranksAtMost, most)
          .print(bytes == null ? "" : bytes);
      return;
    }
    if (what == null) {
      throw CommandException.usage(
          "Name an operation, such as \"weft predict broadcast --bytes 2m --ranks 48 --hosts 4\".");
    }
    if (what.equals("summa") || what.equals("wave2d")) {
      new KernelPrediction(out, platform, this).print(what, hostCounts);
      return;
    }
    new CollectivePrediction(out, platform, this).print(collective(what), hostCounts);
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
    Platform platform;
    if (isFile) {
      String file = String.valueOf(profile);
      try {
        platform = ProfileText.parse(file, InputFile.lines(Path.of(file), LARGEST_FILE)).platform();
      } catch (FileException e) {
        throw CommandException.usage(
            "--profile %s cannot be read: %s. The profiles that come along are one-host and rack."
                .formatted(file, e.reason()));
      }
      out.println("Profile " + file + ": " + platform.name() + ".");
    } else {
      platform = builtIn.platform();
      out.println(
          "Profile %s: %s. It was not measured on this machine."
              .formatted(builtIn.word(), platform.name()));
    }
    platform.remarks().forEach(out::println);
    if (scale != null) {
      platform = Scaling.apply(platform, scale);
      out.println("Scaled: " + scale + ".");
    }
    return platform;
  }

  /// The table of choices in a file, or the built-in one for these hosts.
  static Choices choices(String file, int hostCount) {
    Choices builtIn = hostCount > 1 ? Choices.apart() : Choices.builtIn();
    if (file.isEmpty()) {
      return builtIn;
    }
    try {
      return Choices.parse(file, InputFile.lines(Path.of(file), LARGEST_FILE), builtIn);
    } catch (FileException e) {
      throw CommandException.usage(
          "The table of choices %s cannot be read: %s.".formatted(file, e.reason()));
    }
  }

  /// The numbers of ranks on `hostCount` hosts.
  List<Integer> ranks(int hostCount) {
    return ranks == null ? List.of(16 * hostCount) : NumberList.counts("--ranks", ranks);
  }

  /// The numbers of bytes.
  List<Long> bytes() {
    return bytes == null ? List.of(65536L) : NumberList.bytes("--bytes", bytes);
  }

  boolean isRegistered() {
    return switch (memory) {
      case "arrays" -> false;
      case "segments" -> true;
      default ->
          throw CommandException.usage(
              "--memory is arrays or segments, not \"%s\".".formatted(memory));
    };
  }

  /// The mappings to look at: their names.
  List<String> mappings(int hostCount) {
    return switch (mapping) {
      case "blocks", "round-robin" -> List.of(mapping);
      case "all" -> hostCount == 1 ? List.of("blocks") : List.of("blocks", "round-robin");
      default ->
          throw CommandException.usage(
              "--mapping is blocks, round-robin or all, not \"%s\".".formatted(mapping));
    };
  }

  static Mapping mapping(String name, int ranks, int hosts) {
    return name.equals("blocks") ? Mapping.blocks(ranks, hosts) : Mapping.roundRobin(ranks, hosts);
  }
}
