// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import weft.JobFailedException;
import weft.WeftException;
import weft.files.FileException;
import weft.files.OpenFileLimit;
import weft.transport.FailureReport;
import weft.transport.JobVariables;
import weft.transport.job.Handshake;

/// The all-gather of ranks that a launcher of Weft has started, before they can send messages. The
/// launcher forwards the bytes of each rank to all ranks.
///
/// It also reports why ranks cannot join, once: it knows how their processes have ended, and each
/// rank tells it what else has failed. So a rank whose job fails meanwhile ends in silence.
public final class LauncherAllGather implements AllGather, Closeable {
  /// In place of a length, from a rank: it has joined.
  public static final int JOINED = -1;

  /// In place of a length, from a rank: it cannot join, for the reason that follows.
  public static final int FAILED = -2;

  /// In place of a length, to a rank: the job ends, and the launcher reports the reason.
  public static final int OVER = -1;

  /// What a rank opens when it has joined, besides a connection to each other one: sockets,
  /// selectors, the jars of the program.
  private static final int FILES_OF_A_RANK = 16;

  private final int rank;
  private final int size;
  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  private LauncherAllGather(int rank, int size, Socket socket) throws IOException {
    this.rank = rank;
    this.size = size;
    this.socket = socket;
    this.in = new DataInputStream(socket.getInputStream());
    this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  /// Joins a job.
  ///
  /// @param <T> what a rank has when it has joined
  @FunctionalInterface
  public interface Join<T> {
    /// Joins by `exchange`, which is closed then.
    T with(AllGather exchange) throws IOException;
  }

  /// Joins the job that `environment` names, as the rank that it names.
  ///
  /// @throws JobFailedException if the job fails meanwhile, which the launcher or this rank has
  ///   reported
  /// @throws WeftException if `environment` does not describe a rank
  public static <T> T join(Map<String, String> environment, Join<T> join) {
    try (LauncherAllGather exchange = connect(environment)) {
      try {
        OpenFileLimit.require(
            FILES_OF_A_RANK + exchange.size, "as one of " + exchange.size + " ranks");
        T joined = join.with(exchange);
        exchange.tell(JOINED, new byte[0]);
        return joined;
      } catch (JobFailedException e) {
        throw e; // It is reported.
      } catch (WeftException e) {
        throw exchange.failed(String.valueOf(e.getMessage()), e);
      } catch (IOException e) {
        throw exchange.failed("it could not join the job: " + FileException.reason(e), e);
      }
    } catch (IOException e) {
      throw new WeftException("a connection could not be closed: " + e.getMessage(), e);
    }
  }

  private static LauncherAllGather connect(Map<String, String> environment) {
    int rank = -1;
    try {
      int port = Integer.parseInt(environment.getOrDefault(JobVariables.JOB, ""));
      int size = Integer.parseInt(environment.getOrDefault(JobVariables.SIZE, ""));
      rank = Integer.parseInt(environment.getOrDefault(JobVariables.RANK, ""));
      String token = environment.getOrDefault(JobVariables.TOKEN, "");
      var handshake = new Handshake(token, Handshake.Purpose.GATHER, rank, Handshake.LAUNCHER);
      var launcher = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      return new LauncherAllGather(rank, size, handshake.connect(launcher, 0, 0));
    } catch (NumberFormatException e) {
      throw new WeftException(
          JobVariables.JOB
              + ", "
              + JobVariables.SIZE
              + " and "
              + JobVariables.RANK
              + " do not describe a rank of a job; start the program with `weft run`",
          e);
    } catch (IOException e) {
      if (OpenFileLimit.isReached(e)) {
        throw new WeftException("rank " + rank + " cannot join: " + OpenFileLimit.sentence(), e);
      }
      // No launcher reports this.
      var report =
          new FailureReport(
              rank,
              "",
              "the launcher of its job does not answer: the job has ended, or has this rank"
                  + " already; a program that a rank starts must not inherit "
                  + JobVariables.RANK
                  + " from it",
              "");
      Reporter.print(report);
      throw failed(rank, report.sentence(), e);
    }
  }

  private static JobFailedException failed(int rank, String sentence, Throwable cause) {
    var failed = new JobFailedException(rank, sentence);
    failed.initCause(cause);
    return failed;
  }

  @Override
  public byte[][] allGather(byte[] mine) {
    try {
      out.writeInt(mine.length);
      out.write(mine);
      out.flush();
      var told = new byte[size][];
      for (int i = 0; i < size; i++) {
        int length = in.readInt();
        if (length == OVER) {
          throw new EOFException();
        }
        told[i] = in.readNBytes(length);
      }
      return told;
    } catch (IOException e) {
      throw failed(rank, "the job ended before all ranks had joined", e);
    }
  }

  private JobFailedException failed(String why, Throwable cause) {
    tell(FAILED, why.getBytes(StandardCharsets.UTF_8));
    return failed(rank, "rank " + rank + " failed: " + why, cause);
  }

  private void tell(int word, byte[] bytes) {
    try {
      out.writeInt(word);
      if (word == FAILED) {
        out.writeInt(bytes.length);
        out.write(bytes);
      }
      out.flush();
    } catch (IOException e) {
      // The launcher is gone, or ends the job.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
