// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which algorithm does which operation for how many ranks and bytes, with which chunks.
///
/// A table of rules, looked through from the top; a rule holds up to a number of ranks and up to a
/// number of bytes. The bytes are those of the whole data (broadcast, reduce, allreduce, scans) or
/// of one block (the others), and where blocks differ their mean; where blocks differ and not every
/// rank knows all of them (gather, scatter, all-to-all), the rule for the most bytes is taken. A
/// table from a file stands before the built-in one, so that a file may say as little as it likes.
///
/// ```
/// # comments begin with #
/// eager 4096
/// board 240
/// # operation  ranks  bytes  algorithm  chunk  chunks  layout
/// broadcast    4      4k     flat
/// broadcast    4      *      tree       1m     4       registered
/// broadcast    *      *      chunks     128k   4
/// ```
///
/// `ranks` and `bytes` are the most that the rule is for, `*` for any number. `k` and `m` stand for
/// 1024 and 1024². Chunk and chunks (how many one rank has under way) may be left out. A rule with
/// a layout, `arrays` or `registered`, is for groups that have said so
/// ([weft.collective.Group#layout]): all ranks must take the same rule, and each knows only where
/// its own data is.
public final class Choices {
  /// The length of chunks where nothing else is said.
  public static final long DEFAULT_CHUNK = 64 << 10;

  /// How many chunks a rank has under way where nothing else is said.
  public static final int DEFAULT_CHUNKS = 8;

  /// One line of the table.
  ///
  /// @param collective the operation
  /// @param ranks for at most so many ranks, `Integer.MAX_VALUE` for any number
  /// @param bytes for at most so many bytes, `Long.MAX_VALUE` for any number
  /// @param entry the algorithm
  /// @param chunk the length of a chunk in bytes
  /// @param chunks how many chunks a rank may have under way, at least [Shape#LEAST_CHUNKS]
  /// @param layout for data in this kind of memory, or in any
  public record Rule(
      Collective collective,
      int ranks,
      long bytes,
      Algorithms.Entry entry,
      long chunk,
      int chunks,
      Layout layout) {
    /// A rule for data in any kind of memory.
    public Rule(
        Collective collective,
        int ranks,
        long bytes,
        Algorithms.Entry entry,
        long chunk,
        int chunks) {
      this(collective, ranks, bytes, entry, chunk, chunks, Layout.ANY);
    }

    private boolean fits(int size, long amount, Layout data) {
      return size <= ranks && amount <= bytes && (layout == Layout.ANY || layout == data);
    }

    /// Checks the numbers.
    public Rule {
      if (ranks < 1 || bytes < 0 || chunk < 1) {
        throw new IllegalArgumentException(
            "ranks and chunk must be at least 1, and bytes at least 0");
      }
      if (chunks < Shape.LEAST_CHUNKS) {
        throw new IllegalArgumentException(
            "chunks must be at least %d, not %d".formatted(Shape.LEAST_CHUNKS, chunks));
      }
      if (entry.collective() != collective) {
        throw new IllegalArgumentException(
            "%s is an algorithm for %s, not for %s"
                .formatted(entry.name(), entry.collective(), collective));
      }
    }
  }

  private final Rule[][] rules = new Rule[Collective.values().length][];
  private final List<Rule> own;
  private final long eager;
  private final long board;

  /// The table behind this one; a table that is built in has none.
  private final @Nullable Choices base;

  private Choices(List<Rule> own, long eager, long board, @Nullable Choices base) {
    this.own = List.copyOf(own);
    this.eager = eager;
    this.board = board;
    this.base = base;
    List<Rule> after = base == null ? List.of() : base.own;
    for (Collective collective : Collective.values()) {
      List<Rule> its = new ArrayList<>();
      own.stream().filter(rule -> rule.collective() == collective).forEach(its::add);
      after.stream().filter(rule -> rule.collective() == collective).forEach(its::add);
      rules[collective.ordinal()] = its.toArray(Rule[]::new);
    }
  }

  /// The table that is built in.
  public static Choices builtIn() {
    return BuiltIn.CHOICES;
  }

  /// The table that is built in for ranks that do not share memory.
  public static Choices apart() {
    return BuiltIn.APART;
  }

  /// Rules that stand before the built-in table, and the eager limit in bytes; without a board.
  public static Choices of(List<Rule> rules, long eager) {
    return of(rules, eager, 0);
  }

  /// The same with a board for up to `board` bytes of each rank.
  public static Choices of(List<Rule> rules, long eager, long board) {
    return new Choices(rules, eager, board, BuiltIn.CHOICES);
  }

  /// Reads a table from a file, for ranks that share memory.
  ///
  /// @throws IllegalArgumentException for what it does not understand, with file and line
  public static Choices load(Path file) throws IOException {
    return load(file, builtIn());
  }

