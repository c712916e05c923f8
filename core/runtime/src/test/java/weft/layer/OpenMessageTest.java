// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.ValueLayout;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import weft.GlobalPointer;
import weft.Job;
import weft.Rsr1;
import weft.RsrN;
import weft.Weft;
import weft.WeftConfig;
import weft.World;

/// While a message is written in place, its rank sends nothing else.
final class OpenMessageTest {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  @Test
  void aSendIsRefusedWhileAMessageIsOpen() {
    try (Job job = Weft.open(WeftConfig.ofRanks(2).withApart().withHeap(1 << 20))) {
      job.run(OpenMessageTest::run);
    }
  }

  private static void run(World world) {
    var sum = new long[1];
    GlobalPointer all = world.heap().mallocAll(64);
    Rsr1 words = world.rsr1("words", (source, a) -> sum[0] += a);
    RsrN bytes = world.rsrN("bytes", (source, payload) -> sum[0] += payload.size());
    Layer layer = Layer.of(world);
    Frames first =
        layer
            .messages()
            .countedFrames("first", "", (s, memory, at, n) -> sum[0] += memory.get(WORD, at));
    Frames other = layer.messages().frames("other", (s, memory, at, n) -> sum[0] += 1000);
    world.start();
    int to = world.next();
    long at = first.open(to, 8);
    refused("words", () -> words.send(to, 1));
    refused("words", () -> words.trySend(to, 1));
    refused("bytes", () -> bytes.send(to, new byte[8]));
    refused("bytes", () -> bytes.send(to, new byte[1 << 20]));
    refused("first", () -> first.open(to, 8));
    refused("other", () -> other.tryOpen(to, 8));
    refused("put", () -> world.memory().put(new long[1], 0, all.at(to), 0, 1));
    first.memory().set(WORD, at, 10);
    first.close();

    // Afterwards all of them are sent again.
    words.send(to, 1);
    bytes.send(to, new byte[8]);
    world.quiesce();
    assertThat(sum[0]).isEqualTo(19);
  }

  private static void refused(String name, ThrowingCallable send) {
    assertThatThrownBy(send)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(name)
        .hasMessageContaining("while it writes a message of \"first\"");
  }
}
