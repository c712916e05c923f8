// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import weft.testkit.Chaos;
import weft.testkit.Effort;
import weft.testkit.Sampled;

/// Mistakes of a newcomer: the first line names what the program did, once, and the whole report is
/// short enough to be read.
@Sampled
final class MistakesTest {
  private static final int MOST_LINES = 12;

  /// A mistake: the lines of the body before `world.start()`, those after it, and parts of the
  /// first line of the report.
  private record Mistake(String name, String before, String after, List<String> said) {
    private static Mistake of(String name, String before, String after, String... said) {
      return new Mistake(name, before, after, List.of(said));
    }
  }

  private static final String PASS = "Rsr1 pass = world.rsr1(\"pass\", (source, n) -> {});";

  private static final List<Mistake> MISTAKES =
      List.of(
          Mistake.of(
              "Disagreement",
              "",
              "if (world.rank() == 0) all.barrier(); else all.allreduce(3L, Operator.SUM);",
              "the ranks disagree: rank ",
              "\"barrier\"",
              "\"allreduce of 1 LONG",
              "Disagreement.java:"),
          Mistake.of(
              "Lengths",
              "",
              "all.allreduce(new double[world.rank() + 4], Operator.SUM);",
              "the ranks disagree: rank ",
              "of 4 DOUBLE",
              "of 5 DOUBLE"),
          Mistake.of(
              "HandlerThrows",
              "Rsr1 pass = world.rsr1(\"pass\", (source, n) -> { var a = new int[1]; a[(int) n]++; });",
              "if (world.rank() == 0) pass.send(1, 5);",
              "rank 1 failed in handler \"pass\"",
              "Index 5 out of bounds"),
          Mistake.of(
              "HandlerWaits",
              "Rsr1 pass = world.rsr1(\"pass\", (source, n) -> world.quiesce());",
              "if (world.rank() == 0) pass.send(1, 5);",
              "rank 1 failed in handler \"pass\"",
              "World.quiesce",
              "a handler must not wait"),
          Mistake.of(
              "OtherNames",
              "world.rsr1(world.rank() == 0 ? \"pass\" : \"pas\", (source, n) -> {});",
              "",
              "the ranks registered different handlers: \"pas\" (rsr1) only on rank 1"),
          Mistake.of(
              "NameTwice",
              PASS + " world.rsr1(\"pass\", (source, n) -> {});",
              "",
              "\"pass\"",
              "twice"),
          Mistake.of("Late", "", PASS, "registers the handler \"pass\" after World.start()"),
          Mistake.of("NoSuchRank", PASS, "pass.send(9, 1);", "sends \"pass\" to rank 9", "0 to 1"),
          Mistake.of(
              "OtherThread",
              PASS,
              "var failed = new Throwable[1]; Thread.ofPlatform().start(() -> { try { pass.send(0, 1); }"
                  + " catch (Throwable e) { failed[0] = e; } }).join(); if (failed[0] != null) throw failed[0];",
              "a send of \"pass\" was called by thread",
              "World.submit"),
          Mistake.of(
              "OtherThreadAfterTheEnd",
              PASS,
              "if (world.rank() == 0) Thread.ofPlatform().daemon(false).start(() -> { try { Thread.sleep(2000);"
                  + " pass.send(0, 1); } catch (Exception e) {} });",
              "a send of \"pass\" was called by thread",
              "World.submit"),
          Mistake.of(
              "TooLarge",
              "",
              "world.heap().mallocAll(1L << 40);",
              "no room for 1099511627776 bytes",
              "--heap"),
          Mistake.of(
              "BodyThrows",
              "",
              "if (world.rank() == 1) throw new IllegalStateException(\"the dog ate it\"); world.quiesce();",
              "rank 1 failed in its body",
              "the dog ate it"),
          Mistake.of("NotStarted", PASS + " pass.send(0, 1);", "", "\"pass\"", "World.start()"));

  private static final long SEED = Chaos.seed(0);

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> mistakes() {
    return MISTAKES.stream()
        .flatMap(mistake ->
            Effort.current().some(List.of("threads", "shm"), mistake.name, SEED).stream()
                .map(transport ->
                    DynamicTest.dynamicTest(
                        mistake.name + " over " + transport, () -> check(mistake, transport))));
  }

  private void check(Mistake mistake, String transport) throws Exception {
    var weft = new Weft(Files.createTempDirectory(folder, mistake.name));
    String file = mistake.name + ".java";
    weft.file(
        file,
        """
        import weft.*;
        import weft.collective.*;

        void main(String[] args) throws Throwable {
          Weft.launch(args, world -> {
            try {
              body(world);
            } catch (Exception | Error e) {
              throw e;
            } catch (Throwable e) {
              throw new AssertionError(e);
            }
          });
        }

        void body(World world) throws Throwable {
          Group all = Group.world(world);
          %s
          world.start();
          %s
          world.quiesce();
        }
        """
            .formatted(mistake.before, mistake.after));
    var result = weft.run("run", "-n", "2", "--transport", transport, file);
    assertThat(result.exitCode()).isEqualTo(1);
    List<String> lines = result.err().lines().toList();
    assertThat(lines).as(result.err()).hasSizeBetween(1, MOST_LINES);
    assertThat(lines.getFirst()).as(result.err()).contains(mistake.said);
    String first = mistake.said.getFirst();
    assertThat(result.err().split(Pattern.quote(first), -1))
        .as("once: %s", result.err())
        .hasSize(2);
    assertThat(weft.leftovers()).isEmpty();
  }
}