  /// Reads a table from a file; what it does not say, `base` says: [#builtIn] or [#apart].
  ///
  /// @throws IllegalArgumentException for what it does not understand, with file and line
  public static Choices load(Path file, Choices base) throws IOException {
    return parse(file.toString(), Files.readAllLines(file), base);
  }

  /// Reads a table from lines, for ranks that share memory; `name` is where they are from, for
  /// messages.
  ///
  /// @throws IllegalArgumentException for what it does not understand, with name and line
  public static Choices parse(String name, List<String> lines) {
    return parse(name, lines, builtIn());
  }

  /// Reads a table from lines; what they do not say, `base` says: [#builtIn] or [#apart].
  ///
  /// @throws IllegalArgumentException for what it does not understand, with name and line
  public static Choices parse(String name, List<String> lines, Choices base) {
    ChoicesText text = new ChoicesText(name);
    text.read(lines);
    return new Choices(text.rules(), text.eager(base.eager), text.board(base.board), base);
  }

  /// Writes the rules that stand before the built-in ones, or these if there are no others.
  public void write(Path file) throws IOException {
    Files.write(file, ChoicesText.lines(own, eager, board));
  }

  /// The rules that stand before the built-in ones, or these if there are no others.
  public List<Rule> rules() {
    return own;
  }

  /// Up to how many bytes a message carries its bytes with it.
  public long eager() {
    return eager;
  }

  /// Up to how many bytes of each rank go over a board in shared memory, where there is one, and
  /// not by messages; 0 for none.
  public long board() {
    return board;
  }

  /// Chooses for a shape whose operation, size, bytes and manner are set, and sets its chunks and
  /// its eager limit. All ranks get the same answer. Where what a rule names does not apply, what
  /// the table behind names, at last the built-in one for ranks that share memory; where that does
  /// not apply either, the first algorithm that does. Allocates nothing.
  public Algorithms.Entry choose(Shape shape) {
    return choose(shape, false);
  }

  /// The same; if `reproducible`, then by the built-in table, and with an algorithm that combines
  /// strictly from left to right in the order of ranks: the result is the same bit for bit for a
  /// number of ranks, whatever the table, the transport and the chunks are.
  public Algorithms.Entry choose(Shape shape, boolean reproducible) {
    shape.eager(eager);
    for (Choices table = reproducible ? null : this; table != null; table = table.base) {
      Algorithms.Entry entry = use(table.rule(shape, shape.layout), shape);
      if (entry.applies(shape)) {
        return entry;
      }
    }
    Algorithms.Entry entry =
        use(BuiltIn.CHOICES.rule(shape, reproducible ? Layout.ANY : shape.layout), shape);
    return fits(entry, shape, reproducible) ? entry : first(shape, reproducible);
  }

  private static Algorithms.Entry use(Rule rule, Shape shape) {
    shape.pipeline(rule.chunk(), rule.chunks());
    return rule.entry();
  }

  private static Algorithms.Entry first(Shape shape, boolean ordered) {
    List<Algorithms.Entry> entries = Algorithms.entries(shape.collective());
    for (int i = 0; i < entries.size(); i++) {
      if (fits(entries.get(i), shape, ordered)) {
        return entries.get(i);
      }
    }
    throw new IllegalStateException("no algorithm applies to a " + shape.collective());
  }

  private static boolean fits(Algorithms.Entry entry, Shape shape, boolean ordered) {
    return (entry.ordered() || !ordered) && entry.applies(shape);
  }

  private Rule rule(Shape shape, Layout layout) {
    Rule[] its = rules[shape.collective().ordinal()];
    long bytes = bytes(shape);
    for (Rule rule : its) {
      if (rule.fits(shape.size(), bytes, layout)) {
        return rule;
      }
    }
    throw new IllegalStateException("no rule for a " + shape.collective());
  }

  /// The bytes by which rules are chosen: what all ranks know.
  private static long bytes(Shape shape) {
    if (shape.equal()) {
      return shape.bytes();
    }
    return switch (shape.collective()) {
      case GATHER, SCATTER, ALLTOALL -> Long.MAX_VALUE;
      default -> shape.bytes() / shape.size();
    };
  }

  /// Holds the built-in table; apart, so that it is made when it is first asked for.
  private static final class BuiltIn {
    static final Choices CHOICES = make(DefaultChoices.LINES);
    static final Choices APART = make(DefaultChoices.APART);

    private static Choices make(String lines) {
      ChoicesText text = new ChoicesText("the built-in table");
      text.read(lines.lines().toList());
      return new Choices(text.rules(), text.eager(Shape.DEFAULT_EAGER), text.board(0), null);
    }
  }
}
