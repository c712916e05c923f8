// SPDX-License-Identifier: Apache-2.0
package weft.model.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.model.CostChannel;
import weft.model.Mapping;
import weft.model.Platform;
import weft.model.TimeTable;

/// A replay beside what the same program takes when it is simulated on the other machine.
class ReplayTest {
  private static final int RANKS = 4;

  private static Platform platform(double latency, double perByte, double far) {
    return Platform.of(
        "toy",
        new CostChannel("memory", TimeTable.linear(latency, 0), TimeTable.linear(0, perByte), 2),
        new CostChannel(
            "network", TimeTable.linear(far * latency, 0), TimeTable.linear(0, far * perByte), 1));
  }

  private static Replay.Machine machine(Platform platform, int hosts, double speed) {
    return new Replay.Machine(platform, Mapping.blocks(RANKS, hosts), speed);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void randomProgramsTakeWhatTheirSimulationTakes(int seed) {
    var program = new ToyProgram(new Random(seed), RANKS, 60);
    Replay.Machine before = machine(platform(1, 0.01, 5), 1, 1);
    ToyProgram.Course recorded = program.run(before);
    var replay = new Replay(recorded.traces(), before);
    assertThat(replay.recorded()).isCloseTo(recorded.time(), within(1e-6));
    assertThat(replay.time(before))
        .as("unchanged, seed %d", seed)
        .isCloseTo(recorded.time(), within(1e-6));
    for (Replay.Machine after :
        List.of(
            machine(platform(3, 0.01, 5), 1, 1),
            machine(platform(1, 0.04, 5), 1, 1),
            machine(platform(0.5, 0.005, 5), 1, 2),
            machine(platform(1, 0.01, 5), 1, 0.25),
            machine(platform(1, 0.01, 0.1), 4, 1))) {
      assertThat(replay.time(after))
          .as("another machine, seed %d", seed)
          .isCloseTo(program.run(after).time(), within(1e-6));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {21, 22, 23, 24, 25, 26, 27, 28})
  void messagesBetweenHostsQueueForTheirLink(int seed) {
    var program = new ToyProgram(new Random(seed), RANKS, 40);
    Replay.Machine before = machine(platform(1, 0.01, 3), 4, 1);
    ToyProgram.Course recorded = program.run(before);
    var replay = new Replay(recorded.traces(), before);
    assertThat(replay.time(before)).isCloseTo(recorded.time(), within(1e-6));
    Replay.Machine slower = machine(platform(1, 0.1, 3), 4, 1);
    double simulated = program.run(slower).time();
    // A message that found its receiver busy shows no transit, so that this is not exact.
    assertThat(replay.time(slower)).isBetween(0.8 * simulated, 1.2 * simulated);
  }

  @Test
  void aWaitThatNoMessageEndsIsKept() {
    var trace = new RankTrace(0);
    trace.compute(0, 10);
    trace.waited(10, 90, false);
    var before = new Replay.Machine(platform(1, 0, 1), Mapping.blocks(1, 1), 1);
    var replay = new Replay(List.of(trace), before);
    assertThat(replay.kept()).isCloseTo(0.9, within(1e-9));
    var faster = new Replay.Machine(platform(1, 0, 1), Mapping.blocks(1, 1), 2);
    assertThat(replay.time(faster)).isCloseTo(95, within(1e-9));
  }

  @Test
  void aRecordingWithoutItsBeginningIsReplayedAsFarAsItGoes() {
    var one = new RankTrace(0);
    one.receive(5, 1, 77, 1); // Its send is lost.
    one.compute(5, 10);
    one.enter(15, 9, 8);
    one.leave(16, 9, 8);
    var other = new RankTrace(0);
    other.compute(0, 3);
    var before = new Replay.Machine(platform(1, 0, 1), Mapping.blocks(2, 1), 1);
    assertThat(new Replay(List.of(one, other), before).time(before)).isCloseTo(11, within(1e-9));
  }

  @Test
  void aRootThatLeavesEarlyKeepsItsTime() {
    var root = new RankTrace(0);
    root.enter(0, 1, 8);
    root.waited(0, 4, true);
    root.leave(4, 1, 8);
    var late = new RankTrace(0);
    late.compute(0, 50);
    late.enter(50, 1, 8);
    late.waited(50, 2, true);
    late.leave(52, 1, 8);
    var before = new Replay.Machine(platform(1, 0, 1), Mapping.blocks(2, 1), 1);
    var replay = new Replay(List.of(root, late), before);
    assertThat(replay.time(before)).isCloseTo(52, within(1e-9));
    double[] ended = new double[2];
    replay.time(before, (rank, kind, from, until) -> ended[rank] = Math.max(ended[rank], until));
    assertThat(ended).containsExactly(new double[] {4, 52}, within(1e-9));
  }
}
