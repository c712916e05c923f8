// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import weft.Body;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.codec.Codecs;
import weft.testkit.WeftTest;

/// Bad input is answered by a sentence.
class ChannelMisuseTest {
  @WeftTest(ranks = {2})
  @SuppressWarnings("NullAway") // null is given on purpose
  void badCallsAreRefused(World world) {
    WordChannel words = Channel.words(world, "words", (source, word) -> {});
    VectorChannel vectors = Channel.vectors(world, "vectors", (source, tag, vector) -> {});
    assertThatThrownBy(() -> words.push(0, 1)).hasMessageContaining("start");
    assertThatThrownBy(() -> Channel.words(world, "words", (source, word) -> {}))
        .hasMessageContaining("registers the handler \"words\" twice");
    world.start();
    assertThatThrownBy(() -> words.push(2, 1)).hasMessageContaining("2");
    assertThatThrownBy(() -> words.push(-1, 1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> words.bufferBytes(8)).hasMessageContaining("give a size from 64 to");
    assertThatThrownBy(() -> words.buffers(0)).hasMessageContaining("give a number from 1 to 64");
    assertThatThrownBy(() -> words.within(Duration.ZERO)).hasMessageContaining("a positive time");
    var large = MemorySegment.ofArray(new byte[world.frameBytes() + 1]);
    assertThatThrownBy(() -> vectors.tryPush(0, 1, large))
        .hasMessageContaining("tryPush takes at most")
        .hasMessageContaining("push has no limit");
    assertThatThrownBy(() -> vectors.push(0, 1, (long[]) null))
        .hasMessageContaining("pushes null to the channel \"vectors\"");
    assertThatThrownBy(() -> Channel.words(world, "late", (source, word) -> {}))
        .hasMessageContaining("late");
    words.close();
    assertThatThrownBy(() -> words.push(0, 1))
        .hasMessageContaining("pushes to the channel \"words\" after Channel.close()");
    world.quiesce();
  }

  @WeftTest(ranks = {1})
  void whatIsOutsideAVectorIsCountedInItsElements(World world) {
    var said = new ArrayList<String>();
    VectorChannel vectors =
        Channel.vectors(
            world,
            "vectors",
            (source, tag, vector) -> {
              List<ThrowingCallable> reads =
                  List.of(
                      () -> vector.longAt(3),
                      () -> vector.floatAt(-1),
                      () -> vector.copyElements(1, new double[3], 0, 3));
              reads.forEach(it -> said.add(catchThrowable(it).getMessage()));
              assertThat(vector.longAt(2)).isEqualTo(7);
            });
    world.start();
    vectors.push(0, 1, new long[] {5, 6, 7});
    world.quiesce();
    assertThat(said)
        .containsExactly(
            "element 3 of 8 bytes was read from a vector of 24 bytes, which holds 3 such elements",
            "element -1 of 4 bytes was read from a vector of 24 bytes, which holds 6 such elements",
            "3 elements from 1 on of 8 bytes were read from a vector of 24 bytes, which holds 3"
                + " such elements");
  }

  private static void run(Body body) {
    try (Job job = Weft.open(WeftConfig.ofRanks(2))) {
      job.run(body);
    }
  }

  @Test
  void typesThatDifferAreNamedAtTheStart() {
    assertThatThrownBy(() ->
            run(world -> {
              if (world.rank() == 0) {
                Channel.of(world, "edges", Codecs.of(Integer.class), (source, value) -> {});
              } else {
                Channel.of(world, "edges", Codecs.of(Long.class), (source, value) -> {});
              }
              world.start();
            }))
        .hasMessageContaining("edges");
  }

  @Test
  void aHandlerThatNeverStopsPushingEndsTheJobAtItsEnd() {
    assertThatThrownBy(() ->
            run(world -> {
              var channel = new WordChannel[1];
              channel[0] =
                  Channel.words(
                      world, "again", (source, word) -> channel[0].push(world.next(), word));
              world.start();
              channel[0].push(world.next(), 1);
            }))
        .hasMessageContaining("handlers keep sending");
  }
}
