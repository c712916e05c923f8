// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import weft.transport.job.Proc;

@EnabledOnOs(OS.LINUX)
final class StarterTest {
  private static final long LATER = 1_000_000_000;

  @Test
  void whoIsThereIsNotGone() {
    var starter = new Starter(Proc.self(), "mpirun");
    long now = System.nanoTime();
    assertThat(starter.next(now)).isPositive();
    assertThat(starter.isGone(now + LATER)).isFalse();
    assertThat(starter.next(now + LATER)).isPositive();
  }

  @Test
  void aKilledProcessIsGone() throws Exception {
    Process shell = new ProcessBuilder("sh", "-c", "sleep 100 & echo $!; wait").start();
    try (BufferedReader lines = shell.inputReader()) {
      long child = Long.parseLong(lines.readLine());
      try {
        assertThat(Proc.parent(child)).isEqualTo(shell.pid());
        var starter = new Starter(child, "mpirun");
        assertThat(starter.isGone(System.nanoTime() + LATER)).isFalse();
        shell.destroyForcibly().waitFor();
        assertThat(starter.isGone(System.nanoTime())).as("not looked at yet").isFalse();
        assertThat(starter.isGone(System.nanoTime() + 2 * LATER)).isTrue();
        assertThat(starter.report(3).sentence())
            .startsWith("rank 3 failed: the process that had started it (pid " + shell.pid());
      } finally {
        ProcessHandle.of(child).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }

  @Test
  void whereTheKernelDoesNotSayNobodyIsGone() {
    var starter = new Starter(Long.MAX_VALUE, "mpirun");
    long later = System.nanoTime() + LATER;
    assertThat(starter.isGone(later)).isFalse();
    assertThat(starter.next(later)).as("when it is to be looked at").isPositive();
  }
}
