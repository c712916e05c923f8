// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.transport.FailureReport;
import weft.transport.job.Connection;
import weft.transport.job.ControlServer;
import weft.transport.job.ExitCause;
import weft.transport.job.Hex;
import weft.transport.job.Inquiry;
import weft.transport.job.Message;
import weft.transport.job.Standstill;

/// Controls a job while its ranks run. It lets them join, handles their messages, detects how they
/// end, and ends all if one fails. It has one thread, which sleeps while nothing happens.
final class JobControl implements ControlServer.Listener {
  /// The time to wait for a killed process that does not end, in nanoseconds.
  private static final long GIVE_UP = 5_000_000_000L;

  private final JobSite site;
  private final RankProcess[] ranks;
  private final long grace;
  private final PrintStream err;
  private final Verdict verdict;
  private final Standstill standstill;
  private final List<Inquiry> inquiries = new ArrayList<>();

  /// The ranks at the other ends of connections, once they have shown the token.
  private final Map<Connection, RankProcess> joined = new HashMap<>();

  private boolean going;
  private boolean killed;
  private @Nullable FailureReport failure;
  private @Nullable RankProcess culprit;
  private long failedAt;
  private volatile boolean stopping;

  /// Creates the control of `ranks`, which have been started.
  ///
  /// @param stall the nanoseconds after which a standstill is reported, 0 for never
  /// @param grace the nanoseconds that ranks may take to end by themselves after a failure
  JobControl(JobSite site, RankProcess[] ranks, long stall, long grace, PrintStream err) {
    this.site = site;
    this.ranks = ranks;
    this.grace = grace;
    this.err = err;
    var states = new RankState[ranks.length];
    for (int rank = 0; rank < ranks.length; rank++) {
      states[rank] = ranks[rank].state();
    }
    this.verdict = new Verdict(states);
    this.standstill = new Standstill(ranks.length, stall, System.nanoTime());
  }

  /// Runs until every process has ended and every end has been judged.
  void run() throws IOException {
    while (!isOver()) {
      var _ = site.server().await(this, pause(System.nanoTime()));
      long now = System.nanoTime();
      takeExits(now);
      if (!stopping) {
        act(now);
      }
    }
  }

  /// Stops the job on behalf of the user; exits are not failures any more. Called on another
  /// thread.
  void stop() {
    stopping = true;
    site.server().wake();
  }

  private boolean isOver() {
    if (killed && System.nanoTime() - failedAt > grace + GIVE_UP) {
      return true;
    }
    for (RankProcess rank : ranks) {
      if (rank.state().runs()) {
        return false;
      }
    }
    return stopping || failure != null || verdict.isComplete();
  }

  private long pause(long now) {
    if (killed) {
      return GIVE_UP;
    }
    if (failure != null) {
      return Math.max(0, failedAt + grace - now);
    }
    long pause = Math.min(verdict.next(), going ? standstill.next(now) : Verdict.NEVER);
    for (Inquiry inquiry : inquiries) {
      pause = Math.min(pause, inquiry.next(now));
    }
    return pause;
  }

  private void takeExits(long now) {
    for (RankProcess rank = site.nextExit(); rank != null; rank = site.nextExit()) {
      rank.state().ended(rank.exitCode(), now);
    }
  }

  private void act(long now) {
    if (failure == null) {
      RankState failed = verdict.judge(now);
      if (failed != null) {
        fail(Verdict.report(failed), ranks[failed.rank]);
      }
    } else if (!killed && now - failedAt >= grace) {
      killed = true;
      for (RankProcess rank : ranks) {
        rank.kill();
      }
    }
    if (going && failure == null) {
      watch(now);
    }
    for (int i = inquiries.size() - 1; i >= 0; i--) {
      if (answered(inquiries.get(i), now)) {
        inquiries.remove(i);
      }
    }
  }

  // Messages of ranks.

  @Override
  public void heard(Connection from, Message message) {
    RankProcess rank = joined.get(from);
    if (message instanceof Message.Hello hello) {
      join(from, hello);
    } else if (message instanceof Message.Inquire question) {
      inquire(from, question);
    } else if (rank == null) {
      from.close();
    } else if (message instanceof Message.Mapped) {
      rank.state().mapped = true;
      go();
    } else if (message instanceof Message.Finished) {
      rank.state().finished = true;
      standstill.finished(rank.state().rank, System.nanoTime());
    } else if (message instanceof Message.Failed failed) {
      fail(failed.report(), rank);
    } else if (message instanceof Message.Description description) {
      describe(rank.state().rank, description);
    }
  }

