// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import weft.Job;
import weft.JobFailedException;
import weft.Weft;
import weft.WeftConfig;
import weft.World;

/// Calls of channels and of the loop from another thread are refused, and both threads are named.
/// They end the job, also if that thread catches the exceptions.
final class OtherThreadsTest {
  private final List<String> accepted = Collections.synchronizedList(new ArrayList<>());

  @Test
  void areRefused() {
    try (Job job = Weft.open(WeftConfig.ofRanks(2))) {
      assertThatThrownBy(() -> job.run(this::callFromStranger))
          .isInstanceOf(JobFailedException.class)
          .hasMessageContainingAll("rank 1 failed: ", "\"words\"", "\"stranger\"", "World.submit");
    }
    assertThat(accepted).isEmpty();
  }

  private void callFromStranger(World world) throws InterruptedException {
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
    if (world.rank() == 1) {
      stranger.start();
      stranger.join();
    }
    world.pollUntil(() -> false);
  }
}
