// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The text of a table of choices; see [Choices].
final class ChoicesText {
  private final String name;
  private final List<Choices.Rule> rules = new ArrayList<>();
  private long eager = -1;
  private long board = -1;

  ChoicesText(String name) {
    this.name = name;
  }

  List<Choices.Rule> rules() {
    return rules;
  }

  /// The limit of the board; `other` if the text gives none.
  long board(long other) {
    return board < 0 ? other : board;
  }

  /// The eager limit; `other` if the text gives none.
  long eager(long other) {
    return eager < 0 ? other : eager;
  }

  void read(List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      int comment = line.indexOf('#');
      String text = (comment < 0 ? line : line.substring(0, comment)).strip();
      if (text.isEmpty()) {
        continue;
      }
      try {
        line(text.split("\\s+"));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("%s:%d: %s".formatted(name, i + 1, e.getMessage()), e);
      }
    }
  }

  private void line(String[] words) {
    if (words[0].equals("eager")) {
      if (words.length != 2) {
        throw new IllegalArgumentException("expected: eager <bytes>");
      }
      eager = number("the eager limit", words[1]);
      return;
    }
    if (words[0].equals("board")) {
      if (words.length != 2) {
        throw new IllegalArgumentException("expected: board <bytes>");
      }
      board = number("the board's limit", words[1]);
      return;
    }
    if (words.length < 4 || words.length > 7) {
      throw new IllegalArgumentException(
          "expected: <operation> <ranks> <bytes> <algorithm> [<chunk> [<chunks> [<layout>]]]");
    }
    Collective collective = collective(words[0]);
    boolean anyRanks = words[1].equals("*");
    boolean anyBytes = words[2].equals("*");
    rules.add(
        new Choices.Rule(
            collective,
            anyRanks ? Integer.MAX_VALUE : small("ranks", words[1]),
            anyBytes ? Long.MAX_VALUE : number("bytes", words[2]),
            Algorithms.get(collective, words[3]),
            words.length > 4 ? number("chunk", words[4]) : Choices.DEFAULT_CHUNK,
            words.length > 5 ? small("chunks", words[5]) : Choices.DEFAULT_CHUNKS,
            words.length > 6 ? layout(words[6]) : Layout.ANY));
  }

  private static Layout layout(String word) {
    return switch (word) {
      case "arrays" -> Layout.ARRAYS;
      case "registered" -> Layout.REGISTERED;
      default ->
          throw new IllegalArgumentException(
              "\"%s\" is not a layout; layouts are arrays and registered".formatted(word));
    };
  }

  private static String nameOf(Collective collective) {
    return collective.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Collective collective(String word) {
    for (Collective collective : Collective.values()) {
      if (nameOf(collective).equals(word)) {
        return collective;
      }
    }
    throw new IllegalArgumentException(
        "\"%s\" is not an operation; operations are %s"
            .formatted(
                word,
                Arrays.stream(Collective.values())
                    .map(ChoicesText::nameOf)
                    .collect(Collectors.joining(", "))));
  }

  private static int small(String what, String word) {
    long number = number(what, word);
    if (number > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("%s: %s is too large".formatted(what, word));
    }
    return (int) number;
  }

  private static long number(String what, String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    int shift = lower.endsWith("k") ? 10 : lower.endsWith("m") ? 20 : 0;
    String digits = shift == 0 ? lower : lower.substring(0, lower.length() - 1);
    if (digits.isEmpty() || digits.length() > 12 || !digits.chars().allMatch(Character::isDigit)) {
      throw new IllegalArgumentException(
          "%s: \"%s\" is not a number such as 512, 64k or 4m".formatted(what, word));
    }
    return Long.parseLong(digits) << shift;
  }

  static List<String> lines(List<Choices.Rule> rules, long eager, long board) {
    List<String> lines = new ArrayList<>();
    lines.add("# The algorithm of each collective operation: the first matching rule.");
    lines.add("eager " + text(eager));
    lines.add("board " + text(board));
    lines.add("# operation     ranks  bytes  algorithm      chunk  chunks layout");
    for (Choices.Rule rule : rules) {
      lines.add(
          "%-15s %-6s %-6s %-14s %-6s %-6d %s"
              .formatted(
                  nameOf(rule.collective()),
                  rule.ranks() == Integer.MAX_VALUE ? "*" : rule.ranks(),
                  rule.bytes() == Long.MAX_VALUE ? "*" : text(rule.bytes()),
                  rule.entry().name(),
                  text(rule.chunk()),
                  rule.chunks(),
                  rule.layout() == Layout.ANY ? "" : rule.layout().name().toLowerCase(Locale.ROOT))
              .stripTrailing());
    }
    return lines;
  }

  private static String text(long number) {
    if (number > 0 && number % (1 << 20) == 0) {
      return (number >> 20) + "m";
    }
    return number > 0 && number % (1 << 10) == 0 ? (number >> 10) + "k" : Long.toString(number);
  }
}
