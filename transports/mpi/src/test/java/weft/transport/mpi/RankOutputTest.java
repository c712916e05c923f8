// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import weft.transport.job.LineSink;
import weft.watch.Reporter;

/// What `mpirun` passes on in pieces arrives in whole lines, and byte for byte.
final class RankOutputTest implements RankOutput.Listener {
  /// Gives its bytes in pieces of random sizes.
  private static final class Pieces extends ByteArrayInputStream {
    private final Random random;
    private final int largest;

    Pieces(byte[] bytes, Random random, int largest) {
      super(bytes);
      this.random = random;
      this.largest = largest;
    }

    @Override
    public synchronized int read(byte[] into, int from, int length) {
      return super.read(into, from, Math.min(length, 1 + random.nextInt(largest)));
    }

    @Override
    public int read(byte[] into) {
      return read(into, 0, into.length);
    }
  }

  private final List<String> own = new ArrayList<>();
  private final List<String> marks = new ArrayList<>();
  private final List<Integer> failed = new ArrayList<>();

  @Override
  public void own(String line) {
    own.add(line);
  }

  @Override
  public void mark(int rank, String text) {
    marks.add(rank + " " + text);
  }

  @Override
  public void failed(int rank) {
    failed.add(rank);
  }

  private byte[] sort(byte[] bytes, boolean tagged, Random random, int largest) {
    var to = new ByteArrayOutputStream();
    var out = new PrintStream(to, false, UTF_8);
    new RankOutput(new Pieces(bytes, random, largest), new LineSink(out), tagged, false, this)
        .run();
    return to.toByteArray();
  }

  private String sort(String text, boolean tagged) {
    return new String(sort(text.getBytes(UTF_8), tagged, new Random(1), 5), UTF_8);
  }

  private static String openMpi(int rank) {
    return "[1," + rank + "]<stdout>:";
  }

  private static String mpich(int rank) {
    return MpirunCommand.BEFORE_RANK + "" + rank + MpirunCommand.AFTER_RANK;
  }

  @Test
  void passesOnOneOfSeveralReports() {
    String mark = Reporter.LINE_MARK;
    String first = "weft: rank 2 failed: its host has not answered\n";
    String text =
        openMpi(0)
            + "output\n"
            + openMpi(1)
            + mark
            + first
            + openMpi(2)
            + mark
            + "weft: rank 0 failed: its host has not answered\n"
            + openMpi(1)
            + mark
            + "\tat its first line\n"
            + openMpi(2)
            + mark
            + "\n"
            + openMpi(2)
            + mark.substring(0, 3)
            + " is output\n"
            + openMpi(2)
            + "more output\n";
    String rest = mark.substring(0, 3) + " is output\nmore output\n";
    for (int largest = 1; largest < 40; largest++) {
      failed.clear();
      byte[] sorted = sort(text.getBytes(UTF_8), false, new Random(largest), largest);
      assertThat(new String(sorted, UTF_8).lines())
          .containsExactlyInAnyOrderElementsOf(
              ("output\n" + first + "\tat its first line\n" + rest).lines().toList());
      assertThat(failed).containsExactly(2);
    }
  }

  @Test
  void putsTogetherWhatAnotherRankHasCutInTwo() {
    String text =
        openMpi(0)
            + "one li"
            + openMpi(1)
            + " a whole é\n"
            + openMpi(1)
            + "[1,x"
            + openMpi(0)
            + "ne\n"
            + openMpi(1)
            + "]\n";
    assertThat(sort(text, false)).isEqualTo(" a whole é\none line\n[1,x]\n");
    assertThat(sort(text, true)).isEqualTo("[1]  a whole é\n[0] one line\n[1] [1,x]\n");
    assertThat(own).isEmpty();
  }

