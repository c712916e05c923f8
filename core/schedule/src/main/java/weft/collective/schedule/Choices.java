// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The table that chooses the algorithm and the chunks of an operation by its ranks and bytes.
///
/// The first rule that matches decides. A rule matches up to a number of ranks and a number of
/// bytes. The bytes are those of the whole data (broadcast, reduce, allreduce, scans) or of one
/// block (the others); if blocks differ, their mean. If not every rank knows all blocks (gather,
/// scatter, all-to-all), the rule for the most bytes is used. The built-in table applies after a
/// table from a file, which may therefore be short.
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
/// `ranks` and `bytes` are the most that the rule matches, `*` for any number. `k` and `m` mean
/// 1024 and 1024². The chunk and `chunks`, the number that one rank may have in use, are optional.
/// A rule with a layout, `arrays` or `registered`, is for groups that have declared it
/// (`Group.layout`). All ranks must use the same rule, and each knows only its own memory.
public final class Choices {
  /// The default length of chunks.
  public static final long DEFAULT_CHUNK = 64 << 10;

  /// The default number of chunks in use per rank.
  public static final int DEFAULT_CHUNKS = 8;

  /// One line of the table.
  ///
  /// @param collective the operation
  /// @param ranks the maximum number of ranks, `Integer.MAX_VALUE` for any number
  /// @param bytes the maximum number of bytes, `Long.MAX_VALUE` for any number
  /// @param entry the algorithm
  /// @param chunk the length of a chunk in bytes
  /// @param chunks the number of chunks that a rank may have in use, at least [Shape#LEAST_CHUNKS]
  /// @param layout the kind of memory that holds the data, or any
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

  /// The table that applies after this one; a built-in table has none.
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

  /// The built-in table.
  public static Choices builtIn() {
    return BuiltIn.CHOICES;
  }

  /// The built-in table for ranks that do not share memory.
  public static Choices apart() {
    return BuiltIn.APART;
  }

  /// Rules that precede the built-in table, and the eager limit in bytes; without a board.
  public static Choices of(List<Rule> rules, long eager) {
    return of(rules, eager, 0);
  }

  /// Rules that precede the built-in table, the eager limit, and the maximum number of bytes per
  /// rank on a board.
  public static Choices of(List<Rule> rules, long eager, long board) {
    return new Choices(rules, eager, board, BuiltIn.CHOICES);
  }

  /// Reads a table from lines, for ranks that share memory; messages call it `name`.
  ///
  /// @throws IllegalArgumentException if a line is wrong, with name and line
  public static Choices parse(String name, List<String> lines) {
    return parse(name, lines, builtIn());
  }

  /// Reads a table from lines; `base`, [#builtIn] or [#apart], applies after them.
  ///
  /// @throws IllegalArgumentException if a line is wrong, with name and line
  public static Choices parse(String name, List<String> lines, Choices base) {
    ChoicesText text = new ChoicesText(name);
    text.read(lines);
    return new Choices(text.rules(), text.eager(base.eager), text.board(base.board), base);
  }

  /// The rules of this table as the lines of a file, for [#parse]; for a built-in table, the
  /// built-in rules.
  public List<String> lines() {
    return ChoicesText.lines(own, eager, board);
  }

  /// The rules of this table; for a built-in table, the built-in rules.
  public List<Rule> rules() {
    return own;
  }

  /// The maximum number of bytes that a message carries itself.
  public long eager() {
    return eager;
  }

  /// The maximum number of bytes of each rank that use a board in shared memory; 0 for no board.
  public long board() {
    return board;
  }

  /// Chooses an algorithm for a shape whose operation, size, bytes and settings are set. Sets the
  /// shape's chunks and eager limit. All ranks get the same answer. If the algorithm of the first
  /// matching rule does not support the shape, the next table decides. The last one is the built-in
  /// table for ranks that share memory. If that fails too, the answer is the first algorithm that
  /// supports the shape. Allocates nothing.
  public Algorithms.Entry choose(Shape shape) {
    return choose(shape, false);
  }

  /// Chooses as [#choose(Shape)]. If `reproducible`, it uses the built-in table and an algorithm
  /// that combines strictly from left to right in the order of ranks. The result then has the same
  /// bits for a number of ranks, whatever the table, the transport and the chunks are.
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

  /// The bytes that rules compare, which all ranks know.
  private static long bytes(Shape shape) {
    if (shape.equal()) {
      return shape.bytes();
    }
    return switch (shape.collective()) {
      case GATHER, SCATTER, ALLTOALL -> Long.MAX_VALUE;
      default -> shape.bytes() / shape.size();
    };
  }

  /// The built-in tables, in a class of their own so that they are parsed on first use.
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
