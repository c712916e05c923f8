// SPDX-License-Identifier: Apache-2.0
package weft.model.profile;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import weft.model.CallCosts;
import weft.model.Computing;
import weft.model.CostChannel;
import weft.model.CostChannel.StepCosts;
import weft.model.ModelException;
import weft.model.Platform;
import weft.model.TimeTable;

/// Reads and writes the lines of a profile that describe one platform; [ProfileText] has the
/// others.
final class PlatformText {
  private static final String OVERHEAD = "overhead";
  private static final String TRANSFER = "transfer";
  private static final String STEPS = "steps";
  private static final String READS = "reads";
  private static final String WRITES = "writes";
  private static final String OWN = "own";
  private static final String RESULTS = "results";
  private static final String STAGES = "stages";
  private static final List<String> CHANNEL_TABLES =
      List.of(OVERHEAD, TRANSFER, STEPS, READS, WRITES, OWN);
  private static final MathContext DIGITS = new MathContext(5);
  private static final double MOST_SMOOTHING = 0.2;
  private static final double MOST = 1e15;
  private static final int MOST_COUNT = 1 << 20;

  private final String source;
  private final List<CostChannel> channels = new ArrayList<>();
  private final Map<String, TimeTable> combining = new TreeMap<>();
  private final List<String> remarks = new ArrayList<>();
  private String name = "";
  private double operand = 1;
  private @Nullable TimeTable results;
  private @Nullable TimeTable stages;
  private int line;
  private @Nullable String channel;
  private int copies;
  private @Nullable TimeTable overhead;
  private @Nullable TimeTable transfer;

  /// The table that the next rows belong to: "overhead", "transfer" or the operation.
  private String table = "";

  /// The tables of this channel and of the platform that there were.
  private final Set<String> seen = new HashSet<>();

  private int[] counts = {};
  private final List<Long> sizes = new ArrayList<>();
  private final List<double[]> rows = new ArrayList<>();

  private double busy;
  private @Nullable TimeTable steps;
  private @Nullable TimeTable reads;
  private @Nullable TimeTable writes;
  private @Nullable TimeTable own;
  private CallCosts calls = CallCosts.NONE;
  private final Map<String, Double> rates = new TreeMap<>();

  /// Reads lines of the profile `source`, which says where it is wrong.
  PlatformText(String source, int begin) {
    this.source = source;
    this.line = begin;
  }

  /// The words of a line without its comment; none if there is nothing else.
  static String withoutComment(String whole) {
    int comment = whole.indexOf('#');
    return (comment < 0 ? whole : whole.substring(0, comment)).strip();
  }

  /// Reads the next line, without its comment.
  void read(int number, String text) {
    line = number;
    String[] words = text.split("\\s+");
    if (Character.isDigit(words[0].charAt(0)) || words[0].startsWith("-")) {
      row(words);
    } else {
      endTable();
      header(text, words);
    }
  }

  /// The platform of the lines.
  Platform end() {
    endTable();
    endChannel();
    if (channels.isEmpty()) {
      throw wrong("the profile has no channel; add \"channel 0 memory copies 2\" and its tables");
    }
    return new Platform(
        name.isEmpty() ? source : name,
        channels,
        new Computing(combining, operand, results, stages, rates),
        calls,
        remarks);
  }

  private ModelException wrong(String sentence) {
    return new ModelException(source + ", line " + line + ": " + sentence);
  }

  private void header(String text, String[] words) {
    switch (words[0]) {
      case "name" -> name = text.substring("name".length()).strip();
      case "channel" -> beginChannel(words);
      case OVERHEAD, RESULTS, STAGES -> begin(words[0], new int[] {1});
      case STEPS -> {
        if (words.length != 3 || !words[1].equals("busy")) {
          throw wrong("the overheads of steps begin with \"steps busy 0.05\"");
        }
        begin(STEPS, new int[] {1});
        busy = number(words[2]);
      }
      case TRANSFER, READS, WRITES, OWN -> {
        int[] columns = new int[words.length - 1];
        for (int i = 0; i < columns.length; i++) {
          columns[i] = whole(words[i + 1]);
        }
        begin(words[0], columns);
      }
      case "call" -> {
        if (words.length != 4 || !words[2].equals("board")) {
          throw wrong("the costs of calls are written \"call 0.1 board 0.2\"");
        }
        calls =
            new CallCosts(number(words[1]), words[3].equals("-") ? Double.NaN : number(words[3]));
      }
      case "rate" -> {
        if (words.length != 3) {
          throw wrong("a rate is written \"rate NAME NUMBER\", such as rate product 12000");
        }
        double rate = number(words[2]);
        if (rate == 0) {
          throw wrong("a rate of 0 would never end");
        }
        rates.put(words[1], rate);
      }
      case "combine" -> {
        if (words.length != 2) {
          throw wrong("a table of combining is written \"combine OPERATION\", such as sum");
        }
        begin(words[1], new int[] {1});
      }
      case "fold" -> {
        if (words.length != 3 || !words[1].equals("operand")) {
          throw wrong("the part of an operand is written \"fold operand 0.6\"");
        }
        operand = number(words[2]);
      }
      default ->
          throw wrong(
              "\"%s\" is not known; there are name, call, channel, overhead, transfer, steps, reads, writes, own, combine, results, stages, fold and rate"
                  .formatted(words[0]));
    }
  }

