// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PushbackInputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.transport.JobVariables;
import weft.transport.job.Handshake;

/// A rank other than 0 of a [RootAllGather].
///
/// Rank 0 may start later, its name may be known later, and another process may listen at the port.
/// So this rank tries again until its time limit ends it. It gives up sooner only if a process at
/// the port that the user has named keeps refusing its proof: a wrong token does not become right.
/// At a port that follows from the token, that process is of another job.
final class RootMember extends RootAllGather {
  private static final int CONNECT_MILLIS = 3_000;
  private static final int CHALLENGE_MILLIS = 2_000;
  private static final int ANSWER_MILLIS = 60_000;
  private static final int END_MILLIS = 5_000;
  private static final long LEAST_PAUSE_MILLIS = 50;
  private static final long MOST_PAUSE_MILLIS = 1_000;
  private static final long NANOS_OF_REFUSALS = 10_000_000_000L;

  private final LateName name;
  private final long nanosOfRefusals;
  private volatile String obstacle = "";
  private boolean wasRefused;
  private @Nullable Socket socket;
  private @Nullable DataInputStream in;
  private @Nullable DataOutputStream out;

  RootMember(int rank, int size, String token, RootAddress address) {
    this(rank, size, token, address, NANOS_OF_REFUSALS);
  }

  /// @param nanosOfRefusals the time for which a proof may be refused
  RootMember(int rank, int size, String token, RootAddress address, long nanosOfRefusals) {
    super(rank, size, token, address);
    this.nanosOfRefusals = nanosOfRefusals;
    this.name = new LateName(address.host());
  }

  @Override
  void connect() throws IOException {
    Socket socket = reach();
    this.socket = socket;
    socket.setSoTimeout(0); // Other ranks may join late.
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    DataOutputStream out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    this.out = out;
    out.writeInt(size);
    out.flush();
    obstacle = "";
  }

  private Socket reach() {
    long refusedSince = 0;
    for (long pause = LEAST_PAUSE_MILLIS; ; pause = Math.min(2 * pause, MOST_PAUSE_MILLIS)) {
      wasRefused = false;
      Socket socket = tryAll();
      if (socket != null) {
        return socket;
      }
      long now = System.nanoTime();
      if (!wasRefused) {
        refusedSince = 0;
      } else if (refusedSince == 0) {
        refusedSince = now;
      } else if (now - refusedSince > nanosOfRefusals) {
        throw new WeftException(
            "rank 0 at "
                + address.text(token)
                + " refuses it: its "
                + JobVariables.TOKEN
                + " is another one, or a rank "
                + rank
                + " is there already");
      }
      pause(pause);
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeftException("interrupted while joining the job", e);
    }
  }

  private @Nullable Socket tryAll() {
    try {
      for (InetAddress each : name.addresses()) {
        Socket socket = tryPorts(each);
        if (socket != null) {
          return socket;
        }
      }
    } catch (UnknownHostException e) {
      obstacle = "that name is not known here";
    }
    return null;
  }

  /// Tries the ports of one host. A host that does not answer at one port does not at the next.
  private @Nullable Socket tryPorts(InetAddress host) {
    for (int port : address.ports(token)) {
      String place = host.getHostAddress() + ", port " + port;
      var socket = new Socket();
      try {
        socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
      } catch (SocketTimeoutException e) {
        close(socket);
        obstacle = place + ", does not answer";
        return null;
      } catch (IOException e) {
        close(socket);
        obstacle = place + ": " + e.getMessage();
        continue;
      }
      try {
        prove(socket);
        return socket;
      } catch (SocketTimeoutException e) {
        close(socket);
        obstacle = "what listens at " + place + ", is silent";
      } catch (IOException e) {
        close(socket);
        wasRefused = address.port() > 0;
        obstacle = "what listens at " + place + ", is not of this job";
      }
    }
    return null;
  }

  /// Rank 0 challenges soon, or what listens there is not rank 0. Once this rank has answered, rank
  /// 0 may count on this connection, so this rank is patient.
  private void prove(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(CHALLENGE_MILLIS);
    var in = new PushbackInputStream(socket.getInputStream());
    int first = in.read();
    if (first >= 0) {
      in.unread(first);
    }
    socket.setSoTimeout(ANSWER_MILLIS);
    new Handshake(token, Handshake.Purpose.GATHER, rank, 0).connect(in, socket.getOutputStream());
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is not used any more.
    }
  }

  @Override
  public byte[][] allGather(byte[] mine) {
    DataInputStream in = this.in;
    DataOutputStream out = this.out;
    if (in == null || out == null) {
      throw new IllegalStateException("this rank has not reached rank 0 yet");
    }
    try {
      out.writeInt(mine.length);
      out.write(mine);
      out.flush();
      var all = new byte[size][];
      for (int i = 0; i < size; i++) {
        int length = in.readInt();
        if (length == OVER) {
          String why = "the job ended before all ranks had joined";
          throw failed(rank, why, new WeftException(why));
        }
        all[i] = in.readNBytes(length);
      }
      return all;
    } catch (IOException e) {
      throw reported(rank, "rank 0 has ended before all ranks had joined", e);
    }
  }

  @Override
  String waitsFor() {
    String obstacle = this.obstacle;
    return obstacle.isEmpty()
        ? "for the other ranks to join: see what rank 0 waits for."
        : "for rank 0 at " + address.text(token) + ": " + obstacle + ".";
  }

  @Override
  boolean tell(String why) {
    Socket socket = this.socket;
    DataInputStream in = this.in;
    DataOutputStream out = this.out;
    if (socket == null || in == null || out == null) {
      return false;
    }
    try {
      socket.setSoTimeout(END_MILLIS);
      byte[] bytes = why.getBytes(StandardCharsets.UTF_8);
      out.writeInt(FAILED);
      out.writeInt(bytes.length);
      out.write(bytes);
      out.flush();
      return in.readInt() == OVER;
    } catch (IOException e) {
      return false; // Rank 0 has ended, or is beyond joining.
    }
  }

  @Override
  public void close() throws IOException {
    Socket socket = this.socket;
    if (socket != null) {
      socket.close();
    }
  }
}
