// SPDX-License-Identifier: Apache-2.0
package weft.model.measured;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.model.CallCosts;
import weft.model.Computing;
import weft.model.CostChannel;
import weft.model.ModelException;
import weft.model.Platform;
import weft.model.TimeTable;

/// The parameters of a machine that is known are found from what it would measure.
class PlatformFitTest {
  private static final List<Long> SIZES =
      List.of(64L, 1024L, 4096L, 16L << 10, 64L << 10, 1L << 20);

  private static TimeTable shared(double start, double perByte) {
    return new TimeTable(
        new long[] {64, 1 << 20},
        new int[] {1, 2},
        new double[][] {
          {start + 64 * perByte, start + 96 * perByte},
          {start + (1 << 20) * perByte, start + 1.5 * (1 << 20) * perByte}
        });
  }

  /// Times that others do not change. Writes of several ranks at once are not measured.
  private static TimeTable alone(double start, double perByte) {
    return new TimeTable(
        new long[] {64, 1 << 20},
        new int[] {1},
        new double[][] {{start + 64 * perByte}, {start + (1 << 20) * perByte}});
  }

  private static Platform known() {
    TimeTable overhead = new TimeTable(new long[] {0}, new int[] {1}, new double[][] {{0.3}});
    TimeTable step = new TimeTable(new long[] {0}, new int[] {1}, new double[][] {{0.25}});
    var steps =
        new CostChannel.StepCosts(
            0.05, step, shared(0.02, 1e-4), alone(0.01, 4e-5), alone(0.01, 2e-5));
    return new Platform(
        "known",
        List.of(new CostChannel("memory", overhead, shared(0, 9e-5), 2, steps)),
        new Computing(
            Map.of("sum", TimeTable.linear(0.03, 1.5e-4)),
            0.6,
            alone(0.01, 3e-5),
            alone(0, 1e-5),
            Map.of()),
        new CallCosts(0.1, 0.2),
        List.of());
  }

  /// What a calibration would measure on a machine.
  private static List<Figure> figures(Platform platform) {
    List<Figure> all = new ArrayList<>();
    CostChannel channel = platform.channel(0);
    add(all, platform, Subject.of("barrier", "exchange", false, 0));
    add(all, platform, Subject.of("barrier", "central", false, 0));
    add(all, platform, Subject.of("allgather", Subject.TABLE, false, 8));
    add(all, platform, PlatformFit.fold(4));
    time(all, Subject.of(Subject.MESSAGE, Subject.PLAIN, false, 8), channel.overhead(8));
    time(all, Subject.of(Subject.SENDING, Subject.PLAIN, false, 64), 0.05);
    for (long bytes : SIZES) {
      boolean isPlaced = bytes > 4096;
      add(all, platform, Subject.of("broadcast", "flat", false, bytes));
      add(all, platform, Subject.of("reduce", "flat", true, bytes));
      add(all, platform, PlatformFit.puts(bytes, true));
      add(all, platform, PlatformFit.puts(bytes, false));
      add(all, platform, Subject.of("allgather", "flat", isPlaced, bytes));
      if (isPlaced) {
        add(all, platform, Subject.of("broadcast", "flat", true, bytes));
      }
      time(all, Subject.of(Subject.MESSAGE, Subject.PLAIN, false, bytes), channel.time(bytes, 1));
      time(all, Subject.of(Subject.RING, Subject.PLAIN, false, bytes), channel.time(bytes, 2));
      time(all, Subject.of(Subject.COPY, Subject.PLAIN, false, bytes), channel.copy(bytes, 2));
    }
    return all;
  }

  private static void add(List<Figure> all, Platform platform, Subject subject) {
    time(all, subject, PlatformFit.price(subject, platform));
  }

  private static void time(List<Figure> all, Subject subject, double micros) {
    all.add(Figure.of(subject, micros, micros, micros));
  }

