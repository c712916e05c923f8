// SPDX-License-Identifier: Apache-2.0
package weft.cli.checkpoint;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import weft.checkpoint.files.CheckpointFolder;
import weft.checkpoint.files.Manifest;
import weft.checkpoint.files.RankFile;
import weft.checkpoint.files.SavedCheckpoint;
import weft.checkpoint.part.SavedEntries;
import weft.cli.CommandException;
import weft.files.FileException;

/// `weft checkpoint`: shows what a folder of checkpoints holds.
@Command(
    name = "checkpoint",
    customSynopsis = "weft checkpoint [OPTIONS] FOLDER",
    sortOptions = false,
    description = {
      "Shows the checkpoints that `weft run --checkpoint FOLDER` has saved, the last one first:",
      "when, by which program, on how many ranks, and what they hold. FOLDER may also be one of",
      "these checkpoints.",
      ""
    },
    footer = {"", "The exit code is 1 if a checkpoint is damaged."})
public final class CheckpointCommand implements Callable<Integer> {
  /// How often the folder is listed again, because a job removes what is to be shown.
  private static final int MOST_LOOKS = 20;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  @Option(
      names = "--verify",
      description = "Read all files and compare their checksums, not only their lists.")
  boolean verify;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Parameters(paramLabel = "FOLDER", description = "The folder that --checkpoint had.")
  @Nullable Path folder;

  private final PrintStream out;

  /// Writes to `out`.
  public CheckpointCommand(PrintStream out) {
    this.out = out;
  }

  /// The objects of one type, or the entries of another kind.
  private static final class Sum {
    long count;
    long bytes;
  }

  @Override
  public Integer call() {
    Path folder = this.folder == null ? Path.of("") : this.folder;
    long chosen = CheckpointFolder.number(folder);
    folder = CheckpointFolder.folder(folder);
    boolean good = true;
    var shown = new HashSet<Long>();
    // A job that saves in the folder removes older checkpoints meanwhile, and makes others.
    for (int looks = 0; looks < MOST_LOOKS; looks++) {
      boolean gone = false;
      for (long number : numbers(folder, chosen)) {
        if (!gone && !shown.contains(number)) {
          Shown is = show(CheckpointFolder.of(folder, number));
          gone = is == Shown.GONE;
          good &= is != Shown.DAMAGED;
          shown.add(number);
        }
      }
      if (!gone) {
        break;
      }
    }
    return good ? 0 : 1;
  }

  private static List<Long> numbers(Path folder, long chosen) {
    List<Long> numbers;
    try {
      numbers = CheckpointFolder.numbers(folder);
    } catch (IOException e) {
      throw CommandException.usage(
          "The folder " + folder + " cannot be read: " + FileException.reason(e) + ".");
    }
    if (numbers.isEmpty()) {
      throw CommandException.usage(
          Files.isDirectory(folder)
              ? "There is no checkpoint in " + folder + "."
              : "There is no folder " + folder + ".");
    }
    if (chosen < 0) {
      return numbers;
    }
    if (!numbers.contains(chosen)) {
      throw CommandException.usage(
          "There is no checkpoint " + chosen + " in " + folder + ", only " + numbers + ".");
    }
    return List.of(chosen);
  }

  /// What a checkpoint was found to be.
  private enum Shown {
    GOOD,
    DAMAGED,
    GONE
  }

  /// Shows one checkpoint, unless it is not there any more.
  private Shown show(Path folder) {
    var files = new ArrayList<RankFile>();
    try {
      SavedCheckpoint saved = SavedCheckpoint.read(folder);
      Manifest manifest = saved.manifest();
      for (int rank = 0; rank < manifest.ranks(); rank++) {
        files.add(saved.open(rank)); // what is open can be read when the folder has been removed
      }
      out.printf(
          Locale.ROOT,
          "%s  %s  %s, %s, saved in %.2f s by %s%n",
          folder.getFileName(),
          TIME.format(manifest.saved().atZone(ZoneId.systemDefault())),
          manifest.ranks() == 1 ? "1 rank" : manifest.ranks() + " ranks",
          bytes(manifest.bytes()),
          manifest.seconds(),
          manifest.program());
      var sums = new TreeMap<String, Sum>();
      for (RankFile file : files) {
        count(manifest, file, sums);
        if (verify) {
          file.verify();
        }
      }
      sums.forEach((name, sum) ->
          out.printf(Locale.ROOT, "  %-24s %10d  %10s%n", name, sum.count, bytes(sum.bytes)));
      int failed = saved.failedRestarts();
      if (failed > 0) {
        out.println("  restarts that failed: " + failed);
      }
      out.println(verify ? "  whole: all checksums are right" : "  whole, as far as its lists say");
      return Shown.GOOD;
    } catch (IOException e) {
      if (SavedCheckpoint.isGone(folder)) {
        return Shown.GONE;
      }
      out.println(folder.getFileName() + "  damaged: " + e.getMessage());
      return Shown.DAMAGED;
    } finally {
      files.forEach(CheckpointCommand::close);
    }
  }

  private static void close(RankFile file) {
    try {
      file.close();
    } catch (IOException e) {
      // It was only read.
    }
  }

  private static void count(Manifest manifest, RankFile file, Map<String, Sum> sums) {
    for (RankFile.Section section : file.sections()) {
      Map<String, String> shapes = manifest.shapes().getOrDefault(section.name(), Map.of());
      SavedEntries entries = section.entries();
      for (int i = 0; i < entries.count(); i++) {
        Sum sum =
            sums.computeIfAbsent(name(section.name(), shapes, entries.kind(i)), name -> new Sum());
        sum.count++;
        sum.bytes += entries.length(i);
      }
    }
  }

  /// The name of a kind of entries: that of the type of objects, if there is one.
  private static String name(String part, Map<String, String> shapes, int kind) {
    for (Map.Entry<String, String> it : shapes.entrySet()) {
      if (it.getKey().startsWith("type ") && it.getValue().startsWith(kind + " ")) {
        return it.getKey();
      }
    }
    return part;
  }

  private static String bytes(long bytes) {
    if (bytes < 10_000) {
      return bytes + " B";
    }
    return bytes < 10_000_000
        ? String.format(Locale.ROOT, "%.1f KB", bytes / 1e3)
        : String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
  }
}
