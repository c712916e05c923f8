// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import weft.transport.job.Proc;

@EnabledOnOs(OS.LINUX)
final class ParentProcessTest {
  private static final long LATER = 1_000_000_000;

  @Test
  void whoIsThereIsNotGone() {
    var parent = new ParentProcess(Proc.self(), "mpirun");
    long now = System.nanoTime();
    assertThat(parent.next(now)).isPositive();
    assertThat(parent.isGone(now + LATER)).isFalse();
    assertThat(parent.next(now + LATER)).isPositive();
  }

  @Test
  void aKilledProcessIsGone() throws Exception {
    Process shell = new ProcessBuilder("sh", "-c", "sleep 100 & echo $!; wait").start();
    try (BufferedReader lines = shell.inputReader()) {
      long child = Long.parseLong(lines.readLine());
      try {
        assertThat(Proc.parent(child)).isEqualTo(shell.pid());
        var parent = new ParentProcess(child, "mpirun");
        assertThat(parent.isGone(System.nanoTime() + LATER)).isFalse();
        shell.destroyForcibly().waitFor();
        assertThat(parent.isGone(System.nanoTime())).as("not looked at yet").isFalse();
        assertThat(parent.isGone(System.nanoTime() + 2 * LATER)).isTrue();
        assertThat(parent.report(3).sentence())
            .startsWith("rank 3 failed: the process that had started it (pid " + shell.pid());
      } finally {
        ProcessHandle.of(child).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }

  @Test
  void whereTheKernelDoesNotSayNobodyIsGone() {
    var parent = new ParentProcess(Long.MAX_VALUE, "mpirun");
    long later = System.nanoTime() + LATER;
    assertThat(parent.isGone(later)).isFalse();
    assertThat(parent.next(later)).as("when it is to be looked at").isPositive();
  }
}
