// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.testkit.Sampled;

/// Jobs that are larger than a trace: what is left out is told in it.
@Sampled
final class TraceLimitsTest {
  /// The first byte of a packet of a trace: field 1, with a length.
  private static final int PACKET = 1 << 3 | 2;

  @TempDir Path folder;

  @Test
  void theLastEventsAreKept() throws Exception {
    int ranks = 2;
    int more = 1_000;
    int each = TraceWriter.MOST_EVENTS / ranks;
    for (int rank = 0; rank < ranks; rank++) {
      var it = new MadeUpRank(folder, rank, ranks, TraceWriter.MOST_EVENTS);
      for (int i = 0; i < each + more; i++) {
        it.compute(1_000);
        it.send(1 - rank);
      }
      it.end(1_000L * (each + more));
    }
    Path trace = folder.resolve("out.pftrace");
    new TraceWriter().write(folder, ranks, "much", trace);
    List<String> texts = new ArrayList<>();
    long packets = packets(trace, texts);
    // A track for the job; for each rank a track, its names, and its sums.
    assertThat(packets).isEqualTo(TraceWriter.MOST_EVENTS + 1 + 3L * ranks);
    assertThat(texts.getFirst())
        .contains("much; 2,000 earlier events did not fit. All ranks read one clock.");
  }

  @Test
  void theFirstRanksAreShown() throws Exception {
    int ranks = TraceWriter.MOST_RANKS + 44;
    for (int rank = 0; rank < ranks; rank++) {
      var it = new MadeUpRank(folder, rank, ranks, 16);
      it.compute(1_000_000);
      it.send((rank + 1) % ranks);
      it.receive(2_000_000, (rank + ranks - 1) % ranks, 1_000);
      it.end(3_000_000);
    }
    Path trace = folder.resolve("out.pftrace");
    new TraceWriter().write(folder, ranks, "many", trace);
    Decoded decoded = Decoded.of(trace);
    assertThat(decoded.names)
        .contains("\"many; 44 ranks are not shown. All ranks read one clock.\"")
        .contains("\"rank 0\"", "\"rank 255\"")
        .doesNotContain("\"rank 256\"")
        .hasSize(1 + TraceWriter.MOST_RANKS);
    assertThat(decoded.sends).isEqualTo(TraceWriter.MOST_RANKS);
    assertThat(decoded.handlers).isEqualTo(TraceWriter.MOST_RANKS);
    assertThat(decoded.totals).hasSize(TraceWriter.MOST_RANKS);
    assertThat(decoded.open.values()).containsOnly(0);
  }

  /// Counts the packets of `trace`, which are too many for protoc, and adds the first as text.
  private static long packets(Path trace, List<String> texts) throws IOException {
    long count = 0;
    try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(trace)))) {
      for (int tag = in.read(); tag >= 0; tag = in.read()) {
        assertThat(tag).isEqualTo(PACKET);
        int length = length(in);
        if (count == 0) {
          texts.add(new String(in.readNBytes(length), StandardCharsets.UTF_8));
        } else {
          in.skipNBytes(length);
        }
        count++;
      }
    }
    return count;
  }

  /// A number of seven bits a byte, the least first.
  private static int length(DataInputStream in) throws IOException {
    int value = 0;
    for (int shift = 0; ; shift += 7) {
      int part = in.read();
      if (part < 0) {
        throw new EOFException();
      }
      value |= (part & 0x7F) << shift;
      if (part < 0x80) {
        return value;
      }
    }
  }
}
