// SPDX-License-Identifier: Apache-2.0
package weft.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// A file that does not fit in the head is two files. Up to 400 lines are the habit; a file with a
/// reason may have up to 600.
final class FileLengthTest {
  private static final int HABIT = 400;
  private static final int LIMIT = 600;

  /// Files that may be longer, each with its reason.
  private static final Map<String, String> REASONS =
      Map.ofEntries(
          Map.entry(
              "tests/random/src/test/java/weft/random/objects/Actor.java",
              "all that handlers of a random program do"),
          Map.entry(
              "tests/random/src/test/java/weft/random/objects/Messages.java",
              "one generator of messages"),
          Map.entry(
              "tests/random/src/test/java/weft/random/objects/Player.java",
              "one body, and its comparison with the model"),
          Map.entry(
              "core/collective/src/main/java/weft/collective/internal/board/SharedBoard.java",
              "one protocol, and the drawing of its lines"),
          Map.entry(
              "core/collective/src/main/java/weft/collective/internal/engine/Executor.java",
              "one case for each kind of step"),
          Map.entry(
              "core/runtime/src/main/java/weft/memory/span/Span.java",
              "one description of memory, and its copies"),
          Map.entry(
              "tests/system-tests/src/test/java/weft/system/ArrowsTest.java",
              "one table of the rooms, and who may know whom"),
          Map.entry(
              "core/runtime/src/main/java/weft/recording/Recorder.java",
              "all that runs at each handler of a rank that records"),
          Map.entry(
              "core/runtime/src/main/java/weft/internal/send/Sender.java",
              "each way of a message, beside the others"),
          Map.entry(
              "libraries/mesh/src/main/java/weft/mesh/internal/refine/FacetCavity.java",
              "one star of faces, and all that keeps it one"),
          Map.entry(
              "libraries/mesh/src/main/java/weft/mesh/internal/DelaunayKernel.java",
              "one insertion, for whole meshes and for regions"),
          Map.entry(
              "libraries/mesh/src/main/java/weft/mesh/kernel/RegionMesh.java",
              "one region, with what changes it"),
          Map.entry(
              "libraries/mesh-parallel/src/main/java/weft/mesh/parallel/MeshRegion.java",
              "one protocol"),
          Map.entry("core/overlap/src/main/java/weft/overlap/OverlapLoop.java", "one loop"),
          Map.entry(
              "tests/conformance/src/test/java/weft/testkit/OneSidedStress.java",
              "every one-sided call, mixed at random"),
          Map.entry(
              "libraries/mobile/src/test/java/weft/mobile/PartProgram.java",
              "every part of a program, in one program"),
          Map.entry(
              "libraries/mobile/src/main/java/weft/mobile/internal/protocol/Router.java",
              "one protocol"),
          Map.entry(
              "libraries/outofcore/src/main/java/weft/outofcore/internal/Keeper.java",
              "what mobile objects ask of a keeper"),
          Map.entry(
              "libraries/model/src/main/java/weft/model/sheet/StepSimulator.java",
              "one case for each kind of step"),
          Map.entry(
              "libraries/model/src/main/java/weft/model/measured/PlatformFit.java",
              "one parameter after the other"),
          Map.entry(
              "libraries/model/src/main/java/weft/model/replay/Replay.java",
              "one replay: what it needs to know, and its course"),
          Map.entry(
              "libraries/mesh/src/main/java/weft/mesh/internal/refine/Cavity.java",
              "one search, and what begins and ends it"),
          Map.entry(
              "libraries/mesh/src/main/java/weft/mesh/internal/refine/Refiner.java",
              "one loop, and what it divides"),
          Map.entry(
              "tools/cli/src/main/java/weft/cli/RunCommand.java",
              "one command, from its options to its exit code"),
          Map.entry("core/watch/src/main/java/weft/watch/PeerWatch.java", "one protocol"));

  @Test
  void noJavaFileIsTooLong() throws IOException {
    var files = ProjectTree.filesEndingWith(".java");
    assertThat(files).as("Java files below %s", ProjectTree.root()).isNotEmpty();

    var tooLong = new TreeMap<String, Integer>();
    for (Path file : files) {
      String name = ProjectTree.root().relativize(file).toString().replace('\\', '/');
      int lines = Files.readAllLines(file).size();
      if (lines > (REASONS.containsKey(name) ? LIMIT : HABIT)) {
        tooLong.put(name, lines);
      }
    }
    assertThat(tooLong)
        .as(
            "files over %d lines, or over %d with a reason: split them, or give a reason in"
                + " FileLengthTest",
            HABIT, LIMIT)
        .isEmpty();
  }

  @Test
  void everyExceptionIsStillNeeded() throws IOException {
    for (String name : REASONS.keySet()) {
      Path file = ProjectTree.root().resolve(name);
      assertThat(file).as("a file that FileLengthTest excepts").exists();
      assertThat(Files.readAllLines(file).size()).as("lines of %s", name).isGreaterThan(HABIT);
    }
  }
}
