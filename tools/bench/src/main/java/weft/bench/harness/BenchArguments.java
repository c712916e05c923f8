// SPDX-License-Identifier: Apache-2.0
package weft.bench.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import weft.files.FileException;
import weft.files.OutputFile;

/// The arguments of a benchmark. It records which of them were read. If an option is given twice,
/// the last value counts.
///
/// Every method throws an [IllegalArgumentException] with a sentence for the user if an argument is
/// wrong.
public final class BenchArguments {
  private final String[] args;
  private final boolean[] known;

  /// Creates the arguments, all unread.
  public BenchArguments(String... args) {
    this.args = args;
    this.known = new boolean[args.length];
  }

  /// Whether the user requests help.
  public boolean wantHelp() {
    return has("--help") || has("-h");
  }

  /// Whether this option is given.
  public boolean has(String option) {
    boolean found = false;
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals(option) && !known[i]) {
        known[i] = true;
        found = true;
      }
    }
    return found;
  }

  /// The value of this option; null if it is not given.
  public @Nullable String value(String option) {
    String value = null;
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals(option) && !known[i]) {
        if (i + 1 == args.length) {
          throw new IllegalArgumentException("the option " + option + " needs a value after it");
        }
        known[i] = true;
        known[i + 1] = true;
        value = args[i + 1];
      }
    }
    return value;
  }

  /// The value of this option, or `otherwise` if it is not given.
  public String value(String option, String otherwise) {
    String value = value(option);
    return value == null ? otherwise : value;
  }

  /// The value of this option, one of `possible`; the first of them if it is not given.
  public String one(String option, String... possible) {
    String value = value(option, possible[0]);
    if (!List.of(possible).contains(value)) {
      throw new IllegalArgumentException(
          option + " takes " + String.join(" or ", possible) + ", not " + value);
    }
    return value;
  }

  /// The file that this option names; null if it is not given.
  public @Nullable Path file(String option) {
    String value = value(option);
    return value == null ? null : Path.of(value);
  }

  /// The output file of this option, or null. It is checked before the work whose results go into
  /// it.
  public @Nullable Path output(String option) {
    Path file = file(option);
    return file == null ? null : checked(option, file);
  }

  /// Returns the output file of an option, after a check.
  public static Path checked(String option, Path file) {
    try {
      OutputFile.check(file);
    } catch (FileException e) {
      throw new IllegalArgumentException(option + " " + e.getMessage(), e);
    }
    return file;
  }

  /// The whole number of this option, or `otherwise` if it is not given.
  public long number(String option, long otherwise) {
    String text = value(option);
    return text == null ? otherwise : number(option, text);
  }

  /// The count of this option, at least 1: smaller numbers count as 1.
  public int count(String option, int otherwise) {
    return Math.clamp(number(option, otherwise), 1, Integer.MAX_VALUE);
  }

  /// The seed of `--seed`; a new one for each run if it is not given.
  public long seed() {
    return number("--seed", System.nanoTime() & 0xFFFFFF);
  }

  /// Parses `text`, the value of `option`.
  public static long number(String option, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "the option " + option + " needs a whole number, not " + text);
    }
  }

  /// The values between the commas, each parsed by `read`.
  public <T> List<T> list(String option, String otherwise, Function<String, T> read) {
    var values = new ArrayList<T>();
    for (String part : value(option, otherwise).split(",")) {
      values.add(read.apply(part.strip()));
    }
    return List.copyOf(values);
  }

  /// The parts that `--only` names, each one of `known`; `otherwise` if it is not given.
  public Set<String> parts(List<String> known, List<String> otherwise) {
    Function<String, String> part =
        text -> {
          if (!known.contains(text)) {
            throw new IllegalArgumentException(
                "there is no part called " + text + "; there are " + String.join(", ", known));
          }
          return text;
        };
    return Set.copyOf(list("--only", String.join(",", otherwise), part));
  }

  /// The arguments that have not been read, options or not.
  public List<String> rest() {
    var rest = new ArrayList<String>();
    for (int i = 0; i < args.length; i++) {
      if (!known[i]) {
        rest.add(args[i]);
      }
    }
    return rest;
  }

  /// Refuses arguments that have not been read; `help` lists the options.
  public void checkAllKnown(String help) {
    for (String arg : rest()) {
      throw new IllegalArgumentException(
          "there is no option " + arg + "; the options are\n" + help);
    }
  }
}