  @Test
  void passesOnEveryByteOfEachRank() {
    long seed = System.nanoTime();
    System.out.println("RankOutputTest seed " + seed);
    var random = new Random(seed);
    for (int round = 0; round < 40; round++) {
      var expected =
          new ByteArrayOutputStream[] {new ByteArrayOutputStream(), new ByteArrayOutputStream()};
      var mixed = new ByteArrayOutputStream();
      boolean open = random.nextBoolean();
      for (int piece = 0; piece < 60; piece++) {
        int rank = random.nextInt(2);
        var bytes = new byte[1 + random.nextInt(400)];
        for (int i = 0; i < bytes.length; i++) {
          // Ranks write their number, newlines, and what looks like the beginning of something
          // else.
          bytes[i] = (byte) "ab\n[1,<".charAt(random.nextInt(7));
          bytes[i] = bytes[i] == 'a' || bytes[i] == 'b' ? (byte) ('A' + rank) : bytes[i];
        }
        boolean begins = true;
        for (byte b : bytes) {
          if (begins) {
            mixed.writeBytes((open ? openMpi(rank) : mpich(rank)).getBytes(UTF_8));
          }
          mixed.write(b);
          begins = b == '\n';
        }
        expected[rank].writeBytes(bytes);
      }
      byte[] sorted = sort(mixed.toByteArray(), true, random, 1 + random.nextInt(3000));
      for (int rank = 0; rank < 2; rank++) {
        String tag = "[" + rank + "] ";
        var got = new StringBuilder();
        for (String line : new String(sorted, UTF_8).split("(?<=\n)", -1)) {
          if (line.startsWith(tag)) {
            got.append(line.substring(tag.length()));
          }
        }
        String all = expected[rank].toString(UTF_8);
        assertThat(got).hasToString(all.endsWith("\n") ? all : all + "\n");
      }
    }
    assertThat(own).isEmpty();
  }

  @Test
  void tellsItsOwnLinesFromThoseOfRanks() {
    String text = "----\nmpirun noticed\n" + openMpi(0) + "x\nno rank\n" + openMpi(1) + "y";
    assertThat(sort(text, false)).isEqualTo("x\ny");
    assertThat(own).containsExactly("----", "mpirun noticed", "no rank");
  }

  @Test
  void takesMarksOut() {
    String text =
        openMpi(3)
            + "half"
            + MpirunCommand.MARK
            + "end 137 alpha\n"
            + openMpi(0)
            + MpirunCommand.MARK
            + "joins\n"
            + openMpi(0)
            + "z\n";
    assertThat(sort(text, false)).isEqualTo("z\nhalf");
    assertThat(marks).containsExactly("3 end 137 alpha", "0 joins");
  }

  @Test
  void keepsWhatOnlyLooksLikeAMark() {
    String text = openMpi(0) + MpirunCommand.MARK + "x".repeat(5000) + "\n";
    assertThat(sort(text, false)).isEqualTo(text.substring(openMpi(0).length()));
    assertThat(marks).isEmpty();
  }

  /// A program may write any bytes: also those with which a mark begins.
  @Test
  void keepsWhatNoShellOfOursWrites() {
    for (String text : List.of("end abc", "end 12345678901", "end", "joins us", "", "end 1x")) {
      String line = MpirunCommand.MARK + text + "\nnext\n";
      assertThat(sort(openMpi(0) + line.replaceFirst("\n", "\n" + openMpi(0)), false))
          .isEqualTo(line);
    }
    assertThat(marks).isEmpty();
    assertThat(sort(openMpi(0) + MpirunCommand.MARK + "end 3 h\u00f6st\n", false)).isEmpty();
    assertThat(marks).containsExactly("0 end 3 h\u00f6st");
  }

  /// Whoever writes would wait for ever.
  @Test
  void readsToTheEndEvenWhenItFails() {
    byte[] bytes = (openMpi(0) + MpirunCommand.MARK + "joins\n").repeat(3_000).getBytes(UTF_8);
    var stream = new ByteArrayInputStream(bytes);
    var listener =
        new RankOutput.Listener() {
          @Override
          public void own(String line) {}

          @Override
          public void mark(int rank, String text) {
            throw new IllegalStateException("no marks, please");
          }

          @Override
          public void failed(int rank) {}
        };
    var output = new RankOutput(stream, new LineSink(System.out), false, false, listener);
    assertThatThrownBy(output::run).hasMessage("no marks, please");
    assertThat(stream.available()).isZero();
    assertThat(output.isReading()).isFalse();
  }

  @Test
  void seesWhomAReportNames() {
    sort(
        openMpi(0)
            + "weft: rank 1 is late\n"
            + openMpi(0)
            + "no weft: rank 2 failed\n"
            + openMpi(0)
            + "weft: ra"
            + openMpi(1)
            + "weft: rank 1234567 failed: yes\n"
            + openMpi(0)
            + "nk 13 failed in its body: no, weft: rank 3 failed\n",
        false);
    assertThat(failed).containsExactly(1234567, 13);
  }
}
