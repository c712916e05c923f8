// SPDX-License-Identifier: Apache-2.0
package weft.options;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The options of a command line: `--name value` or `--name=value`, and switches without a value.
/// One call declares an option, documents it, and returns its value:
///
/// ```
/// var given = new Options("sort", "sort [options]\n\nSorts keys.\n", args);
/// long keys = given.whole("n N", 1000, 1, 1 << 20, "the number of keys");
/// boolean report = given.has("report", "print a line for each step");
/// given.end();
/// ```
///
/// The first argument is the name, and after a space a word for the value in the help. No method
/// but [#end] throws. A method returns the default if the value is wrong, and [#end] refuses the
/// command line. So the sentence and the help know all options.
public final class Options {
  private static final int WIDTH = 96;
  private static final int WIDEST_SPEC = 22;

  private record Declared(String spec, String help) {}

  /// One option on the command line, with the value after `=` and the word that follows.
  private record Given(@Nullable String joined, @Nullable String next) {}

  private final String program;
  private final String about;
  private final boolean help;
  private final Map<String, Given> given = new LinkedHashMap<>();
  private final Map<String, Declared> declared = new LinkedHashMap<>();

  /// The first problem of the line as a whole, and the first of a value.
  private @Nullable String malformed;

  private @Nullable String wrong;

