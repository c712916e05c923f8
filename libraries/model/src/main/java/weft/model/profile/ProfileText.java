// SPDX-License-Identifier: Apache-2.0
package weft.model.profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.model.ModelException;
import weft.model.measured.Figure;

/// A profile as the lines of a file.
///
/// ```
/// weft-profile 3
/// # comments begin with #
/// name one host of 16 cores
/// call 0.1 board 0.2
/// channel 0 memory copies 2
/// overhead
/// 0      0.15
/// 4097   0.40
/// transfer 1 2 4 8
/// 64     0.01  0.01  0.01  0.02
/// 1m     40    44    70    140
/// combine sum
/// 64     0.01
/// 1m     90
/// results
/// 64     0.01
/// 1m     60
/// stages
/// 64     0.01
/// 1m     20
/// fold operand 0.6
/// rate product 12000
/// ```
///
/// Times are in microseconds. The columns of `transfer` are the movements at once. `results` and
/// `stages` have what it costs a fold to write into another rank's result, or where that copies it
/// from, and `operand` is what each further contribution costs, as a part of combining. `steps`,
/// `reads`, `writes` and `own` are tables of a channel for collective operations, if they differ
/// (`CostChannel.StepCosts`). Times that fall with bytes or movements are smoothed, and a remark
/// says so; if they fall by more than a fifth, the profile is refused.
///
/// A measured profile has more:
///
/// ```
/// measured 2026-11-28T16:04:05Z
/// environment processor …
/// set near 70
/// name …                           the tables, as above
/// cell broadcast flat 0 arrays 4096 2 1 = 1.06 1.03 1.10 20 1
/// choices shared
/// broadcast    2      4k     flat    lines of a table of choices
/// end
/// ```
///
/// A *set* has the parameters of one distance between processors, with the percentage of its
/// measurements. The cells are what the tables were found from ([Figure]).
///
/// @see weft.model.CostChannel
public final class ProfileText {
  /// The version of the format.
  public static final int VERSION = 3;

  private final String source;
  private final Map<String, String> environment = new LinkedHashMap<>();
  private final List<Profile.Set> sets = new ArrayList<>();
  private final Map<String, List<String>> choices = new LinkedHashMap<>();
  private String measured = "";
  private int line;

  /// The set that is being read: its name, share, tables and cells.
  private String set = "";

  private double share = 100;
  private @Nullable PlatformText tables;
  private List<Figure> cells = new ArrayList<>();

  /// The table of choices that is being read.
  private @Nullable List<String> table;

  private ProfileText(String source) {
    this.source = source;
  }

  /// Reads a profile from lines, which messages call `source`.
  ///
  /// @throws ModelException if a line is wrong, with its number
  public static Profile parse(String source, List<String> lines) {
    return new ProfileText(source).read(lines);
  }

  private Profile read(List<String> lines) {
    boolean isVersionRead = false;
    for (String whole : lines) {
      line++;
      String text = PlatformText.withoutComment(whole);
      if (text.isEmpty()) {
        continue;
      }
      String[] words = text.split("\\s+");
      if (!isVersionRead) {
        checkVersion(words);
        isVersionRead = true;
      } else if (table != null && !words[0].equals("end")) {
        table.add(text);
      } else {
        read(text, words);
      }
    }
    if (!isVersionRead) {
      throw new ModelException(
          source + " is empty; a profile begins with \"weft-profile " + VERSION + "\"");
    }
    if (table != null) {
      throw wrong("the table of choices has no end; the file may be cut off");
    }
    if (tables == null && sets.isEmpty()) {
      tables = new PlatformText(source, line); // It says what is missing.
    }
    endSet();
    return new Profile(source, measured, environment, sets, choices);
  }

  private void read(String text, String[] words) {
    switch (words[0]) {
      case "measured" -> measured = rest(text, words[0]);
      case "environment" -> {
        if (words.length < 3) {
          throw wrong("an environment is written \"environment NAME VALUE\"");
        }
        environment.put(words[1], rest(rest(text, words[0]), words[1]));
      }
      case "set" -> {
        if (words.length != 3) {
          throw wrong("a set is written \"set NAME PERCENT\"");
        }
        endSet();
        set = words[1];
        share = number(words[2]);
        if (!(share >= 0 && share <= 100)) {
          throw wrong("the share of a set is a percentage from 0 to 100, not " + words[2]);
        }
      }
      case "cell" -> {
        try {
          cells.add(Figure.parse(rest(text, words[0])));
        } catch (IllegalArgumentException e) {
          throw wrong(String.valueOf(e.getMessage()));
        }
      }
      case "choices" -> {
        if (words.length != 2) {
          throw wrong("a table of choices begins with \"choices shared\" or \"choices apart\"");
        }
        endSet();
        table = choices.computeIfAbsent(words[1], name -> new ArrayList<>());
      }
      case "end" -> table = null;
      default -> {
        if (tables == null) {
          tables = new PlatformText(source, line);
        }
        tables.read(line, text);
      }
    }
  }

  private static String rest(String text, String word) {
    return text.substring(word.length()).strip();
  }

  private double number(String word) {
    try {
      return Double.parseDouble(word);
    } catch (NumberFormatException e) {
      throw wrong("\"" + word + "\" is no number");
    }
  }

  private void endSet() {
    if (tables == null) {
      return;
    }
    sets.add(new Profile.Set(set, share, tables.end(), cells));
    tables = null;
    cells = new ArrayList<>();
  }

  private ModelException wrong(String sentence) {
    return new ModelException(source + ", line " + line + ": " + sentence);
  }

  private void checkVersion(String[] words) {
    if (words.length != 2 || !words[0].equals("weft-profile")) {
      throw wrong("this is no profile; a profile begins with \"weft-profile " + VERSION + "\"");
    }
    if (!words[1].equals(Integer.toString(VERSION))) {
      throw wrong(
          "the profile has version %s, and this program reads version %d; measure it again, or use the program that wrote it"
              .formatted(words[1], VERSION));
    }
  }

  /// The lines of a profile, for [#parse].
  public static List<String> lines(Profile profile) {
    List<String> lines = new ArrayList<>();
    lines.add("weft-profile " + VERSION);
    if (!profile.measured().isEmpty()) {
      lines.add("measured " + profile.measured());
    }
    profile.environment().forEach((name, value) -> lines.add("environment " + name + " " + value));
    for (Profile.Set set : profile.sets()) {
      if (!set.name().isEmpty()) {
        lines.add("set " + set.name() + " " + PlatformText.number(set.share()));
      }
      lines.addAll(PlatformText.lines(set.platform()));
      set.cells().forEach(cell -> lines.add("cell " + cell));
    }
    profile
        .choices()
        .forEach((name, table) -> {
          lines.add("choices " + name);
          lines.addAll(table);
          lines.add("end");
        });
    return lines;
  }
}
