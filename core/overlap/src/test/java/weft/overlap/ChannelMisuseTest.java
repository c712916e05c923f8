// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
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
    assertThatThrownBy(() -> Channel.words(world, "late", (source, word) -> {}))
        .hasMessageContaining("late");
    words.close();
    assertThatThrownBy(() -> words.push(0, 1))
        .hasMessageContaining("pushes to the channel \"words\" after Channel.close()");
    world.quiesce();
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