  /// Reads `args`, the command line of `program`. The help begins with `about`.
  public Options(String program, String about, List<String> args) {
    this.program = program;
    this.about = about;
    this.help = args.contains("--help") || args.contains("-h");
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      if (!arg.startsWith("--")) {
        unknown(arg);
        continue;
      }
      int equals = arg.indexOf('=');
      String name = arg.substring(2, equals < 0 ? arg.length() : equals);
      String joined = equals < 0 ? null : arg.substring(equals + 1);
      boolean word = equals < 0 && i + 1 < args.size() && !args.get(i + 1).startsWith("--");
      String next = word ? args.get(++i) : null;
      if (given.put(name, new Given(joined, next)) != null) {
        malformed("the option --" + name + " is given twice");
      }
    }
  }

  // Options.

  /// Whether the switch `name` is given.
  public boolean has(String name, String help) {
    Given it = declare(name, help);
    if (it != null && it.joined != null) {
      unknown("--" + name);
    }
    if (it != null && it.next != null) {
      unknown(it.next);
    }
    return it != null;
  }

  /// The whole number of an option, from `least` to `most`. A default outside that range means that
  /// the option is not given, and the help does not show it.
  public long whole(String spec, long fallback, long least, long most, String help) {
    boolean isValue = fallback >= least && fallback <= most;
    String about = help + range(least, most) + (isValue ? shown(fallback) : "");
    return parse(spec, fallback, about, text -> wholeOf("--" + name(spec), text, least, most));
  }

  /// The whole number of an option, from `least` to `most`.
  public int count(String spec, int fallback, int least, int most, String help) {
    return (int) whole(spec, fallback, least, most, help);
  }

  /// Any whole number, such as a seed.
  public long whole(String spec, long fallback, String help) {
    return whole(spec, fallback, Long.MIN_VALUE, Long.MAX_VALUE, help);
  }

  /// The number of an option, from `least` to `most`.
  public double real(String spec, double fallback, double least, double most, String help) {
    return parse(
        spec,
        fallback,
        help + ", " + shortly(least) + " to " + shortly(most) + shown(fallback),
        text -> realOf("--" + name(spec), text, least, most));
  }

  /// The text of an option, `fallback` if it is not given.
  public String text(String spec, String fallback, String help) {
    return parse(spec, fallback, help + shown(fallback), text -> text);
  }

  /// The text of an option, or null.
  public @Nullable String text(String spec, String help) {
    return optional(spec, text -> text, help);
  }

  /// The value of an option that `read` makes of its text; `read` of `fallback` if it is not given.
  /// An IllegalArgumentException of `read` is a sentence for the user.
  public <T> T read(String spec, String fallback, Function<String, T> read, String help) {
    return parse(spec, read.apply(fallback), help + shown(fallback), read);
  }

  /// The value of an option that `read` makes of its text, or null.
  public <T> @Nullable T optional(String spec, Function<String, T> read, String help) {
    return this.<@Nullable T>parse(spec, null, help, read);
  }

  /// The values between the commas of an option, each made by `read`.
  public <T> List<T> list(String spec, String fallback, Function<String, T> read, String help) {
    return read(
        spec,
        fallback,
        text -> Arrays.stream(text.split(",", -1)).map(String::strip).map(read).toList(),
        help);
  }

  /// The whole numbers between the commas of an option, from `least` to `most`.
  public List<Integer> counts(String spec, String fallback, int least, int most, String help) {
    Function<String, Integer> read = text -> (int) wholeOf("--" + name(spec), text, least, most);
    return list(spec, fallback, read, help + range(least, most));
  }

  /// The constant of an option; its names are those of the constants, in lower case and with
  /// hyphens. The default is the first of `possible`.
  @SafeVarargs
  public final <E extends Enum<E>> E one(String spec, String help, E... possible) {
    Map<String, E> byName = new LinkedHashMap<>();
    for (E each : possible) {
      byName.put(each.name().toLowerCase(Locale.ROOT).replace('_', '-'), each);
    }
    return one(spec, byName, help);
  }

  /// One of some words; the first is the default.
  public String one(String spec, List<String> possible, String help) {
    Map<String, String> byName = new LinkedHashMap<>();
    possible.forEach(word -> byName.put(word, word));
    return one(spec, byName, help);
  }

  private <T> T one(String spec, Map<String, T> possible, String help) {
    return read(
        spec, possible.keySet().iterator().next(), text -> find(spec, possible, text), help);
  }

  private static <T> T find(String spec, Map<String, T> possible, String text) {
    T found = possible.get(text.toLowerCase(Locale.ROOT));
    if (found == null) {
      String names = String.join(", ", possible.keySet());
      throw new IllegalArgumentException(
          "--%s is one of %s, not %s".formatted(name(spec), names, text));
    }
    return found;
  }

  /// The file of an option, or null.
  public @Nullable Path file(String spec, String help) {
    return optional(spec, text -> path(spec, text), help);
  }

  /// The file of an option with a name that ends with `suffix`, such as `.gif`; or null.
  public @Nullable Path file(String spec, String suffix, String help) {
    return optional(spec, text -> path(spec, text, suffix), help);
  }

  /// The value of an option without a default: [#end] refuses a command line without it.
  public <T extends @Nullable Object> T needed(
      String spec, String inHelp, Function<String, T> read, String help) {
    T value = parse(spec, read.apply(inHelp), help, read);
    if (!given.containsKey(name(spec))) {
      wrong("--%s is missing: %s".formatted(name(spec), help));
    }
    return value;
  }

  // The end.

  /// The text of an option as it is given; null if it is not.
  public @Nullable String given(String name) {
    Given it = given.get(name);
    return it == null ? null : it.joined != null ? it.joined : it.next;
  }

  /// Whether an option, which may be declared later, is given.
  public boolean isGiven(String name) {
    return given.containsKey(name);
  }

  /// Refuses the command line with a sentence if `holds` is false.
  public void require(boolean holds, String sentence) {
    if (!holds) {
      wrong(sentence);
    }
  }

  /// Refuses a command line of which two of these options are given.
  public void exclude(String... names) {
    long count = Arrays.stream(names).filter(given::containsKey).count();
    List<String> all = Arrays.stream(names).map(name -> "--" + name).toList();
    String first = String.join(", ", all.subList(0, all.size() - 1));
    require(
        count < 2,
        "%s and %s exclude each other; give one of them".formatted(first, all.getLast()));
  }

  /// Ends the declarations.
  ///
  /// @throws HelpWanted if the user asks for help
  /// @throws OptionException if the command line is not valid
  public void end() {
    if (help) {
      throw new HelpWanted(help());
    }
    given.keySet().stream()
        .filter(name -> !declared.containsKey(name))
        .findFirst()
        .ifPresent(name -> unknown("--" + name));
    String problem = malformed != null ? malformed : wrong;
    if (problem != null) {
      throw new OptionException(
          "%s; the options of %s are %s"
              .formatted(problem, program, "--" + String.join(", --", declared.keySet())));
    }
  }

  private String help() {
    var text = new StringBuilder(about).append('\n');
    declare("help", "this help");
    int column = 4 + declared.values().stream().mapToInt(it -> it.spec.length()).max().orElse(0);
    column = Math.min(column, WIDEST_SPEC) + 2;
    for (Declared each : declared.values()) {
      var line = new StringBuilder("  --" + each.spec);
      if (line.length() + 2 > column) {
        text.append(line).append('\n');
        line = new StringBuilder();
      }
      line.repeat(' ', column - line.length());
      for (String word : each.help.split(" ")) {
        if (line.length() + word.length() > WIDTH) {
          text.append(line.toString().stripTrailing()).append('\n');
          line = new StringBuilder().repeat(' ', column);
        }
        line.append(word).append(' ');
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  // Parsing.

  private @Nullable Given declare(String spec, String help) {
    declared.put(name(spec), new Declared(spec, help));
    return this.help ? null : given.get(name(spec));
  }

  private <T extends @Nullable Object> T parse(
      String spec, T fallback, String help, Function<String, ? extends T> read) {
    Given it = declare(spec, help);
    if (it == null) {
      return fallback;
    }
    String text = given(name(spec));
    if (text == null) {
      wrong("the option --" + name(spec) + " needs a value after it");
      return fallback;
    }
    try {
      return read.apply(text);
    } catch (IllegalArgumentException e) {
      wrong(String.valueOf(e.getMessage()));
      return fallback;
    }
  }

  private static String name(String spec) {
    int space = spec.indexOf(' ');
    return space < 0 ? spec : spec.substring(0, space);
  }

  /// Parses a whole number from `least` to `most`, the value of `option`.
  ///
  /// @throws IllegalArgumentException with a sentence if it is none
  public static long wholeOf(String option, String text, long least, long most) {
    try {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    String range =
        least == Long.MIN_VALUE
            ? ""
            : most >= Integer.MAX_VALUE / 2
                ? " from " + least + " up"
                : " from " + least + " to " + most;
    throw new IllegalArgumentException(
        "%s %s is not possible; give a whole number%s".formatted(option, text, range));
  }

  /// Parses a number from `least` to `most`, the value of `option`.
  ///
  /// @throws IllegalArgumentException with a sentence if it is none
  public static double realOf(String option, String text, double least, double most) {
    try {
      double number = Double.parseDouble(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        "%s %s is not possible; give a number from %s to %s"
            .formatted(option, text, shortly(least), shortly(most)));
  }

  /// A whole number without a decimal point.
  private static String shortly(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : Double.toString(number);
  }

  private static Path path(String spec, String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(
          "--%s names no file: %s".formatted(name(spec), e.getMessage()), e);
    }
  }

  /// Parses the name of a file that ends with `suffix`, the value of the option `spec`.
  ///
  /// @throws IllegalArgumentException with a sentence if it does not
  public static Path path(String spec, String text, String suffix) {
    if (!text.toLowerCase(Locale.ROOT).endsWith(suffix)) {
      throw new IllegalArgumentException(
          "--%s writes a %s file, but its name is %s"
              .formatted(name(spec), suffix.substring(1).toUpperCase(Locale.ROOT), text));
    }
    return path(spec, text);
  }

  private static String range(long least, long most) {
    if (least == Long.MIN_VALUE) {
      return "";
    }
    return most >= Integer.MAX_VALUE / 2 ? ", " + least + " or more" : ", " + least + " to " + most;
  }

  private static String shown(Object value) {
    return value.toString().isEmpty() ? "" : " (" + value + ")";
  }

  private void unknown(String word) {
    malformed("\"%s\" is not an option of %s".formatted(word, program));
  }

  private void malformed(String problem) {
    malformed = malformed == null ? problem : malformed;
  }

  private void wrong(String problem) {
    wrong = wrong == null ? problem : wrong;
  }
}
