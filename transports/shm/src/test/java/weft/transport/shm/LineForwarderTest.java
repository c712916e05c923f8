// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import weft.transport.job.LineSink;

/// The output of ranks arrives in whole lines, and byte for byte.
final class LineForwarderTest {
  /// Keeps every write apart.
  private static final class Writes extends PrintStream {
    private final List<byte[]> writes = new ArrayList<>();

    Writes() {
      super(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      writes.add(java.util.Arrays.copyOfRange(bytes, from, from + length));
    }

    byte[] all() {
      var all = new ByteArrayOutputStream();
      for (byte[] write : writes) {
        all.writeBytes(write);
      }
      return all.toByteArray();
    }

    String text() {
      return new String(all(), StandardCharsets.UTF_8);
    }
  }

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
  }

  private static Writes forward(byte[] bytes, String tag, Random random, int largest) {
    var to = new Writes();
    new LineForwarder(new Pieces(bytes, random, largest), new LineSink(to), tag).run();
    return to;
  }

  private static Writes forward(String text, String tag) {
    return forward(text.getBytes(StandardCharsets.UTF_8), tag, new Random(1), 3);
  }

  @Test
  void passesOnEveryByteInWholeLines() {
    long seed = System.nanoTime();
    System.out.println("LineForwarderTest seed " + seed);
    var random = new Random(seed);
    for (int round = 0; round < 50; round++) {
      var bytes = new byte[random.nextInt(30_000)];
      random.nextBytes(bytes);

      Writes to = forward(bytes, "", random, 1 + random.nextInt(5_000));

      assertThat(to.all()).isEqualTo(bytes);
      for (byte[] write : to.writes.subList(0, Math.max(0, to.writes.size() - 1))) {
        assertThat(write[write.length - 1]).isIn((byte) '\n', (byte) '\r');
      }
    }
  }

  @Test
  void aLineOfProgressArrivesBeforeItIsOverwritten() {
    Writes to = forward("step 1\rstep 2\r", "");
    assertThat(to.writes).extracting(String::new).containsExactly("step 1\r", "step 2\r");
  }

  @Test
  void theLastLineArrivesWithoutItsNewline() {
    assertThat(forward("one\ntwo", "").text()).isEqualTo("one\ntwo");
    assertThat(forward("", "").text()).isEmpty();
  }

  @Test
  void aTagStandsBeforeEachLine() {
    assertThat(forward("one\n\nthree é\n", "[3] ").text())
        .isEqualTo("[3] one\n[3] \n[3] three é\n");
    assertThat(forward("one\ntwo", "[3] ").text()).isEqualTo("[3] one\n[3] two\n");
  }

  @Test
  void aLineOfAMegabyteArrivesInOnePiece() {
    String line = "x".repeat(1 << 20) + "\n";
    Writes to = forward((line + line).getBytes(StandardCharsets.UTF_8), "", new Random(4), 100_000);
    assertThat(to.writes)
        .allMatch(write -> write[write.length - 1] == '\n')
        .allMatch(write -> write.length % line.length() == 0);
    assertThat(to.text()).isEqualTo(line + line);
  }

  @Test
  void aVeryLongLineArrivesWhole() {
    String line = "x".repeat(7 << 20) + "\nnext\n";

    Writes to = forward(line.getBytes(StandardCharsets.UTF_8), "", new Random(2), 100_000);
    assertThat(to.text().equals(line)).isTrue();

    Writes tagged = forward(line.getBytes(StandardCharsets.UTF_8), "[0] ", new Random(3), 100_000);
    assertThat(tagged.text().equals("[0] " + line.replace("next", "[0] next"))).isTrue();

    String unfinished = "y".repeat(5 << 20);
    Writes rest = forward(unfinished.getBytes(StandardCharsets.UTF_8), "", new Random(5), 100_000);
    assertThat(rest.text().equals(unfinished)).isTrue();
  }
}
