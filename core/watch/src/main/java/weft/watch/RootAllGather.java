// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import weft.JobFailedException;
import weft.WeftException;
import weft.transport.FailureReport;
import weft.transport.JobVariables;
import weft.transport.host.PortRange;

/// The all-gather of ranks that no launcher of Weft has started, before they can send messages.
/// Rank 0 is its hub; its address is one of the four variables by which ranks find each other. See
/// docs/design/0132.
///
/// If the ranks cannot join, rank 0 reports why, once. A rank that has not reached rank 0 reports
/// it itself.
public abstract sealed class RootAllGather implements AllGather, Closeable
    permits RootHub, RootMember {
  /// In place of a length, from a rank: it cannot join, for the reason that follows.
  static final int FAILED = -2;

  /// In place of a length, to a rank: the job ends, and rank 0 reports the reason.
  static final int OVER = -1;

  /// A shorter token could be guessed from what is overheard.
  private static final int LEAST_TOKEN = 16;

  final int rank;
  final int size;
  final String token;
  final RootAddress address;

  RootAllGather(int rank, int size, String token, RootAddress address) {
    this.rank = rank;
    this.size = size;
    this.token = token;
    this.address = address;
  }

  /// Joins the job that `environment` describes, as the rank that it names.
  ///
  /// @throws JobFailedException if that is not possible, which was reported
  public static <T> T join(Map<String, String> environment, LauncherAllGather.Join<T> join) {
    int rank = Integer.parseInt(environment.getOrDefault(JobVariables.RANK, "0"));
    try (RootAllGather exchange = prepare(rank, environment);
        var _ =
            TimeLimit.start(
                rank, JobVariables.join(environment), exchange::halt, exchange::waitsFor)) {
      try {
        exchange.connect();
        return join.with(exchange);
      } catch (JobFailedException e) {
        throw e; // It is reported.
      } catch (WeftException e) {
        throw exchange.failed(String.valueOf(e.getMessage()), e);
      } catch (IOException e) {
        throw exchange.failed("it could not join the job: " + e, e);
      }
    } catch (JobFailedException e) {
      throw e;
    } catch (WeftException e) {
      throw reported(rank, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new WeftException("a connection could not be closed: " + e.getMessage(), e);
    }
  }

  private static RootAllGather prepare(int rank, Map<String, String> environment) {
    int size = Integer.parseInt(environment.getOrDefault(JobVariables.SIZE, "1"));
    RootAddress address =
        RootAddress.parse(
            environment.getOrDefault(JobVariables.ADDRESS, ""), PortRange.of(environment));
    String token = environment.getOrDefault(JobVariables.TOKEN, "");
    if (token.length() < LEAST_TOKEN) {
      throw new WeftException(
          (token.isEmpty()
                  ? JobVariables.TOKEN + " is missing, the secret by which ranks know each other"
                  : JobVariables.TOKEN + " is too short for a secret")
              + ": give all ranks the same one, of at least "
              + LEAST_TOKEN
              + " characters; `weft token NAME` prints one");
    }
    return rank == 0
        ? new RootHub(size, token, address)
        : new RootMember(rank, size, token, address);
  }

  /// Connects this rank with rank 0, or rank 0 with all others. This is a collective call.
  abstract void connect() throws IOException;

  /// What this rank waits for: the end of "rank 2 on alpha has waited 30 s".
  abstract String waitsFor();

  /// Lets the other ranks end, because this one has failed for the reason `why`. Returns whether
  /// rank 0 reports it.
  abstract boolean tell(String why);

  /// Ends this process, since its time to join is over, and lets the others end.
  private void halt(int code) {
    boolean _ = tell("it has waited too long for the others");
    Runtime.getRuntime().halt(code);
  }

  private JobFailedException failed(String why, Throwable cause) {
    return tell(why) ? failed(rank, why, cause) : reported(rank, why, cause);
  }

  /// Reports that `rank` cannot join.
  static JobFailedException reported(int rank, String why, Throwable cause) {
    Reporter.print(new FailureReport(rank, "", why, ""));
    return failed(rank, why, cause);
  }

  static JobFailedException failed(int rank, String why, Throwable cause) {
    var failed = new JobFailedException(rank, new FailureReport(rank, "", why, "").sentence());
    failed.initCause(cause);
    return failed;
  }
}
