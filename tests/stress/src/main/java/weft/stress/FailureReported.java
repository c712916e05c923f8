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
import org.openjdk.jcstress.infra.results.I_Result;
import weft.JobFailedException;
import weft.RankEngines;
import weft.internal.Engine;
import weft.transport.FailureReport;
import weft.transport.Transport;
import weft.transport.rings.ThreadsJob;

/// Claim: a rank is notified of its job's failure once, even if it connects at that moment. All
/// ranks get the first report (ThreadsJob.fail and connect, RankStatus.failed).
public final class FailureReported {
  private static final FailureReport ONE = new FailureReport(1, "", "one", "");
  private static final FailureReport TWO = new FailureReport(2, "", "two", "");

  private FailureReported() {}

  /// A job of one rank, and the reports that its watcher gets.
  public abstract static class Case implements Transport.Watcher {
    final ThreadsJob job = new ThreadsJob(1, 4096);
    final Transport rank = job.join(0);
    int told;
    FailureReport heard = ONE;

    @Override
    public final void failed(FailureReport report) {
      told++;
      heard = report;
    }

    @Override
    public final String describe() {
      return "";
    }

    @Override
    public final long activity() {
      return -1;
    }
  }

  /// The rank connects while the job fails.
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "notified once")
  @Outcome(expect = FORBIDDEN, desc = "not notified, or twice")
  @State
  public static class WhileConnecting extends Case {
    @Actor
    public void host() {
      job.fail(ONE);
    }

    @Actor
    public void rank() {
      rank.connect(this);
    }

    @Arbiter
    public void end(I_Result r) {
      r.r1 = told;
    }
  }

  /// Two failures at once.
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "got the first report")
  @Outcome(expect = FORBIDDEN, desc = "got both reports, none, or the other one")
  @State
  public static class OfTwo extends Case {
    public OfTwo() {
      rank.connect(this);
    }

    @Actor
    public void one() {
      job.fail(ONE);
    }

    @Actor
    public void two() {
      job.fail(TWO);
    }

    @Arbiter
    public void end(II_Result r) {
      r.r1 = told;
      r.r2 = heard.equals(job.failure()) ? 1 : 0;
    }
  }

  /// The bit of a failure is in the same word as the bit of a task that is being cleared.
  @JCStressTest
  @Outcome(id = "[01]", expect = ACCEPTABLE, desc = "thrown by this progress or by the next")
  @Outcome(expect = FORBIDDEN, desc = "never thrown")
  @State
  public static class WhileATaskRuns {
    private final ThreadsJob job = new ThreadsJob(1, 4096);
    private final Engine engine;

    public WhileATaskRuns() {
      job.assign(0, Thread.currentThread());
      engine = RankEngines.of(job.join(0));
      engine.self().connect();
      engine.self().tasks().submit(() -> {});
    }

    @Actor
    public void host() {
      job.fail(ONE);
    }

    @Actor
    public void rank(I_Result r) {
      r.r1 = isThrown() ? 1 : 0;
    }

    @Arbiter
    public void end(I_Result r) {
      if (!isThrown()) {
        r.r1 = -1;
      }
    }

    private boolean isThrown() {
      try {
        EngineProgress.of(engine);
        return false;
      } catch (JobFailedException expected) {
        return true;
      }
    }
  }
}
