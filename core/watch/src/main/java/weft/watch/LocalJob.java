// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import weft.WeftException;
import weft.files.FileException;
import weft.transport.JobVariables;
import weft.transport.job.Hex;
import weft.transport.job.JvmEnd;
import weft.watch.launch.HostRanks;
import weft.watch.launch.Interrupts;
import weft.watch.launch.JobOutput;
import weft.watch.launch.JoinFailure;
import weft.watch.launch.JoinStage;
import weft.watch.launch.RanksLeft;

/// Starts a job whose ranks are processes of this machine, for a transport that needs only a
/// [LauncherAllGather]. Once all have joined, the ranks watch each other ([PeerWatch]). If one rank
/// fails, this process ends the others if they do not end by themselves.
public final class LocalJob {
  private static final int TOKEN_BYTES = 16;
  private static final long MILLIS_TO_END = 5_000;

  private final long millisToEnd;
  private final RanksLeft left;
  private final JobOutput output;
  private final HostRanks ranks;
  private final JoinFailure joinFailure = new JoinFailure();

  private LocalJob(int size, Map<String, String> environment) throws IOException {
    this.millisToEnd = MILLIS_TO_END + JobVariables.grace(environment) / 1_000_000;
    this.left = new RanksLeft(size);
    this.ranks = new HostRanks(Hex.random(TOKEN_BYTES), new Attendant());
    boolean isTagged = JobVariables.isSet(environment, JobVariables.TAG_OUTPUT);
    this.output = new JobOutput(size, isTagged, ranks::kill);
  }

  /// Starts one rank of `transport` for each of `commands`, and waits for all ranks.
  ///
  /// @param environment variables to add to each rank's environment
  /// @return the exit code of the first rank that failed, or 0
  /// @throws WeftException if the job cannot be started
  public static int run(
      String transport, List<List<String>> commands, Map<String, String> environment) {
    try {
      var job = new LocalJob(commands.size(), environment);
      try (var _ = JvmEnd.attend(job::stop);
          HostRanks ranks = job.ranks) {
        job.start(transport, commands, environment);
        job.left.await(job.millisToEnd);
        JvmEnd.awaitIfByUser(job.left.code());
        ranks.kill();
        job.left.awaitAll(job.millisToEnd);
        JvmEnd.awaitIfBegun();
        job.joinFailure.print();
        return job.output.exitCode(job.left.code());
      }
    } catch (IOException e) {
      throw new WeftException("the ranks could not be started: " + FileException.reason(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeftException("interrupted while the job ran", e);
    }
  }

  /// Ends the job because this JVM ends: asks all ranks to end, and kills them if they do not, or
  /// at a second signal.
  private void stop() {
    Interrupts.onNext(ranks::kill);
    ranks.end(millisToEnd);
  }

  private void start(String transport, List<List<String>> commands, Map<String, String> environment)
      throws IOException {
    var variables = new HashMap<>(environment);
    variables.put(JobVariables.TRANSPORT, transport);
    variables.put(JobVariables.SIZE, Integer.toString(commands.size()));
    HostRanks.checkFiles(commands.size());
    var lines = new HashMap<Integer, List<String>>();
    for (int rank = 0; rank < commands.size(); rank++) {
      lines.put(rank, commands.get(rank));
    }
    ranks.start(lines, variables, Redirect.INHERIT);
  }

  private final class Attendant implements HostRanks.Events {
    @Override
    public void output(int rank, boolean isError, byte[] bytes, int length) {
      output.add(rank, isError, bytes, length);
    }

    @Override
    public void ended(int rank, int code, JoinStage stage) {
      output.end(rank, code);
      long pid = ranks.pid(rank);
      joinFailure.ended(rank, "(pid " + pid + ")", pid, code, stage);
      left.ended(1, code);
    }

    @Override
    public void failed(int rank, String why) {
      joinFailure.failed(rank, why);
    }

    @Override
    public byte[][] exchange(byte[][] ofThisHost) {
      return ofThisHost; // All ranks are on this host.
    }
  }
}
