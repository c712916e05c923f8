// SPDX-License-Identifier: Apache-2.0
package weft.testkit.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import weft.testkit.Chaos;
import weft.testkit.Effort;
import weft.testkit.JobResult;
import weft.testkit.RankRecord;
import weft.testkit.TestJob;

/// The debug mode reports every mistake, with both places in the program.
final class MisusesTest {
  /// What the report must say, in this order, whatever stands between.
  private static final Map<String, List<String>> SAID =
      Map.ofEntries(
          Map.entry("put and put", two("Memory.put", "second", "3 bytes", "Memory.put", "first")),
          Map.entry("put and get", two("Memory.get", "gets", "16 bytes", "Memory.put", "first")),
          Map.entry("get and put", two("Memory.put", "second", "3 bytes", "Memory.get", "gets")),
          Map.entry("put and atomic", two("Atomics.add", "adds", "8 bytes", "Memory.put", "first")),
          Map.entry(
              "atomic and put", two("Memory.put", "second", "3 bytes", "Atomics.add", "adds")),
          Map.entry("put and putOp", two("Memory.put", "op", "8 bytes", "Memory.put", "first")),
          Map.entry(
              "put and rows",
              two("Strided.putRows", "rows", "4 × 8 bytes, 40 apart", "Memory.put", "first")),
          Map.entry(
              "rows and put", two("Memory.put", "second", "3 bytes", "Strided.putRows", "rows")),
          Map.entry(
              "put and word", two("Memory.putLong", "word", "8 bytes", "Memory.put", "first")),
          Map.entry(
              "put and getWord",
              two("Memory.getLongSync", "reads", "8 bytes", "Memory.put", "first")),
          Map.entry(
              "few words", two("Memory.get", "getsWords", "8 bytes", "Memory.put", "putsWords")),
          Map.entry(
              "completion not seen",
              two("Memory.get", "gets", "16 bytes", "Memory.put", "completes")),
          Map.entry(
              "own put and get",
              List.of(
                  "rank 0 calls Memory.get at Misuses.java:",
                  "Misuses.gets",
                  "while its own Memory.put at Misuses.java:",
                  "Misuses.first")),
          Map.entry(
              "own atomic and get",
              List.of("rank 0 calls Memory.get at", "while its own Atomics.add at", ".adds")),
          Map.entry(
              "free under way",
              List.of(
                  "rank 1 calls Heap.freeAll at Misuses.java:",
                  "Misuses.freesUnderWay",
                  "while rank 0's Memory.put at Misuses.java:",
                  "Misuses.first")),
          Map.entry(
              "freed",
              List.of(
                  "rank 0 calls Memory.put at Misuses.java:",
                  "Misuses.freed",
                  "16 bytes at offset ",
                  "of rank 1",
                  "has been freed")),
          Map.entry(
              "past the block",
              List.of(
                  "rank 0 calls Memory.get at Misuses.java:",
                  "Misuses.touches",
                  "of rank 1",
                  "begins in one block and ends in another")),
          Map.entry(
              "never allocated",
              List.of("rank 0 calls Memory.get at Misuses.java:", "nothing is allocated there")),
          Map.entry(
              "source changed",
              List.of(
                  "rank 0 could not finish its Memory.put at Misuses.java:",
                  "Misuses.changesSource",
                  "its source, registered memory, was changed")));

  private static List<String> two(
      String call, String method, String extent, String otherCall, String otherMethod) {
    return List.of(
        "rank 1 calls " + call + " at Misuses.java:",
        ", Misuses." + method + ", for " + extent,
        "of rank 1",
        "while rank 0's " + otherCall + " at Misuses.java:",
        ", Misuses." + otherMethod,
        "nothing orders the two",
        "--check=");
  }

  @TestFactory
  Stream<DynamicTest> eachIsReported() {
    long seed = Chaos.seed(0);
    var tests = new ArrayList<DynamicTest>();
    for (String transport : List.of("threads", "shm")) {
      for (String name : Misuses.ALL.keySet()) {
        if (!Effort.current().tries(transport, name, seed, 4)) {
          continue;
        }
        tests.add(
            DynamicTest.dynamicTest(
                name + " (" + transport + ", seed " + seed + ")",
                () -> check(name, transport, seed)));
      }
    }
    return tests.stream();
  }

  private static void check(String name, String transport, long seed) {
    JobResult result =
        new TestJob(Misuses.class, List.of(name), 2, transport)
            .withHeap(8 << 20)
            .withCheck(seed)
            .withTimeout(Duration.ofMinutes(1))
            .run();
    List<String> said = Objects.requireNonNull(SAID.get(name), name);
    assertThat(result.failure()).as("seed %d", seed).isNotNull();
    for (RankRecord rank : result.ranks()) {
      // The one that made the mistake, and the other that hears of it.
      assertThat(String.valueOf(rank.thrown()))
          .as("rank %d, seed %d", rank.rank(), seed)
          .containsSubsequence(said);
    }
  }
}
