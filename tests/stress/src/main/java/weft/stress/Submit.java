// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import weft.RankEngines;
import weft.internal.Engine;
import weft.transport.rings.ThreadsJob;

/// Claim: a task that a worker submits runs once, in the rank's next progress call. This holds even
/// if the rank is just handling earlier tasks. Tasks.submit adds the task and then sets the bit;
/// progress clears the bit and then runs all tasks.
public final class Submit {
  private Submit() {}

  /// A rank of its own job.
  public abstract static class Case {
    final Engine engine;
    int run;

    Case() {
      var job = new ThreadsJob(1, 4096);
      job.assign(0, Thread.currentThread());
      engine = RankEngines.of(job.join(0));
    }

    final void submit() {
      engine.self().tasks().submit(() -> run++);
    }
  }

  /// A worker submits while the rank progresses.
  @JCStressTest
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "run by the next progress")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "run at once")
  @Outcome(expect = FORBIDDEN, desc = "lost, or run twice")
  @State
  public static class AgainstProgress extends Case {
    @Actor
    public void worker() {
      submit();
    }

    @Actor
    public void rank(II_Result r) {
      EngineProgress.of(engine);
      r.r1 = run;
    }

    @Arbiter
    public void end(II_Result r) {
      EngineProgress.of(engine);
      r.r2 = run;
    }
  }

  /// A worker submits while the rank has an earlier task to run, and its bit to clear.
  @JCStressTest
  @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "run by the next progress")
  @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "run at once")
  @Outcome(expect = FORBIDDEN, desc = "lost, or run twice")
  @State
  public static class AgainstTheClearedAlarm extends Case {
    public AgainstTheClearedAlarm() {
      submit();
    }

    @Actor
    public void worker() {
      submit();
    }

    @Actor
    public void rank(II_Result r) {
      EngineProgress.of(engine);
      r.r1 = run;
    }

    @Arbiter
    public void end(II_Result r) {
      EngineProgress.of(engine);
      r.r2 = run;
    }
  }

  /// Two workers submit at once.
  @JCStressTest
  @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "both run")
  @Outcome(expect = FORBIDDEN, desc = "lost, or run twice")
  @State
  public static class AgainstAnotherWorker extends Case {
    @Actor
    public void worker() {
      submit();
    }

    @Actor
    public void otherWorker() {
      submit();
    }

    @Arbiter
    public void end(II_Result r) {
      r.r1 = EngineProgress.of(engine);
      r.r2 = run;
    }
  }
}
