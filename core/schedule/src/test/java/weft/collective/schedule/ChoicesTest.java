// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChoicesTest {
  @TempDir private Path folder = Path.of("");

  private static Shape shape(Collective collective, int size, long bytes) {
    return new Shape().set(collective, size, 0, 0).amount(bytes, 1);
  }

  @Test
  void builtInTableHasAnAnswerForEverything() {
    for (Collective collective : Collective.values()) {
      for (int size : new int[] {1, 2, 3, 8, 33, 1000, Integer.MAX_VALUE / 2}) {
        for (long bytes : new long[] {0, 1, 8, 4096, 4097, 1 << 20, 1L << 40}) {
          for (boolean reproducible : new boolean[] {false, true}) {
            for (boolean commutative : new boolean[] {false, true}) {
              Shape shape = shape(collective, size, bytes).traits(false, commutative);
              Algorithms.Entry entry = Choices.builtIn().choose(shape, reproducible);
              assertThat(entry.collective()).isEqualTo(collective);
              assertThat(entry.applies(shape)).isTrue();
              assertThat(entry.ordered() || !reproducible).isTrue();
              assertThat(shape.chunks()).isGreaterThanOrEqualTo(Shape.LEAST_CHUNKS);
            }
          }
        }
      }
    }
  }

  @Test
  void fileStandsBeforeTheBuiltInTable() throws IOException {
    Path file = folder.resolve("choices");
    Files.write(
        file,
        List.of(
            "# measured",
            "eager 2k",
            "",
            "broadcast 4 1k ring 8k 5  # the first that fits",
            "broadcast 4 * tree 1m",
            "allreduce * * ring"));
    Choices choices = load(file);

    Shape shape = shape(Collective.BROADCAST, 4, 1024);
    assertThat(choices.choose(shape).name()).isEqualTo("ring");
    assertThat(shape.chunk()).isEqualTo(8 << 10);
    assertThat(shape.chunks()).isEqualTo(5);
    assertThat(shape.eager()).isEqualTo(2 << 10);

    shape = shape(Collective.BROADCAST, 3, 1025);
    assertThat(choices.choose(shape).name()).isEqualTo("tree");
    assertThat(shape.chunk()).isEqualTo(1 << 20);
    assertThat(shape.chunks()).isEqualTo(Choices.DEFAULT_CHUNKS);

    shape = shape(Collective.BROADCAST, 5, 8);
    assertThat(choices.choose(shape))
        .isSameAs(Choices.builtIn().choose(shape(Collective.BROADCAST, 5, 8)));
  }

  @Test
  void aFileMayStandBeforeTheTableForRanksThatDoNotShareMemory() throws IOException {
    Path file = folder.resolve("choices");
    Files.write(file, List.of("broadcast * 1k ring", "gather 8 * binomial"));
    Choices choices = load(file, Choices.apart());
    assertThat(choices.eager()).isEqualTo(Choices.apart().eager());
    assertThat(choices.board()).isEqualTo(Choices.apart().board());
    assertThat(choices.choose(shape(Collective.BROADCAST, 4, 1024)).name()).isEqualTo("ring");
    for (Collective collective : Collective.values()) {
      for (int size : new int[] {2, 4, 8, 100}) {
        for (long bytes : new long[] {1025, 10_000, 1 << 20}) {
          Shape shape = shape(collective, collective == Collective.GATHER ? 9 * size : size, bytes);
          Shape wanted = shape(collective, shape.size(), bytes);
          assertThat(choices.choose(shape)).isSameAs(Choices.apart().choose(wanted));
          assertThat(shape.chunk()).isEqualTo(wanted.chunk());
        }
      }
    }
    // What the file names does not apply: blocks differ.
    long[] parts = {0, 8, 8, 0};
    Shape shape = shape(Collective.GATHER, 2, 8).parts(null, parts);
    Shape wanted = shape(Collective.GATHER, 2, 8).parts(null, parts);
    assertThat(choices.choose(shape)).isSameAs(Choices.apart().choose(wanted));
    assertThat(shape.chunk()).isEqualTo(wanted.chunk());
  }

  @Test
  void whatDoesNotApplyIsNotChosen() {
    Choices choices = Choices.parse("lines", List.of("allreduce * * ring", "gather * * binomial"));
    Shape shape = shape(Collective.ALLREDUCE, 4, 8);
    assertThat(choices.choose(shape).name()).isEqualTo("ring");
    assertThat(choices.choose(shape.traits(false, false)).name()).isEqualTo("exchange");
    Shape large = shape(Collective.ALLREDUCE, 4, 1 << 20).traits(false, false);
    assertThat(choices.choose(shape.amount(1 << 20, 1))).isSameAs(Choices.builtIn().choose(large));
    assertThat(shape.chunk()).isEqualTo(large.chunk());
    shape = shape(Collective.GATHER, 2, 8).parts(null, new long[] {0, 8, 8, 0});
    assertThat(choices.choose(shape).name()).isEqualTo("flat");
  }

  @Test
  void reproducibleDoesNotAskTheFile() {
    Choices choices = Choices.parse("lines", List.of("allreduce * * ring 1k"));
    Shape shape = shape(Collective.ALLREDUCE, 4, 1 << 20);
    Shape plain = shape(Collective.ALLREDUCE, 4, 1 << 20);
    assertThat(choices.choose(shape, true)).isSameAs(Choices.builtIn().choose(plain, true));
    assertThat(shape.chunk()).isEqualTo(plain.chunk());
  }

  private static Choices load(Path file) throws IOException {
    return Choices.parse(file.toString(), Files.readAllLines(file));
  }

  private static Choices load(Path file, Choices base) throws IOException {
    return Choices.parse(file.toString(), Files.readAllLines(file), base);
  }

  @Test
  void rulesForALayoutAreForGroupsThatHaveSaidSo() throws IOException {
    Choices choices =
        Choices.parse(
            "lines",
            List.of(
                "allreduce 4 1k doubling",
                "allreduce 4 * ring 1k 5 arrays",
                "allreduce 4 * tree 2k 6 registered",
                "allreduce * * slices 4k 7"));
    Path file = folder.resolve("layouts");
    Files.write(file, choices.lines());
    assertThat(load(file).rules()).isEqualTo(choices.rules());
    assertThat(chosen(choices, Layout.ARRAYS, 1024)).isEqualTo("doubling");
    assertThat(chosen(choices, Layout.ARRAYS, 1025)).isEqualTo("ring 1024 x 5");
    assertThat(chosen(choices, Layout.REGISTERED, 1025)).isEqualTo("tree 2048 x 6");
    assertThat(chosen(choices, Layout.ANY, 1025)).isEqualTo("slices 4096 x 7");
    for (Collective collective : Collective.values()) {
      Shape any = shape(collective, 2, 4 << 20);
      Shape arrays = shape(collective, 2, 4 << 20).layout(Layout.ARRAYS);
      assertThat(Choices.builtIn().choose(arrays, true))
          .isSameAs(Choices.builtIn().choose(any, true));
      assertThat(arrays.chunk()).isEqualTo(any.chunk());
    }
  }

  private static String chosen(Choices choices, Layout layout, long bytes) {
    Shape shape = shape(Collective.ALLREDUCE, 4, bytes).layout(layout);
    String name = choices.choose(shape).name();
    return bytes <= 1024 ? name : name + " " + shape.chunk() + " x " + shape.chunks();
  }

  /// A rank that does not know the others' blocks must not choose by their sum.
  @Test
  void whereBlocksDifferTheSumDoesNotMatter() {
    long[] parts = {0, 8, 8, 8};
    for (Collective one : List.of(Collective.GATHER, Collective.SCATTER, Collective.ALLTOALL)) {
      Shape few = shape(one, 2, 8).parts(parts, parts);
      Shape many = shape(one, 2, 1L << 30).parts(parts, parts);
      assertThat(Choices.builtIn().choose(few)).isSameAs(Choices.builtIn().choose(many));
      assertThat(few.chunk()).isEqualTo(many.chunk());
    }
  }

  @Test
  void whatIsWrittenReadsTheSame() throws IOException {
    Path file = folder.resolve("written");
    Files.write(file, Choices.builtIn().lines());
    Choices again = load(file);
    assertThat(again.rules()).isEqualTo(Choices.builtIn().rules());
    assertThat(again.eager()).isEqualTo(Choices.builtIn().eager());

    Choices two = Choices.of(again.rules().subList(1, 3), 1000);
    Files.write(file, two.lines());
    assertThat(load(file).rules()).isEqualTo(two.rules());
    assertThat(load(file).eager()).isEqualTo(1000);
  }

  @Test
  void mistakesAreNamedWithTheirLine() {
    refused(
        "broadcst * * flat", "\"broadcst\" is not an operation; operations are barrier, broadcast");
    refused("broadcast * * ringg", "called \"ringg\"; the names are binomial, flat");
    refused("broadcast * *", "expected: <operation> <ranks> <bytes> <algorithm>");
    refused(
        "broadcast * * flat 8k 4 9", "\"9\" is not a layout; layouts are arrays and registered");
    refused("broadcast * * flat 8k 4 arrays 9", "expected: <operation>");
    refused("broadcast x * flat", "ranks: \"x\" is not a number");
    refused("broadcast 0 * flat", "at least 1");
    refused("broadcast 5g * flat", "ranks: \"5g\" is not a number");
    refused("broadcast 4096m * flat", "ranks: 4096m is too large");
    refused("broadcast * -8 flat", "bytes: \"-8\"");
    refused("broadcast * * flat 0", "at least 1");
    refused("broadcast * * flat 8k 3", "chunks must be at least 4, not 3");
    refused("eager", "expected: eager <bytes>");
    refused("eager lots", "the eager limit: \"lots\"");
  }

  private static void refused(String line, String message) {
    assertThatThrownBy(() -> Choices.parse("my.choices", List.of("# one", line)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("my.choices:2: ")
        .hasMessageContaining(message);
  }

  @Test
  void choosingAndWritingAllocateNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Schedule schedule = new Schedule();
    Shape shape = new Shape();
    long[] parts = new long[16];
    for (int i = 0; i < 8; i++) {
      parts[i] = 100L * i;
      parts[8 + i] = 50;
    }
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 20; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (Collective collective : COLLECTIVES) {
        for (int bytes = 1; bytes <= 1 << 20; bytes *= 32) {
          shape.set(collective, 8, 3, 2).amount(bytes, 1).memory(true, false, false);
          Choices.builtIn().choose(shape).write(shape, schedule);
          Choices.builtIn().choose(shape, true).write(shape, schedule);
          shape.parts(parts, parts);
          Choices.builtIn().choose(shape).write(shape, schedule);
        }
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).isZero();
  }

  private static final Collective[] COLLECTIVES = Collective.values();
}
