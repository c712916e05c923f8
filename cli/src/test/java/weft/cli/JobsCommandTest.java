// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobsCommandTest {
  private final Console console = new Console();

  @Test
  void shouldSayThatAJobIsNotThere() {
    assertThat(console.weft("jobs", "zzz")).isEqualTo(2);
    assertThat(console.err()).startsWith("weft: No job zzz runs.");
  }

  @ParameterizedTest
  @CsvSource({"0, 0 s", "59, 59 s", "60, 1 m 00 s", "3599, 59 m 59 s", "36610, 10 h 10 m"})
  void shouldShowDurations(long seconds, String text) {
    assertThat(JobsCommand.ago(Duration.ofSeconds(seconds))).isEqualTo(text);
  }

  @Test
  void shouldFindRanksInADumpOfThreads() {
    String dump =
        """
        "main" #3 [8301] prio=5 os_prio=0 cpu=61.05ms elapsed=5.77s tid=0x00007f8 nid=8301 waiting
           java.lang.Thread.State: TIMED_WAITING (parking)
        \tat jdk.internal.misc.Unsafe.park(java.base@25.0.3/Native Method)

        "weft-rank-0" #30 [8310] prio=5 os_prio=0 cpu=12.75ms elapsed=5.71s waiting on condition
           java.lang.Thread.State: TIMED_WAITING (parking)
        \tat jdk.internal.misc.Unsafe.park(java.base@25.0.3/Native Method)
        \tat java.util.concurrent.locks.LockSupport.parkNanos(java.base@25.0.3/LockSupport.java:408)
        \tat weft.internal.Waiting.sleep(Waiting.java:120)
        \tat weft.World.pollUntil(World.java:128)
        \tat Waits.run(Waits.java:9)
        \tat weft.Job.lambda$run$0(Job.java:70)

        "weft-rank-1" #31 [8311] prio=5 os_prio=0 cpu=4000.75ms elapsed=5.71s runnable
           java.lang.Thread.State: RUNNABLE
        \tat java.lang.Math.sin(java.base@25.0.3/Math.java:1)
        \tat org.example.app/org.example.Program.body(Program.java:30)

        "weft-rank-2" #32 [8312] prio=5 os_prio=0 cpu=4.75ms elapsed=5.71s waiting
           java.lang.Thread.State: WAITING (parking)
        \tat weft.internal.Waiting.sleep(Waiting.java:120)
        \tat weft.Job.lambda$run$0(Job.java:70)

        "weft-rank-3" #33 [8313] prio=5 os_prio=0 cpu=4.75ms elapsed=5.71s waiting
           java.lang.Thread.State: WAITING (parking)
        \tat weft.internal.Engine.await(Engine.java:250)
        \tat weft.Completion.await(Completion.java:60)
        \tat weft.Heap.mallocSync(Heap.java:110)
        \tat Waits.run(Waits.java:12)
        \tat weft.Job.lambda$run$0(Job.java:70)
        """;
    assertThat(ThreadJobs.summary(dump.lines().toList()).lines())
        .containsExactly(
            "  rank 0 waits in World.pollUntil at Waits.run(Waits.java:9)",
            "  rank 1 computes at org.example.Program.body(Program.java:30)",
            "  rank 2 begins or ends",
            "  rank 3 waits in Heap.mallocSync at Waits.run(Waits.java:12)");
    assertThat(ThreadJobs.summary(List.of("no threads"))).contains("have not begun yet");
  }
}
