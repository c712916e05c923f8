// SPDX-License-Identifier: Apache-2.0
package weft.internal.launch;

import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import weft.transport.FailureReport;
import weft.transport.ForeignLauncher;
import weft.transport.Transport;
import weft.transport.job.Proc;

/// Handles SIGTERM at a rank that a scheduler has started. By it Slurm announces that the time of a
/// job is over, and Kubernetes that a pod is to go. A job that saves checkpoints saves one more, as
/// after `weft stop`; another one ends with a report that says why. A second signal ends the
/// process at once.
///
/// The scheduler kills what has not ended after a while (30 s, unless it is set otherwise).
public final class TermSignal {
  /// The exit code of a process that SIGTERM has ended.
  public static final int EXIT_CODE = 143;

  private static final int MOST_SECONDS = 20;

  /// The time for one rank of each host to find out why, before the others report that they do not
  /// know.
  private static final long MILLIS_TO_FIND_OUT = 3_500;

  /// The time for the other ranks to learn it.
  private static final long MILLIS_TO_TELL = 500;

  /// What stands around this process, such as the command that started it, may pass on a signal
  /// that all have got.
  private static final long NANOS_OF_ONE = 2_000_000_000L;

  private final Map<String, String> environment;
  private final Object saying = new Object();
  private volatile @Nullable Transport transport;
  private boolean asked;
  private long askedAt;

  private TermSignal(Map<String, String> environment) {
    this.environment = environment;
  }

  /// Handles the signal from now on, in a rank with `environment`.
  public static TermSignal attend(Map<String, String> environment) {
    var attending = new TermSignal(environment);
    Proc.onTerm(attending::term);
    return attending;
  }

  /// The rank has joined, and can fail its job.
  public void joined(Transport transport) {
    this.transport = transport;
  }

  /// Returns whether a signal is the first; null if it is that one again.
  private synchronized @Nullable Boolean isFirst() {
    long now = System.nanoTime();
    if (!asked) {
      asked = true;
      askedAt = now;
      return true;
    }
    return now - askedAt < NANOS_OF_ONE ? null : Boolean.FALSE;
  }

  /// Whether the job has ended because this process or another was asked to end.
  public boolean hasEnded() {
    synchronized (saying) {
      return EndRequests.hasEnded();
    }
  }

  /// Runs on a thread of its own.
  private void term() {
    Transport joined = transport;
    Boolean isFirst = isFirst();
    if (isFirst == null) {
      return;
    }
    if (isFirst && joined != null) {
      Callable<Boolean> saving = EndRequests.saving();
      try {
        if (saving != null && save(saving)) {
          return;
        }
        if (saving == null) {
          report(joined);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    System.exit(EXIT_CODE);
  }

  /// Lets the job save, and returns if it has ended meanwhile.
  private boolean save(Callable<Boolean> saving) throws InterruptedException {
    try {
      synchronized (saying) { // The rank does not end before this is said.
        if (saving.call()) {
          say(why() + "; a checkpoint is saved first, for up to " + MOST_SECONDS + " s.");
        }
      }
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      say("The job cannot be asked for a checkpoint, and is ended: " + e.getMessage());
      return false;
    }
    for (int i = 0; i < MOST_SECONDS * 10; i++) {
      if (EndRequests.hasEnded()) {
        return true; // The rank ends, with the exit code of the signal.
      }
      Thread.sleep(100);
    }
    say("The job has not saved a checkpoint in that time, and is ended.");
    return false;
  }

  private static void say(String sentence) {
    System.err.println("weft: " + sentence);
    System.err.flush();
  }

  private void report(Transport joined) throws InterruptedException {
    if (SlurmState.isKnown(environment) && !ForeignLauncher.isFirstHere(environment)) {
      Thread.sleep(MILLIS_TO_FIND_OUT);
    }
    String cause = "it was asked to end (SIGTERM). " + why();
    joined.fail(new FailureReport(joined.rank(), "", cause, ""));
    Thread.sleep(MILLIS_TO_TELL);
  }

  private String why() {
    return SlurmState.isKnown(environment)
        ? SlurmState.reason(environment)
        : "Its pod, its container or whoever started it ends it";
  }
}
