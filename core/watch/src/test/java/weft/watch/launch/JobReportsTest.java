// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Of all reports that ranks have, one is printed, and it says how a process has ended.
final class JobReportsTest {
  private static final String GONE =
      "weft: rank 1 failed: its process (pid 77 on host h1 (10.0.0.1)) is gone: it was killed\n";
  private static final String OTHER = "weft: rank 2 failed in its body: a reason\n\tat here\n";

  private final List<String> printed = new ArrayList<>();
  private final JobReports reports = new JobReports(printed::add);

  @Test
  void theFirstIsPrinted() {
    reports.take(OTHER);
    reports.take(GONE);
    reports.takeOwn("weft: host h1 is lost.\n");
    reports.end();
    assertThat(printed).containsExactly(OTHER);
  }

  @Test
  void theSignalIsNamedWhicheverComesFirst() {
    for (boolean codeFirst : new boolean[] {false, true}) {
      printed.clear();
      var reports = new JobReports(printed::add);
      if (codeFirst) {
        reports.ended(1, 137);
      }
      reports.take(GONE);
      reports.ended(2, 1);
      reports.ended(1, 137);
      reports.end();
      assertThat(printed)
          .containsExactly(
              "weft: rank 1 failed: its process (pid 77 on host h1 (10.0.0.1)) was killed by signal"
                  + " 9 (SIGKILL), by somebody or by the kernel's out-of-memory killer\n");
    }
  }

  @Test
  void aProcessWhoseEndIsNotKnownIsReportedAsItWas() {
    reports.take(GONE);
    assertThat(printed).isEmpty();
    reports.end();
    assertThat(printed).containsExactly(GONE);
  }

  /// Its ranks were killed because it was lost.
  @Test
  void aLostHostGoesBeforeItsRanks() {
    reports.take(GONE);
    reports.takeOwn("weft: host h1 is lost.\n");
    reports.end();
    assertThat(printed).containsExactly("weft: host h1 is lost.\n");
  }

  /// In any pieces, between other output that has pieces of marks.
  @Test
  void reportsAreFoundInPieces() {
    long seed = System.nanoTime();
    System.out.println("JobReportsTest seed " + seed);
    var random = new Random(seed);
    byte[] mark = ReportMarks.mark("");
    for (int round = 0; round < 200; round++) {
      var all = new ByteArrayOutputStream();
      var output = new ByteArrayOutputStream();
      var expected = new ArrayList<String>();
      for (int part = random.nextInt(6); part >= 0; part--) {
        byte[] plain = new byte[random.nextInt(5)];
        random.nextBytes(plain);
        byte[] piece = Arrays.copyOf(mark, random.nextInt(mark.length - 1));
        for (byte[] each : new byte[][] {plain, piece, "x".getBytes(UTF_8)}) {
          all.writeBytes(each);
          output.writeBytes(each);
        }
        String report = "é".repeat(random.nextInt(3)) + part + "\n";
        all.writeBytes(ReportMarks.mark(report));
        expected.add(report);
      }
      check(all.toByteArray(), output.toByteArray(), expected, random);
    }
  }

  private static void check(byte[] all, byte[] output, List<String> expected, Random random) {
    var passed = new ByteArrayOutputStream();
    var found = new ArrayList<String>();
    var marks =
        new ReportMarks(
            new ReportMarks.Receiver() {
              @Override
              public void output(byte[] bytes, int start, int length) {
                passed.write(bytes, start, length);
              }

              @Override
              public void report(String text) {
                found.add(text);
              }
            });
    for (int at = 0; at < all.length; ) {
      int length = Math.min(all.length - at, 1 + random.nextInt(20));
      marks.add(Arrays.copyOfRange(all, at, at + length), length);
      at += length;
    }
    marks.end();
    assertThat(passed.toByteArray()).isEqualTo(output);
    assertThat(found).isEqualTo(expected);
  }
}
