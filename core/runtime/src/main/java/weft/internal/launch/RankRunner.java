// SPDX-License-Identifier: Apache-2.0
package weft.internal.launch;

import weft.JobFailedException;

/// Runs one rank from its beginning to its end, on the calling thread.
public final class RankRunner {
  /// The program of one rank.
  @FunctionalInterface
  public interface Program {
    /// Runs it with this runtime.
    void run(RankRuntime runtime) throws Exception;
  }

  private RankRunner() {}

  /// Runs `program`, then takes part in the collective end.
  ///
  /// @throws JobFailedException when any rank failed; its cause is the exception thrown here
  public static void run(RankRuntime runtime, Program program) {
    Thread thread = Thread.currentThread();
    String name = thread.getName();
    thread.setName("weft-rank-" + runtime.engine().self().rank());
    try {
      runtime.connect();
      try {
        program.run(runtime);
      } catch (EarlyEnd end) {
        // As if it had returned.
      }
      runtime.finish();
    } catch (Throwable thrown) {
      JobFailedException failed = runtime.bodyFailed(thrown);
      runtime.close();
      throw failed;
    } finally {
      thread.setName(name);
    }
  }
}
