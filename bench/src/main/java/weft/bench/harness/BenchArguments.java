// SPDX-License-Identifier: Apache-2.0
package weft.bench.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The arguments of a benchmark, and which of them were understood. Where an option is given twice,
/// the last one counts.
///
/// Whatever is wrong is an [IllegalArgumentException] with a sentence for the user.
public final class BenchArguments {
  private final String[] args;
  private final boolean[] known;

  /// None of `args` is understood yet.
  public BenchArguments(String... args) {
    this.args = args;
    this.known = new boolean[args.length];
  }

  /// Whether help is asked for.
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

  /// What follows this option; null where it is not given.
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

  /// The same, with what counts where it is not given.
  public String value(String option, String otherwise) {
    String value = value(option);
    return value == null ? otherwise : value;
  }

  /// One of `possible`, of which the first counts where none is given.
  public String one(String option, String... possible) {
    String value = value(option, possible[0]);
    if (!List.of(possible).contains(value)) {
      throw new IllegalArgumentException(
          option + " takes " + String.join(" or ", possible) + ", not " + value);
    }
    return value;
  }

  /// The file that is named.
  public @Nullable Path file(String option) {
    String value = value(option);
    return value == null ? null : Path.of(value);
  }

  /// A whole number.
  public long number(String option, long otherwise) {
    String text = value(option);
    return text == null ? otherwise : number(option, text);
  }

  /// How many: a whole number, which counts as 1 where it is less.
  public int count(String option, int otherwise) {
    return Math.clamp(number(option, otherwise), 1, Integer.MAX_VALUE);
  }

  /// The seed of an order; a new one each time unless it is given.
  public long seed() {
    return number("--seed", System.nanoTime() & 0xFFFFFF);
  }

  /// The number that `option` has as `text`.
  public static long number(String option, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "the option " + option + " needs a whole number, not " + text);
    }
  }

  /// What stands between commas, each read by `read`.
  public <T> List<T> list(String option, String otherwise, Function<String, T> read) {
    var values = new ArrayList<T>();
    for (String part : value(option, otherwise).split(",")) {
      values.add(read.apply(part.strip()));
    }
    return List.copyOf(values);
  }

  /// The arguments that nobody has asked for yet, options or not.
  public List<String> rest() {
    var rest = new ArrayList<String>();
    for (int i = 0; i < args.length; i++) {
      if (!known[i]) {
        rest.add(args[i]);
      }
    }
    return rest;
  }

  /// Refuses what nobody has asked for; `help` lists the options.
  public void checkAllKnown(String help) {
    for (String arg : rest()) {
      throw new IllegalArgumentException(
          "there is no option " + arg + "; the options are\n" + help);
    }
  }
}
