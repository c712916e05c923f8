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

/// How ranks of a [LocalJob] tell each other something before they can send messages: its host
/// passes on to all what each has given.
public final class Meeting implements AllGather, Closeable {
  private final int size;
  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  private Meeting(int size, Socket socket) throws IOException {
    this.size = size;
    this.socket = socket;
    this.in = new DataInputStream(socket.getInputStream());
    this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  /// Joins, as the rank that `environment` names, the meeting that it names.
  ///
  /// @throws WeftException when there is none
  public static Meeting join(Map<String, String> environment) {
    try {
      int port = Integer.parseInt(environment.getOrDefault(JobVariables.JOB, ""));
      int size = Integer.parseInt(environment.getOrDefault(JobVariables.SIZE, ""));
      int rank = Integer.parseInt(environment.getOrDefault(JobVariables.RANK, ""));
      var meeting = new Meeting(size, new Socket(InetAddress.getLoopbackAddress(), port));
      meeting.out.writeUTF(environment.getOrDefault(JobVariables.TOKEN, ""));
      meeting.out.writeInt(rank);
      meeting.out.flush();
      return meeting;
    } catch (NumberFormatException e) {
      throw new WeftException(
          JobVariables.JOB
              + ", "
              + JobVariables.SIZE
              + " and "
              + JobVariables.RANK
              + " do not name a rank of a job; start the program with `weft run`",
          e);
    } catch (IOException e) {
      throw new WeftException("the launcher of this job does not answer; the job is over", e);
    }
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
      throw new WeftException("a rank has ended before all ranks had joined", e);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
