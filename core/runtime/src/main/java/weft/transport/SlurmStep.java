// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A step of Slurm with several tasks, of which this process is one: what `srun` starts.
///
/// @param name a name that no other step has, nor the same step after it was requeued
/// @param rank the number of this task
/// @param size the number of tasks
/// @param here the number of tasks on this host; 0 if unknown
/// @param hosts the number of hosts; 0 if unknown
/// @param first the first host, on which task 0 is
record SlurmStep(String name, int rank, int size, int here, int hosts, String first) {
  private static final String JOB = "SLURM_JOB_ID";
  private static final String TASK = "SLURM_PROCID";
  private static final String TASKS = "SLURM_STEP_NUM_TASKS";

  /// The step in `environment`, or null if there is none, or it has only one task. A batch script
  /// and the shell of an allocation are no steps of several tasks.
  static @Nullable SlurmStep of(Map<String, String> environment) {
    int rank = ForeignLauncher.parse(environment.getOrDefault(TASK, ""));
    int size = ForeignLauncher.parse(environment.getOrDefault(TASKS, ""));
    if (rank < 0 || size <= 1) {
      return null;
    }
    List<String> name = new ArrayList<>();
    for (String variable :
        List.of("SLURM_CLUSTER_NAME", JOB, "SLURM_STEP_ID", "SLURM_RESTART_COUNT")) {
      name.add(environment.getOrDefault(variable, ""));
    }
    return new SlurmStep(
        "slurm " + String.join("/", name),
        rank,
        size,
        here(environment),
        Math.max(0, ForeignLauncher.parse(environment.getOrDefault("SLURM_STEP_NUM_NODES", ""))),
        first(environment.getOrDefault("SLURM_STEP_NODELIST", "")));
  }

  /// The number of tasks on this host. Slurm writes `4(x2),3` for "4 on each of two hosts, 3 on the
  /// next".
  private static int here(Map<String, String> environment) {
    int left = ForeignLauncher.parse(environment.getOrDefault("SLURM_NODEID", ""));
    for (String part : environment.getOrDefault("SLURM_STEP_TASKS_PER_NODE", "").split(",", -1)) {
      String[] words = part.replace(")", "").split("\\(x", 2);
      left -= words.length == 2 ? Math.max(1, ForeignLauncher.parse(words[1])) : 1;
      if (left < 0) {
        return Math.max(0, ForeignLauncher.parse(words[0]));
      }
    }
    return 0;
  }

  /// The first host of a list such as `rack[1-2]node[07,9-12],login`.
  static String first(String list) {
    int depth = 0;
    int end = 0;
    while (end < list.length() && (depth > 0 || list.charAt(end) != ',')) {
      depth += list.charAt(end) == '[' ? 1 : list.charAt(end) == ']' ? -1 : 0;
      end++;
    }
    return list.substring(0, end).replaceAll("\\[([^\\],-]*)[^\\]]*\\]", "$1");
  }

  /// The address of rank 0. Its port follows from the token.
  String address() {
    return hosts == 1 ? "localhost" : first;
  }
}
