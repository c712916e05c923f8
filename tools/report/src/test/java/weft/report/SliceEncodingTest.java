// SPDX-License-Identifier: Apache-2.0
package weft.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/// Slices survive their way into a page.
final class SliceEncodingTest {
  private record Run(int name, long length) {}

  private static List<List<Run>> decode(SliceEncoding encoding) throws IOException {
    byte[] bytes =
        new InflaterInputStream(new ByteArrayInputStream(encoding.deflated())).readAllBytes();
    int runs = (int) encoding.runs().stream().mapToLong(Long::longValue).sum();
    int at = encoding.isWide() ? 2 * runs : runs;
    int run = 0;
    var rows = new ArrayList<List<Run>>();
    for (long count : encoding.runs()) {
      var row = new ArrayList<Run>();
      for (long i = 0; i < count; i++, run++) {
        int name =
            encoding.isWide()
                ? (bytes[2 * run] & 255) | (bytes[2 * run + 1] & 255) << 8
                : bytes[run] & 255;
        long length = 0;
        int shift = 0;
        do {
          length |= (long) (bytes[at] & 127) << shift;
          shift += 7;
        } while (bytes[at++] < 0);
        row.add(new Run(name, length));
      }
      rows.add(row);
    }
    assertThat(at).isEqualTo(bytes.length);
    return rows;
  }

  @RepeatedTest(5)
  void slicesThatFitAreExact() throws IOException {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    var random = new SplittableRandom(seed);
    int names = random.nextBoolean() ? 5 : 600;
    SliceTrack[] tracks = {new SliceTrack(), new SliceTrack(), new SliceTrack()};
    var expected = new ArrayList<List<Run>>();
    long first = Long.MAX_VALUE;
    var begins = new long[2];
    for (int row = 0; row < 2; row++) {
      begins[row] = 1_000_000L + random.nextInt(1000);
      first = Math.min(first, begins[row]);
    }
    for (int row = 0; row < 2; row++) {
      long now = begins[row];
      var runs = new ArrayList<Run>();
      if (now > first) {
        runs.add(new Run(0, now - first));
      }
      for (int i = 0; i < 20_000; i++) {
        int name = random.nextInt(names);
        long length = 1L << random.nextInt(16);
        tracks[row].add(name, now, now + length);
        runs.add(new Run(name + 1, length));
        now += length;
        if (random.nextInt(3) == 0 && i < 19_999) {
          long gap = 1L + random.nextInt(5000);
          runs.add(new Run(0, gap));
          now += gap;
        }
      }
      expected.add(runs);
    }
    expected.add(List.of());
    SliceEncoding encoding = SliceEncoding.of(tracks, names, 10_000_000);
    assertThat(encoding.isExact()).isTrue();
    assertThat(encoding.quantum()).isEqualTo(1);
    assertThat(decode(encoding)).isEqualTo(expected);
  }

  @RepeatedTest(5)
  void slicesThatAreTooManyKeepTheirShares() throws IOException {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    var random = new SplittableRandom(seed);
    SliceTrack[] tracks = {new SliceTrack(), new SliceTrack()};
    for (SliceTrack track : tracks) {
      long now = random.nextInt(1000);
      for (int i = 0; i < 50_000; i++) {
        long length = 10L + random.nextInt(i % 1000 == 0 ? 500_000 : 300);
        track.add(random.nextInt(8), now, now + length);
        now += length + random.nextInt(50);
      }
    }
    int budget = 20_000;
    SliceEncoding encoding = SliceEncoding.of(tracks, 8, budget);
    assertThat(encoding.isExact()).isFalse();
    assertThat(encoding.deflated().length * 4L / 3).isLessThanOrEqualTo(budget);
    List<List<Run>> rows = decode(encoding);
    for (int row = 0; row < 2; row++) {
      var shown = new long[9];
      rows.get(row).forEach(run -> shown[run.name()] += run.length() * encoding.quantum());
      long all = tracks[row].end() - tracks[row].begin();
      for (int name = 0; name < 8; name++) {
        assertThat((double) shown[name + 1] / all)
            .as("share of name %d on row %d", name, row)
            .isCloseTo((double) tracks[row].nanos(name) / all, within(0.02));
      }
    }
  }

  @Test
  void timesThatDoNotFitAreRounded() throws IOException {
    var track = new SliceTrack();
    track.add(0, 0, 1_000_000_000_000L);
    track.add(1, 1_000_000_000_000L, 1_000_000_000_100L);
    SliceEncoding encoding = SliceEncoding.of(new SliceTrack[] {track}, 2, 10_000);
    assertThat(encoding.quantum()).isEqualTo(512);
    assertThat(encoding.isExact()).isTrue();
    assertThat(decode(encoding).getFirst()).hasSize(2);
    assertThat(encoding.length()).isLessThan(Integer.MAX_VALUE);
  }

  @Test
  void noSlicesAndOverlappingOnes() throws IOException {
    assertThat(decode(SliceEncoding.of(new SliceTrack[] {new SliceTrack()}, 0, 100)).getFirst())
        .isEmpty();
    var track = new SliceTrack();
    track.add(0, 100, 200);
    track.add(1, 150, 250); // Cut at 200.
    track.add(0, 120, 180); // Cut to nothing.
    SliceEncoding encoding = SliceEncoding.of(new SliceTrack[] {track}, 2, 1000);
    assertThat(decode(encoding).getFirst())
        .containsExactly(new Run(1, 100), new Run(2, 50), new Run(1, 0));
    assertThat(track.nanos(1)).isEqualTo(50);
  }
}
