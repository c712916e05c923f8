// SPDX-License-Identifier: Apache-2.0
package weft.model.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import weft.model.CostChannel;
import weft.model.ModelException;
import weft.model.Platform;
import weft.model.TimeTable;

/// A platform as the lines of a file.
///
/// ```
/// weft-profile 1
/// # comments begin with #
/// name one host of 16 cores
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
/// fold operand 0.6 target 0.7
/// ```
///
/// Times are in microseconds. The columns of `transfer` are the movements at once. Times that fall
/// with bytes or movements are smoothed, and a remark says so; if they fall by more than a fifth,
/// the profile is refused.
public final class ProfileText {
  /// The version of the format.
  public static final int VERSION = 1;

  private static final double MOST_SMOOTHING = 0.2;

  private final String source;
  private final List<CostChannel> channels = new ArrayList<>();
  private final Map<String, TimeTable> combining = new TreeMap<>();
  private final List<String> remarks = new ArrayList<>();
  private String name = "";
  private double operand = 1;
  private double target = 1;
  private int line;

  private @Nullable String channel;
  private int copies;
  private @Nullable TimeTable overhead;
  private @Nullable TimeTable transfer;

  /// The table that the next rows belong to: "overhead", "transfer" or the operation.
  private String table = "";

  private int[] counts = {};
  private final List<Long> sizes = new ArrayList<>();
  private final List<double[]> rows = new ArrayList<>();

  private ProfileText(String source) {
    this.source = source;
  }

  /// Reads a platform from lines, which messages call `source`.
  ///
  /// @throws ModelException if a line is wrong, with its number
  public static Platform parse(String source, List<String> lines) {
    return new ProfileText(source).read(lines);
  }

  private Platform read(List<String> lines) {
    boolean isVersionRead = false;
    for (String whole : lines) {
      line++;
      int comment = whole.indexOf('#');
      String text = (comment < 0 ? whole : whole.substring(0, comment)).strip();
      if (text.isEmpty()) {
        continue;
      }
      String[] words = text.split("\\s+");
      if (!isVersionRead) {
        checkVersion(words);
        isVersionRead = true;
      } else if (Character.isDigit(words[0].charAt(0)) || words[0].startsWith("-")) {
        row(words);
      } else {
        endTable();
        header(text, words);
      }
    }
    endTable();
    endChannel();
    if (!isVersionRead) {
      throw new ModelException(source + " is empty; a profile begins with \"weft-profile 1\"");
    }
    if (channels.isEmpty()) {
      throw wrong("the profile has no channel; add \"channel 0 memory copies 2\" and its tables");
    }
    return new Platform(
        name.isEmpty() ? source : name, channels, combining, operand, target, remarks);
  }

  private ModelException wrong(String sentence) {
    return new ModelException(source + ", line " + line + ": " + sentence);
  }

  private void checkVersion(String[] words) {
    if (words.length != 2 || !words[0].equals("weft-profile")) {
      throw wrong("this is no profile; a profile begins with \"weft-profile 1\"");
    }
    if (!words[1].equals(Integer.toString(VERSION))) {
      throw wrong(
          "the profile has version %s, and this program reads version %d; measure it again, or use the program that wrote it"
              .formatted(words[1], VERSION));
    }
  }

  private void header(String text, String[] words) {
    switch (words[0]) {
      case "name" -> name = text.substring("name".length()).strip();
      case "channel" -> {
        endChannel();
        if (words.length != 5 || !words[3].equals("copies")) {
          throw wrong("a channel is written \"channel NUMBER NAME copies COPIES\"");
        }
        if (whole(words[1]) != channels.size()) {
          throw wrong(
              "channel %s comes after %d others; channels are numbered from 0 in order, 0 within a host and 1 between hosts"
                  .formatted(words[1], channels.size()));
        }
        channel = words[2];
        copies = whole(words[4]);
      }
      case "overhead" -> begin("overhead", new int[] {1});
      case "transfer" -> {
        int[] columns = new int[words.length - 1];
        for (int i = 0; i < columns.length; i++) {
          columns[i] = whole(words[i + 1]);
        }
        begin("transfer", columns);
      }
      case "combine" -> {
        if (words.length != 2) {
          throw wrong("a table of combining is written \"combine OPERATION\", such as sum");
        }
        begin(words[1], new int[] {1});
      }
      case "fold" -> {
        if (words.length != 5 || !words[1].equals("operand") || !words[3].equals("target")) {
          throw wrong("the parts of a fold are written \"fold operand 0.6 target 0.7\"");
        }
        operand = number(words[2]);
        target = number(words[4]);
      }
      default ->
          throw wrong(
              "\"%s\" is not known; there are name, channel, overhead, transfer, combine and fold"
                  .formatted(words[0]));
    }
  }

