// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import weft.World;
import weft.testkit.WeftTest;

/// Calls of channels and of the loop from another thread are refused, and both threads are named.
final class OtherThreadsTest {
  @WeftTest(ranks = {2})
  void areRefused(World world) throws InterruptedException {
    OverlapLoop loop = OverlapLoop.of(world);
    WordChannel words = loop.words("words", (source, word) -> {});
    world.start();
    Map<String, ThrowingCallable> calls = new LinkedHashMap<>();
    calls.put("push", () -> words.push(0, 1));
    calls.put("tryPush", () -> words.tryPush(0, 1));
    calls.put("flush", words::flush);
    calls.put("flush of one", () -> words.flush(0));
    calls.put("tryFlush", () -> words.tryFlush(0));
    calls.put("isFlushed", words::isFlushed);
    calls.put("counters", words::counters);
    calls.put("within", () -> words.within(Duration.ofMillis(1)));
    calls.put("bufferBytes", () -> words.bufferBytes(128));
    calls.put("buffers", () -> words.buffers(2));
    calls.put("close", words::close);
    calls.put("expect", () -> loop.expect(0, 0));
    calls.put("policy", () -> loop.policy(Policy.WHEN_IDLE));
    calls.put("run", loop::run);
    calls.put("last", loop::last);
    List<String> accepted = new ArrayList<>();
    Thread stranger =
        new Thread(
            () ->
                calls.forEach((name, call) -> {
                  String said = String.valueOf(catchThrowable(call));
                  if (!said.contains("\"stranger\"") || !said.contains("belongs to thread")) {
                    accepted.add(name + ": " + said);
                  }
                }),
            "stranger");
    stranger.start();
    stranger.join();
    assertThat(accepted).isEmpty();
    world.quiesce();
  }
}