  @Override
  public void lost(Connection connection) {
    RankProcess rank = joined.remove(connection);
    if (rank != null) {
      rank.link = null;
      rank.state().linked = false;
    }
    for (int i = inquiries.size() - 1; i >= 0; i--) {
      if (inquiries.get(i).asker() == connection) {
        inquiries.remove(i);
      }
    }
  }

  private void join(Connection from, Message.Hello hello) {
    if (!Hex.same(hello.token(), site.token())) {
      refuse(from, "the token is not that of the job");
    } else if (hello.rank() < 0 || hello.rank() >= ranks.length) {
      refuse(from, "the job has " + ranks.length + " ranks");
    } else if (ranks[hello.rank()].state().joined) {
      refuse(
          from,
          "rank "
              + hello.rank()
              + " has joined already, as process "
              + ranks[hello.rank()].state().pid
              + "; a program that a rank starts must not inherit WEFT_RANK from it");
    } else {
      RankProcess rank = ranks[hello.rank()];
      rank.joins(from, hello.pid());
      joined.put(from, rank);
      from.send(failure == null ? site.segment() : new Message.Abort(failure));
    }
  }

  private static void refuse(Connection from, String reason) {
    from.send(new Message.Refused(reason));
    from.close();
  }

  private void go() {
    for (RankProcess rank : ranks) {
      if (!rank.state().mapped) {
        return;
      }
    }
    site.memory().unlink();
    going = true;
    sendAll(new Message.Go(), null);
  }

  private void sendAll(Message message, @Nullable RankProcess but) {
    for (RankProcess rank : ranks) {
      Connection link = rank.link;
      if (link != null && rank != but) {
        link.send(message);
      }
    }
  }

  // Failure.

  private void fail(FailureReport report, RankProcess culprit) {
    if (failure == null && !stopping) {
      this.failure = report;
      this.culprit = culprit;
      this.failedAt = System.nanoTime();
      sendAll(new Message.Abort(report), culprit);
    }
  }

  /// The only report of this job, or null if there is nothing to report.
  @Nullable FailureReport report() {
    if (stopping) {
      return null;
    }
    RankState late = verdict.late();
    // An exit code that a program chose after its job is passed on without a report.
    return failure == null && late != null && ExitCause.isSignal(late.code)
        ? Verdict.report(late)
        : failure;
  }

  /// The job's exit code: that of the rank that failed first, or 1 if that rank has none.
  int exitCode() {
    RankProcess culprit = this.culprit;
    if (culprit == null) {
      RankState late = verdict.late();
      return late == null ? 0 : late.code;
    }
    int code = culprit.state().code;
    return code <= 0 || culprit.wasKilled() ? 1 : code;
  }

  // Standstill and queries.

  private void watch(long now) {
    if (!standstill.isTimeToAsk(now)) {
      return;
    }
    for (RankProcess rank : ranks) {
      Connection link = rank.link;
      if (link != null && !rank.state().finished && standstill.ask(rank.state().rank)) {
        link.send(new Message.Describe(false));
      }
    }
  }

  private void describe(int rank, Message.Description description) {
    long now = System.nanoTime();
    if (!description.withText()) {
      standstill.answered(rank, description.activity(), now);
      if (standstill.isNew(now)) {
        ask(null, standstill.heading(now), now);
      }
      return;
    }
    for (Inquiry inquiry : inquiries) {
      inquiry.answer(rank, description.text());
    }
  }

  private void inquire(Connection from, Message.Inquire question) {
    if (Hex.same(question.token(), site.token())) {
      ask(from, "", System.nanoTime());
    } else {
      refuse(from, "the token is not that of the job");
    }
  }

  private void ask(@Nullable Connection asker, String heading, long now) {
    var inquiry = new Inquiry(ranks.length, asker, heading, now);
    for (RankProcess rank : ranks) {
      RankState state = rank.state();
      Connection link = rank.link;
      String name = "rank " + state.rank;
      if (!state.runs()) {
        inquiry.answer(state.rank, name + " has ended with exit code " + state.code);
      } else if (!state.joined) {
        inquiry.answer(state.rank, name + " has not called Weft.launch yet");
      } else if (!going || link == null) {
        inquiry.answer(state.rank, name + " waits in Weft.launch for the others to join");
      } else {
        link.send(new Message.Describe(true));
      }
    }
    inquiries.add(inquiry);
  }

  private boolean answered(Inquiry inquiry, long now) {
    if (!inquiry.isComplete(now)) {
      return false;
    }
    String text = inquiry.text(rank -> "pid " + ranks[rank].state().pid);
    Connection asker = inquiry.asker();
    if (asker == null) {
      synchronized (err) {
        err.print(text);
        err.flush();
      }
    } else {
      asker.send(new Message.Description(true, 0, text));
    }
    return true;
  }
}
