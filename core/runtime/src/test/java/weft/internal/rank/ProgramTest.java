// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The line of a program that reports show is that of the program, not of Weft or a library of it.
final class ProgramTest {
  private static StackTraceElement line(String... frames) {
    return Objects.requireNonNull(
        Program.line(
            Arrays.stream(frames)
                .map(it -> {
                  int dot = it.lastIndexOf('.');
                  return new StackTraceElement(
                      it.substring(0, dot), it.substring(dot + 1), "File.java", 1);
                })
                .toArray(StackTraceElement[]::new)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "weft.World.quiesce",
        "weft.checkpoint.Checkpoints.save",
        "weft.linalg.internal.Panel.factor",
        "weft.overlap.Tuner.next",
        "weft.mesh.TetMesh.fill",
        "weft.maxwell.Solver.<clinit>",
        "java.lang.Thread.sleep"
      })
  void isNotInALibrary(String frame) {
    assertThat(line(frame, "org.example.Halo.step", "weft.Weft.launch").getMethodName())
        .isEqualTo("step");
  }

  @ParameterizedTest
  @ValueSource(strings = {"weft.apps.swarm.Swarm.run", "weft.cli.Hello.main", "weftish.Other.go"})
  void mayBeInAProgramOfWeft(String frame) {
    assertThat(line("weft.World.poll", frame, "org.example.Main.main"))
        .hasToString(line(frame).toString());
  }

  @Test
  void isNotAnInitializerUnlessThereIsNoOther() {
    assertThat(line("org.example.Table.<clinit>", "org.example.Halo.step").getMethodName())
        .isEqualTo("step");
    assertThat(line("org.example.Table.<clinit>", "weft.Weft.launch").getMethodName())
        .isEqualTo("<clinit>");
  }
}