  private void beginChannel(String[] words) {
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

  private void begin(String name, int[] columns) {
    if (isOfChannel(name) && channel == null) {
      throw wrong("a table of " + name + " belongs to a channel; write \"channel …\" before it");
    }
    if (!seen.add(name)) {
      throw wrong("there is a second table of " + name + "; give one");
    }
    table = name;
    counts = columns;
  }

  private int whole(String word) {
    double number = number(word);
    if (number != Math.rint(number) || number > MOST_COUNT) {
      throw wrong("\"" + word + "\" is no whole number up to 1048576");
    }
    return (int) number;
  }

  /// A number from 0 on, as all numbers of a profile are.
  private double number(String word) {
    double number;
    try {
      number = Double.parseDouble(word);
    } catch (NumberFormatException e) {
      throw wrong("\"" + word + "\" is no number");
    }
    if (!(number >= 0 && number <= MOST)) {
      throw wrong(word + " is not possible; the numbers of a profile are from 0 to 1e15");
    }
    return number;
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
      throw wrong(
          "a row of times belongs to a table: overhead, transfer, steps, reads, writes, own,"
              + " combine, results or stages");
    }
    if (words.length != counts.length + 1) {
      throw wrong(
          "the row of %s bytes has %d times for %d columns; a profile has no holes"
              .formatted(words[0], words.length - 1, counts.length));
    }
    double[] times = new double[counts.length];
    for (int i = 0; i < times.length; i++) {
      times[i] = number(words[i + 1]);
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
      case OVERHEAD -> overhead = smooth;
      case TRANSFER -> transfer = smooth;
      case STEPS -> steps = smooth;
      case READS -> reads = smooth;
      case WRITES -> writes = smooth;
      case OWN -> own = smooth;
      case RESULTS -> results = smooth;
      case STAGES -> stages = smooth;
      default -> combining.put(what, smooth);
    }
  }

  private static boolean isOfChannel(String table) {
    return CHANNEL_TABLES.contains(table);
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
    StepCosts inSteps = null;
    if (steps != null && reads != null && writes != null && own != null) {
      inSteps = new StepCosts(busy, steps, reads, writes, own);
    } else if (steps != null || reads != null || writes != null || own != null) {
      throw wrong(
          "channel %s has some of the tables steps, reads, writes and own; they come together"
              .formatted(channel));
    }
    channels.add(new CostChannel(channel, overhead, transfer, copies, inSteps));
    seen.removeAll(CHANNEL_TABLES);
    channel = null;
    overhead = null;
    transfer = null;
    steps = null;
    reads = null;
    writes = null;
    own = null;
  }

  /// The lines of a platform.
  static List<String> lines(Platform platform) {
    List<String> lines = new ArrayList<>();
    lines.add("name " + platform.name());
    CallCosts calls = platform.calls();
    if (!calls.equals(CallCosts.NONE)) {
      lines.add(
          "call %s board %s"
              .formatted(
                  number(calls.start()),
                  Double.isNaN(calls.board()) ? "-" : number(calls.board())));
    }
    for (int i = 0; i < platform.channels().size(); i++) {
      CostChannel channel = platform.channel(i);
      lines.add("channel " + i + " " + channel.name() + " copies " + channel.copies());
      lines.add(OVERHEAD);
      rows(lines, channel.overhead());
      table(lines, TRANSFER, channel.transfer());
      StepCosts steps = channel.steps();
      if (steps != null) {
        lines.add(STEPS + " busy " + number(steps.busy()));
        rows(lines, steps.overhead());
        table(lines, READS, steps.reads());
        table(lines, WRITES, steps.writes());
        table(lines, OWN, steps.own());
      }
    }
    Computing computing = platform.computing();
    new TreeMap<>(computing.combining())
        .forEach((operation, table) -> {
          lines.add("combine " + operation);
          rows(lines, table);
        });
    places(lines, RESULTS, computing.results());
    places(lines, STAGES, computing.stages());
    lines.add("fold operand " + computing.operand());
    new TreeMap<>(computing.rates())
        .forEach((what, rate) -> lines.add("rate " + what + " " + number(rate)));
    return lines;
  }

  private static void places(List<String> lines, String name, @Nullable TimeTable table) {
    if (table != null) {
      lines.add(name);
      rows(lines, table);
    }
  }

  private static void table(List<String> lines, String name, TimeTable table) {
    StringBuilder head = new StringBuilder(name);
    for (int count : table.counts()) {
      head.append(' ').append(count);
    }
    lines.add(head.toString());
    rows(lines, table);
  }

  private static void rows(List<String> lines, TimeTable table) {
    long[] sizes = table.sizes();
    for (int i = 0; i < sizes.length; i++) {
      StringBuilder row = new StringBuilder().append(sizes[i]);
      for (int k = 0; k < table.counts().length; k++) {
        row.append(' ').append(number(table.time(i, k)));
      }
      lines.add(row.toString());
    }
  }

  /// A time with the digits that a measurement can have.
  static String number(double value) {
    return Double.toString(new BigDecimal(value).round(DIGITS).doubleValue());
  }
}
