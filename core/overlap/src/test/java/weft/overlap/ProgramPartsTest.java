// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import weft.Rsr0;
import weft.World;
import weft.codec.Codec;
import weft.codec.CodecException;
import weft.codec.Codecs;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// The codec of a channel and the computations of a loop may neither send nor wait, and say so.
@Sampled
final class ProgramPartsTest {
  @WeftTest(
      ranks = {2},
      transport = {"threads", "shm"})
  void aCodecNeitherSendsNorWaits(World world) {
    var deeds = new ArrayList<Runnable>();
    Codec<Long> codec =
        Codecs.of(
            "number",
            (value, out) -> {
              deeds.forEach(Runnable::run);
              out.writeLong(value);
            },
            in -> in.readLong());
    var got = new ArrayList<Long>();
    ObjectChannel<Long> channel =
        Channel.of(world, "numbers", codec, (source, value) -> got.add(value));
    WordChannel words = Channel.words(world, "words", (source, word) -> {});
    Rsr0 ping = world.rsr0("ping", source -> {});
    world.start();
    int next = world.next();
    refused(channel, next, deeds, () -> world.pollUntil(() -> true), "World.pollUntil was called");
    refused(channel, next, deeds, world::poll, "World.poll was called");
    refused(channel, next, deeds, () -> ping.send(next), "a send of \"ping\" was called");
    refused(channel, next, deeds, () -> words.push(next, 1), "a send of \"words\" was called");
    refused(channel, next, deeds, () -> words.tryPush(next, 1), "a send of \"words\" was called");
    refused(channel, next, deeds, () -> channel.flush(), "Channel.flush was called");
    refused(
        channel,
        next,
        deeds,
        () -> {
          throw new IllegalStateException("on purpose");
        },
        "on purpose");
    channel.push(next, 4L);
    world.quiesce();
    assertThat(got).containsExactly(4L);
  }

  private static void refused(
      ObjectChannel<Long> channel, int target, List<Runnable> deeds, Runnable deed, String said) {
    deeds.add(deed);
    assertThatThrownBy(() -> channel.push(target, 3L))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("cannot encode an object for the channel \"numbers\"")
        .hasMessageContaining(said);
    deeds.clear();
  }

  @WeftTest(
      ranks = {2},
      transport = {"threads", "shm"})
  void aComputationNeitherSendsNorWaits(World world) {
    var loop = OverlapLoop.of(world);
    Rsr0 ping = world.rsr0("ping", source -> {});
    world.start();
    loop.compute(3, index -> world.poll());
    assertThatThrownBy(loop::run)
        .hasMessageContaining("World.poll was called on rank " + world.rank())
        .hasMessageContaining("in a local computation of OverlapLoop.compute");
    loop.compute(3, index -> ping.send(world.next()));
    assertThatThrownBy(loop::run).hasMessageContaining("a send of \"ping\" was called");
    loop.compute(3, index -> {});
    loop.run();
    ping.send(world.next()); // allowed again
    world.quiesce();
  }
}
