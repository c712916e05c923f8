// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;
import weft.WeftException;
import weft.transport.JobVariables;
import weft.transport.job.Proof;

/// The all-gather of a [LocalJob] before its ranks can send messages. The launcher forwards the
/// bytes of each rank to all ranks.
public final class LauncherAllGather implements AllGather, Closeable {
  private final int size;
  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  private LauncherAllGather(int size, Socket socket) throws IOException {
    this.size = size;
    this.socket = socket;
    this.in = new DataInputStream(socket.getInputStream());
    this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  /// Connects to the launcher of the job that `environment` names, as the rank that it names.
  ///
  /// @throws WeftException if the launcher does not answer
  public static LauncherAllGather join(Map<String, String> environment) {
    try {
      int port = Integer.parseInt(environment.getOrDefault(JobVariables.JOB, ""));
      int size = Integer.parseInt(environment.getOrDefault(JobVariables.SIZE, ""));
      int rank = Integer.parseInt(environment.getOrDefault(JobVariables.RANK, ""));
      var socket = new Socket(InetAddress.getLoopbackAddress(), port);
      var allGather = new LauncherAllGather(size, socket);
      allGather.prove(environment.getOrDefault(JobVariables.TOKEN, ""), rank);
      return allGather;
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
      throw new WeftException("the launcher of this job does not answer; the job has ended", e);
    }
  }

  /// Proves to the launcher that this is rank `rank`, and lets the launcher prove that it is that.
  private void prove(String token, int rank) throws IOException {
    byte[] nonce = Proof.nonce();
    out.writeInt(rank);
    out.write(nonce);
    out.write(proof(token, "rank " + rank, nonce));
    out.flush();
    if (!Proof.same(in.readNBytes(Proof.BYTES), proof(token, "launcher", nonce))) {
      socket.close();
      throw new IOException("another process than the launcher answers");
    }
  }

  /// The proof of who knows `token`, for the launcher or a rank.
  public static byte[] proof(String token, String who, byte[] nonce) {
    return Proof.of(token, "all-gather of " + who, nonce);
  }

  @Override
  public byte[][] allGather(byte[] mine) {
    try {
      out.writeInt(mine.length);
      out.write(mine);
      out.flush();
      var told = new byte[size][];
      for (int rank = 0; rank < size; rank++) {
        told[rank] = in.readNBytes(in.readInt());
      }
      return told;
    } catch (IOException e) {
      throw new WeftException("a rank ended before all ranks had joined", e);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
