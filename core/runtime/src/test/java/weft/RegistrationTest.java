// SPDX-License-Identifier: Apache-2.0
package weft;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import weft.codec.Codec;
import weft.codec.Codecs;

/// Registrations that miss a part are refused at the call.
@SuppressWarnings("NullAway") // nulls are what it is about
final class RegistrationTest {
  private interface Calls {
    Map<String, ThrowingCallable> of(World world);
  }

  private static void check(Calls calls, String... says) {
    try (Job job = Weft.open(WeftConfig.ofRanks(1))) {
      job.run(world ->
          calls
              .of(world)
              .forEach((name, call) ->
                  assertThatThrownBy(call)
                      .as(name)
                      .isInstanceOf(NullPointerException.class)
                      .hasMessageContainingAll(says)));
    }
  }

  @Test
  void aNullHandlerIsRefusedByName() {
    Codec<Integer> codec = Codecs.of(Integer.class);
    check(
        world ->
            Map.of(
                "rsr0", () -> world.rsr0("x", null),
                "rsr1", () -> world.rsr1("x", null),
                "rsr2", () -> world.rsr2("x", null),
                "rsr3", () -> world.rsr3("x", null),
                "rsr4", () -> world.rsr4("x", null),
                "rsrN", () -> world.rsrN("x", null),
                "rsrObject", () -> world.rsrObject("x", codec, null),
                "call", () -> world.call("x", codec, codec, null),
                "longCall", () -> world.longCall("x", null)),
        "rank 0 registers \"x\"",
        "null instead of a handler");
  }

  @Test
  void aNullCodecIsRefusedByName() {
    Codec<Integer> codec = Codecs.of(Integer.class);
    check(
        world ->
            Map.of(
                "rsrObject", () -> world.<Integer>rsrObject("x", null, (source, value) -> {}),
                "argument", () -> world.<Integer, Integer>call("x", null, codec, (_, it) -> it),
                "result", () -> world.<Integer, Integer>call("x", codec, null, (_, it) -> it)),
        "rank 0 registers \"x\"",
        "null instead of a codec");
  }

  @Test
  void aNullNameIsRefused() {
    Codec<Integer> codec = Codecs.of(Integer.class);
    check(
        world ->
            Map.of(
                "rsr0", () -> world.rsr0(null, source -> {}),
                "rsr1", () -> world.rsr1(null, (source, a) -> {}),
                "rsr2", () -> world.rsr2(null, (source, a, b) -> {}),
                "rsr3", () -> world.rsr3(null, (source, a, b, c) -> {}),
                "rsr4", () -> world.rsr4(null, (source, a, b, c, d) -> {}),
                "rsrN", () -> world.rsrN(null, (source, payload) -> {}),
                "rsrObject", () -> world.rsrObject(null, codec, (source, value) -> {}),
                "call", () -> world.call(null, codec, codec, (source, value) -> value),
                "longCall", () -> world.longCall(null, (source, a, b) -> a)),
        "rank 0 registers a handler with the name null");
  }
}
