// SPDX-License-Identifier: Apache-2.0
package weft.internal.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// What `scontrol show job` tells about the end of a job.
final class SlurmStateTest {
  private static String answer(String state, String ran, String limit) {
    return "JobId=7 JobName=a JobState="
        + state
        + " Reason=None Restarts=0 RunTime="
        + ran
        + " TimeLimit="
        + limit
        + " TimeMin=N/A";
  }

  @Test
  void knowsWhyAJobEnds() {
    assertThat(SlurmState.sentence(answer("TIMEOUT", "00:00:01", "00:01:00")))
        .contains("time limit is over");
    assertThat(SlurmState.sentence(answer("COMPLETING", "1-00:00:05", "1-00:00:00")))
        .contains("time limit is over");
    assertThat(SlurmState.sentence(answer("COMPLETING", "00:00:59", "00:01:00")))
        .contains("cancelled or requeued");
    assertThat(SlurmState.sentence(answer("COMPLETING", "00:00:59", "UNLIMITED")))
        .contains("cancelled or requeued");
    assertThat(SlurmState.sentence(answer("CANCELLED", "00:00:01", "00:01:00")))
        .contains("was cancelled");
    assertThat(SlurmState.sentence(answer("PREEMPTED", "00:00:01", "00:01:00")))
        .contains("another one replaces");
    for (String other : new String[] {"", "slurm_load_jobs error: Invalid job id specified"}) {
      assertThat(SlurmState.sentence(other)).isEqualTo("Slurm ends its step, or soon the job");
    }
    assertThat(SlurmState.isKnown(Map.of())).isFalse();
    assertThat(SlurmState.isKnown(Map.of("SLURM_JOB_ID", "7"))).isTrue();
  }
}
