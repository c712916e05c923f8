// SPDX-License-Identifier: Apache-2.0
package weft.internal.launch;

import weft.JobFailedException;
import weft.internal.Engine;
import weft.internal.rank.Program;

/// Runs one rank from its beginning to its end, on the calling thread.
public final class RankRunner {
  /// The program of one rank.
  @FunctionalInterface
  public interface Program {
    /// Runs it with this engine.
    void run(Engine engine) throws Exception;
  }

  private RankRunner() {}

  /// Runs `program`, then takes part in the collective end.
  ///
  /// @throws JobFailedException when anything failed anywhere; its cause is what was thrown here
  public static void run(Engine engine, Program program) {
    Thread thread = Thread.currentThread();
    String name = thread.getName();
    thread.setName("weft-rank-" + engine.rank());
    try {
      engine.connect();
      program.run(engine);
      engine.finish();
    } catch (Throwable thrown) {
      JobFailedException failed = engine.bodyFailed(thrown);
      engine.close();
      throw failed;
    } finally {
      thread.setName(name);
    }
  }
}
