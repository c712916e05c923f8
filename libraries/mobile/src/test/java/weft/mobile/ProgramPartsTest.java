// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import weft.testkit.Effort;
import weft.testkit.JobResult;
import weft.testkit.RankRecord;
import weft.testkit.Sampled;
import weft.testkit.TestJob;
import weft.transport.StackText;

/// Every part of a program that a rank calls, and all that it may do wrong: the job ends with a
/// sentence that names the part, or loses nothing.
@Sampled
final class ProgramPartsTest {
  /// Of the cases of processes, a quick run tries one of this many.
  private static final int SHM = 48;

  private static final String TYPE = "the codec of type \"box\"";
  private static final String POLICY = "the policy weft.mobile.PartProgram$MyPolicy";
  private static final String SUM = "the reduction \"sum\" over the array \"boxes\"";
  private static final String ASK = "call of \"ask\"";

  /// Parts that may neither send nor wait, with the name that the failure says.
  private static final Map<String, String> PURE =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("object encode", "the codec of \"object\""),
              Map.entry("object decode", "the codec of \"object\""),
              Map.entry("call argument encode", ASK),
              Map.entry("call argument decode", ASK),
              Map.entry("call result encode", ASK),
              Map.entry("call result decode", ASK),
              Map.entry("operator", "the operator \"mine\""),
              Map.entry("operator large", "the operator \"mine\""),
              Map.entry("operator started", "the operator \"mine\""),
              Map.entry("blocks", "the operator \"mine\""),
              Map.entry("blocks large", "the operator \"mine\""),
              Map.entry("group codec encode", "the codec of Group.allreduce"),
              Map.entry("group codec decode", "the codec of Group.allreduce"),
              Map.entry("group operator", "the operator of Group.allreduce"),
              Map.entry("group started", "the operator of Group.allreduce"),
              Map.entry("type encode", TYPE),
              Map.entry("type decode", TYPE),
              Map.entry("load", "the load of type \"box\""),
              Map.entry("policy worth", POLICY),
              Map.entry("policy plan", POLICY),
              Map.entry("policy periodic", POLICY),
              Map.entry("stealing give", "the policy weft.mobile.PartProgram$$Lambda"),
              Map.entry("maker", "makes the elements of the array \"boxes\""),
              Map.entry("fold", "the operator of " + SUM),
              Map.entry("value encode", "the codec of \"value\" of box"),
              Map.entry("value decode", "the codec of \"value\" of box"),
              Map.entry("mobile argument encode", ASK),
              Map.entry("mobile argument decode", ASK),
              Map.entry("mobile result encode", ASK),
              Map.entry("mobile result decode", ASK)));

  /// Parts that run as handlers do.
  private static final Map<String, String> HANDLERS =
      new TreeMap<>(
          Map.of(
              "object handler", "handler \"object\"",
              "call handler", "\"ask\"",
              "condition", "the condition of a wait",
              "completion", "the action of a completion of \"Heap.malloc\"",
              "task", "a task submitted by a worker thread",
              "result", "the result of " + SUM,
              "undelivered", "the undelivered action of type \"box\""));

  /// Wrong values: part, value, and what the failure says.
  private static final List<List<String>> VALUES =
      List.of(
          List.of("load", "NaN", "the load of box 0.1 is given as NaN"),
          List.of("load", "infinity", "the load of box 0.1 is given as Infinity"),
          List.of("load", "negative", "the load of box 0.1 is given as -1"),
          List.of("load", "huge", "the load of box 0.1 is given as 1.0E308"),
          List.of("policy plan", "rank", "moves object 0 of 1 to rank 2 of 2"),
          List.of("policy plan", "object", "moves object 1 of 1 to rank 0 of 2"),
          List.of("stealing give", "rank", "moves object 0 of"),
          List.of("stealing give", "object", " to rank 1 of 2"),
          List.of("maker", "null", "has returned null for element"),
          List.of("group operator", "null", "the operator of Group.allreduce has returned null"),
          List.of("type decode", "null", "it has decoded null"),
          List.of("type decode", "less", "4 bytes are left after the end of a box"),
          List.of("type decode", "more", "the bytes end too early"),
          List.of("type encode", "more", "1 bytes are left after the end of a box"),
          List.of("type encode", "clear", "a codec clears its Writer"),
          List.of("type signature", "null", TYPE + " has the signature null"),
          List.of("object decode", "less", "4 bytes are left after the end of a box"),
          List.of("object encode", "clear", "a codec clears its Writer"),
          List.of("call argument encode", "clear", "a codec clears its Writer"),
          List.of("call result decode", "more", "the bytes end too early"),
          List.of("value decode", "less", "4 bytes are left after the end of a box"),
          List.of("mobile result decode", "less", "4 bytes are left after the end of a box"),
          List.of("group codec decode", "less", "4 bytes are left after the end of a box"));

  private final long seed = new SplittableRandom().nextInt(1 << 30);

  @TestFactory
  Stream<DynamicTest> pureParts() {
    return PURE.entrySet().stream()
        .flatMap(part ->
            Stream.of(Deed.values())
                .flatMap(deed ->
                    cases(
                        part.getKey(),
                        deed.name(),
                        deed == Deed.NOTHING ? "" : part.getValue(),
                        deed.said)));
  }

  @TestFactory
  Stream<DynamicTest> partsThatRunAsHandlersDo() {
    return HANDLERS.entrySet().stream()
        .flatMap(part ->
            Stream.of(Deed.values())
                .flatMap(deed ->
                    cases(
                        part.getKey(),
                        deed.name(),
                        deed == Deed.NOTHING || deed.isOfHandlers() ? "" : part.getValue(),
                        deed.said)));
  }

  @TestFactory
  Stream<DynamicTest> methodsOfExceptions() {
    return Stream.of(Deed.values())
        .flatMap(deed ->
            cases(
                "message",
                deed.name(),
                deed == Deed.NOTHING ? "the text" : "PartProgram$ActingException",
                deed == Deed.NOTHING ? "" : "its toString threw"));
  }

  @TestFactory
  Stream<DynamicTest> wrongValues() {
    return VALUES.stream().flatMap(it -> cases(it.get(0), "=" + it.get(1), it.get(2), ""));
  }

  /// A case over each transport; `name` is empty if the job must not fail.
  private Stream<DynamicTest> cases(String part, String does, String name, String said) {
    String title = part + " " + does;
    return Stream.of("threads", "shm")
        .filter(transport -> Effort.current().tries(transport, title, seed, SHM))
        .map(transport ->
            DynamicTest.dynamicTest(
                title + " over " + transport,
                () ->
                    check(
                        new TestJob(PartProgram.class, List.of(part, does), 2, transport),
                        name,
                        said)));
  }

  private static void check(TestJob job, String name, String said) {
    JobResult result = job.withTimeout(Duration.ofMinutes(5)).run();
    if (name.isEmpty()) {
      result.check();
      return;
    }
    var text = new StringBuilder();
    if (result.failure() != null) {
      text.append(StackText.sentence(result.failure())).append('\n');
    }
    for (RankRecord rank : result.ranks()) {
      if (rank.thrown() != null) {
        text.append(StackText.sentence(rank.thrown())).append('\n');
      }
    }
    assertThat(result.failure()).as("the failure of the job: %s", text).isNotNull();
    assertThat(text.toString()).contains(name, said).doesNotContain("handler \"weft ");
  }
}