  private void begin(String name, int[] columns) {
    boolean isOfChannel = name.equals("overhead") || name.equals("transfer");
    if (isOfChannel && channel == null) {
      throw wrong("a table of " + name + " belongs to a channel; write \"channel …\" before it");
    }
    table = name;
    counts = columns;
  }

  private int whole(String word) {
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      throw wrong("\"" + word + "\" is no whole number");
    }
  }

  private double number(String word) {
    try {
      return Double.parseDouble(word);
    } catch (NumberFormatException e) {
      throw wrong("\"" + word + "\" is no number");
    }
  }

  /// Reads a number of bytes: `64`, `4k`, `1m`.
  private long bytes(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    int shift = lower.endsWith("k") ? 10 : lower.endsWith("m") ? 20 : 0;
    String digits = shift == 0 ? lower : lower.substring(0, lower.length() - 1);
    try {
      return Math.multiplyExact(Long.parseLong(digits), 1L << shift);
    } catch (NumberFormatException | ArithmeticException e) {
      throw wrong("\"" + word + "\" is no number of bytes, such as 64, 4k or 1m");
    }
  }

  private void row(String[] words) {
    if (table.isEmpty()) {
      throw wrong("a row of times belongs to a table: overhead, transfer or combine");
    }
    if (words.length != counts.length + 1) {
      throw wrong(
          "the row of %s bytes has %d times for %d columns; a profile has no holes"
              .formatted(words[0], words.length - 1, counts.length));
    }
    double[] times = new double[counts.length];
    for (int i = 0; i < times.length; i++) {
      times[i] = number(words[i + 1]);
      if (!(times[i] >= 0) || Double.isInfinite(times[i])) {
        throw wrong("the time %s is not possible; times are from 0 on".formatted(words[i + 1]));
      }
    }
    sizes.add(bytes(words[0]));
    rows.add(times);
  }

  private void endTable() {
    if (table.isEmpty()) {
      return;
    }
    String what = table;
    table = "";
    if (rows.isEmpty()) {
      throw wrong("the table before this line, " + what + ", has no rows");
    }
    TimeTable raw;
    try {
      raw =
          new TimeTable(
              sizes.stream().mapToLong(Long::longValue).toArray(),
              counts,
              rows.toArray(double[][]::new));
    } catch (ModelException e) {
      throw wrong("in the table before this line, " + e.getMessage());
    }
    sizes.clear();
    rows.clear();
    TimeTable smooth = raw.smoothed();
    double difference = raw.difference(smooth);
    String whose = channel == null || !isOfChannel(what) ? "" : " of channel " + channel;
    if (difference > MOST_SMOOTHING) {
      throw wrong(
          "in the table %s%s times fall with bytes or movements, by up to %.0f %%; measure it again"
              .formatted(what, whose, 100 * difference));
    }
    if (difference > 1e-9) {
      remarks.add(
          "The table %s%s was smoothed by up to %.1f %%, because times fell with bytes or movements."
              .formatted(what, whose, 100 * difference));
    }
    switch (what) {
      case "overhead" -> overhead = smooth;
      case "transfer" -> transfer = smooth;
      default -> combining.put(what, smooth);
    }
  }

  private static boolean isOfChannel(String table) {
    return table.equals("overhead") || table.equals("transfer");
  }

  private void endChannel() {
    if (channel == null) {
      return;
    }
    if (overhead == null || transfer == null) {
      throw wrong(
          "channel %s has no table \"%s\""
              .formatted(channel, overhead == null ? "overhead" : "transfer"));
    }
    channels.add(new CostChannel(channel, overhead, transfer, copies));
    channel = null;
    overhead = null;
    transfer = null;
  }

  /// The lines of a platform, for [#parse].
  public static List<String> lines(Platform platform) {
    List<String> lines = new ArrayList<>();
    lines.add("weft-profile " + VERSION);
    lines.add("name " + platform.name());
    for (int i = 0; i < platform.channels().size(); i++) {
      CostChannel channel = platform.channel(i);
      lines.add("channel " + i + " " + channel.name() + " copies " + channel.copies());
      lines.add("overhead");
      rows(lines, channel.overhead());
      StringBuilder head = new StringBuilder("transfer");
      for (int count : channel.transfer().counts()) {
        head.append(' ').append(count);
      }
      lines.add(head.toString());
      rows(lines, channel.transfer());
    }
    new TreeMap<>(platform.combining())
        .forEach((operation, table) -> {
          lines.add("combine " + operation);
          rows(lines, table);
        });
    lines.add("fold operand " + platform.operand() + " target " + platform.target());
    return lines;
  }

  private static void rows(List<String> lines, TimeTable table) {
    long[] sizes = table.sizes();
    for (int i = 0; i < sizes.length; i++) {
      StringBuilder row = new StringBuilder().append(sizes[i]);
      for (int k = 0; k < table.counts().length; k++) {
        row.append(' ').append(table.time(i, k));
      }
      lines.add(row.toString());
    }
  }
}