  @Test
  void whatWasMeasuredIsPricedAsItWas() {
    Platform known = known();
    List<Figure> figures = figures(known);
    Platform found = PlatformFit.local("found", figures);
    assertThat(found.remarks()).isEmpty();
    assertThat(found.calls().start()).isCloseTo(0.1, within(1e-6));
    assertThat(found.calls().board()).isCloseTo(0.2, within(1e-3));
    assertThat(found.computing().operand()).isCloseTo(0.6, within(0.05));
    for (Figure figure : figures) {
      if (figure.subject().isCollective()) {
        assertThat(PlatformFit.price(figure.subject(), found) / figure.median())
            .as(figure.subject().toString())
            .isCloseTo(1, within(0.02));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "broadcast, chunks, false, 524288",
    "alltoall, pairwise, true, 32768",
    "allreduce, slices, true, 262144",
    "scan, chain, false, 65536",
    "gather, flat, false, 524288",
    "reduce, tree, true, 1048576"
  })
  void whatWasNotMeasuredIsPricedAlike(
      String what, String algorithm, boolean isRegistered, long bytes) {
    Platform known = known();
    Platform found = PlatformFit.local("found", figures(known));
    Subject subject = Subject.of(what, algorithm, isRegistered, bytes);
    assertThat(PlatformFit.price(subject, found) / PlatformFit.price(subject, known))
        .isCloseTo(1, within(0.05));
  }

  @Test
  void messagesAreThoseThatWereMeasured() {
    Platform known = known();
    Platform found = PlatformFit.local("found", figures(known));
    for (long bytes : new long[] {8, 64, 4096, 1 << 20}) {
      assertThat(found.channel(0).time(bytes, 1))
          .isCloseTo(known.channel(0).time(bytes, 1), within(0.02));
      assertThat(found.channel(0).time(bytes, 2))
          .isCloseTo(known.channel(0).time(bytes, 2), within(0.05));
    }
  }

  @Test
  void aNetworkIsFoundBesideTheHost() {
    TimeTable overhead = new TimeTable(new long[] {0}, new int[] {1}, new double[][] {{30}});
    TimeTable step = new TimeTable(new long[] {0}, new int[] {1}, new double[][] {{25}});
    Platform local = known();
    CostChannel.StepCosts near = Objects.requireNonNull(local.channel(0).steps());
    CostChannel far =
        new CostChannel(
            "network",
            overhead,
            shared(0, 0.08),
            1,
            new CostChannel.StepCosts(2, step, shared(1, 0.09), near.writes(), near.own()));
    Platform both = local.with(List.of(local.channel(0), far));
    List<Figure> figures = new ArrayList<>();
    add(figures, both, Subject.of("barrier", "exchange", false, 0).on(2, 2));
    add(figures, both, Subject.of("barrier", "central", false, 0).on(2, 2));
    time(figures, Subject.of(Subject.MESSAGE, Subject.PLAIN, false, 8).on(2, 2), far.overhead(8));
    time(figures, Subject.of(Subject.SENDING, Subject.PLAIN, false, 64).on(2, 2), 2);
    for (long bytes : SIZES) {
      add(figures, both, Subject.of("broadcast", "flat", false, bytes).on(2, 2));
      time(
          figures,
          Subject.of(Subject.MESSAGE, Subject.PLAIN, false, bytes).on(2, 2),
          far.time(bytes, 1));
    }
    Platform found = PlatformFit.network(PlatformFit.local("found", figures(local)), figures);
    assertThat(found.remarks().toString()).contains("they share its bandwidth");
    for (long bytes : new long[] {8, 4096, 1 << 20}) {
      assertThat(found.channel(1).time(bytes, 1) / far.time(bytes, 1)).isCloseTo(1, within(0.05));
    }
    for (String algorithm : List.of("flat", "binomial", "chunks")) {
      Subject subject = Subject.of("broadcast", algorithm, false, 512 << 10).on(2, 2);
      assertThat(PlatformFit.price(subject, found) / PlatformFit.price(subject, both))
          .as(algorithm)
          .isCloseTo(1, within(0.05));
    }
  }

  @Test
  void saysWhatIsMissing() {
    List<Figure> figures = new ArrayList<>(figures(known()));
    figures.removeIf(it -> it.subject().algorithm().equals("central"));
    assertThatThrownBy(() -> PlatformFit.local("found", figures))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("barrier central")
        .hasMessageContaining("was not measured");
  }

  @Test
  void pointModelsFindLines() {
    List<Figure> figures = new ArrayList<>();
    for (long bytes : SIZES) {
      time(figures, Subject.of(Subject.MESSAGE, Subject.PLAIN, false, bytes), 5 + 0.01 * bytes);
      time(figures, Subject.of(Subject.TRAIN, Subject.PLAIN, false, bytes), 2 + 0.01 * bytes);
      time(figures, Subject.of(Subject.SENDING, Subject.PLAIN, false, bytes), 1.5);
    }
    assertThat(PointFit.hockney(figures).start()).isCloseTo(5, within(1e-6));
    assertThat(PointFit.hockney(figures).perByte()).isCloseTo(0.01, within(1e-9));
    assertThat(PointFit.logGp(figures).gap()).isCloseTo(2, within(1e-6));
    assertThat(PointFit.logGp(figures).overhead()).isEqualTo(1.5);
    assertThat(PointFit.hLogGp(figures).message(0, 1, 1 << 20))
        .isCloseTo(5 + 0.01 * (1 << 20), within(2.0));
  }

  @Test
  void figuresAndSubjectsAreReadAsTheyAreWritten() {
    Figure figure = Figure.of(Subject.of("reduce-scatter", "direct", true, 4096), 3, 1, 2, 2, 90);
    assertThat(figure.median()).isEqualTo(2);
    assertThat(figure.outliers()).isEqualTo(1);
    assertThat(Figure.parse(figure.toString())).isEqualTo(figure);
    assertThatThrownBy(() -> Figure.parse("broadcast flat = 1 2 3"))
        .hasMessageContaining("a cell is written");
    assertThatThrownBy(() -> Subject.parse("broadcast flat 0"))
        .hasMessageContaining("a subject is written");
  }
}
