// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.transport.JobVariables;
import weft.watch.launch.RankAcceptor;

/// Rank 0 of a [RootAllGather]: it collects what each rank contributes, and sends all to all.
final class RootHub extends RootAllGather {
  private static final int RANK = 0;
  private static final int MOST_NAMED = 8;
  private static final int DRAIN_MILLIS = 500;

  private final @Nullable Socket[] sockets;
  private final DataInputStream[] ins;
  private final DataOutputStream[] outs;
  private volatile @Nullable RankAcceptor acceptor;
  private boolean ended;

  RootHub(int size, String token, RootAddress address) {
    super(RANK, size, token, address);
    this.sockets = new Socket[size];
    this.ins = new DataInputStream[size];
    this.outs = new DataOutputStream[size];
  }

  @Override
  void connect() throws IOException {
    if (size == 1) {
      return;
    }
    List<Integer> others = IntStream.range(1, size).boxed().toList();
    RankAcceptor acceptor = listen(others);
    this.acceptor = acceptor;
    try {
      for (int i = 1; i < size; i++) {
        take(acceptor.accept());
      }
    } finally {
      acceptor.end();
    }
    for (int other : others) {
      check(other);
    }
  }

  private RankAcceptor listen(List<Integer> others) {
    try {
      return new RankAcceptor(token, RANK, others, address.places(token));
    } catch (IOException e) {
      throw new WeftException(
          "it cannot listen at port "
              + address.ports(token).getFirst()
              + ", where the other ranks look for it: "
              + e.getMessage()
              + ". Name a free port in "
              + JobVariables.ADDRESS,
          e);
    }
  }

  private void take(RankAcceptor.Joining joining) throws IOException {
    Socket socket = joining.socket();
    int other = joining.rank();
    sockets[other] = socket;
    ins[other] = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    outs[other] = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  private void check(int other) {
    int itsSize;
    try {
      itsSize = ins[other].readInt();
    } catch (IOException e) {
      throw lost(other, e);
    }
    if (itsSize != size) {
      throw new WeftException(
          "it is one of "
              + size
              + " ranks, and rank "
              + other
              + " one of "
              + itsSize
              + ": give all the same "
              + JobVariables.SIZE);
    }
  }

  @Override
  public byte[][] allGather(byte[] mine) {
    var all = new byte[size][];
    all[RANK] = mine;
    for (int other = 1; other < size; other++) {
      all[other] = receive(other);
    }
    for (int other = 1; other < size; other++) {
      try {
        for (byte[] each : all) {
          outs[other].writeInt(each.length);
          outs[other].write(each);
        }
        outs[other].flush();
      } catch (IOException e) {
        throw lost(other, e);
      }
    }
    return all;
  }

  private byte[] receive(int other) {
    String why;
    try {
      int length = ins[other].readInt();
      if (length >= 0) {
        byte[] bytes = ins[other].readNBytes(length);
        if (bytes.length == length) {
          return bytes;
        }
        throw new IOException("its connection has ended");
      }
      why = new String(ins[other].readNBytes(ins[other].readInt()), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw lost(other, e);
    }
    end();
    throw reported(other, why, new WeftException(why));
  }

  private RuntimeException lost(int other, IOException cause) {
    end();
    return reported(other, "it has ended before all ranks had joined", cause);
  }

  @Override
  String waitsFor() {
    RankAcceptor waiting = acceptor;
    Set<Integer> missing = waiting == null ? Set.of() : waiting.missing();
    if (waiting == null || missing.isEmpty()) {
      return "for the other ranks to join: one of them hangs, or its host is lost.";
    }
    String names =
        missing.stream()
            .sorted()
            .limit(MOST_NAMED)
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    return "at port "
        + waiting.port()
        + " for "
        + (missing.size() == 1 ? "rank " : "ranks ")
        + names
        + (missing.size() > MOST_NAMED ? ", …" : "")
        + ": see whether each was started, reaches this host at that port, and has the same "
        + JobVariables.TOKEN
        + ".";
  }

  /// Lets all others end.
  private void end() {
    ended = true;
    for (int other = 1; other < size; other++) {
      DataOutputStream out = outs[other];
      if (out != null) {
        try {
          out.writeInt(OVER);
          out.flush();
        } catch (IOException e) {
          // It has ended.
        }
      }
    }
  }

  @Override
  boolean tell(String why) {
    end();
    return false;
  }

  @Override
  public void close() throws IOException {
    for (@Nullable Socket socket : sockets) {
      if (socket != null) {
        if (ended) {
          drain(socket);
        }
        socket.close();
      }
    }
  }

  /// Reads what the other rank still sends. If it were not read, the kernel would reset the
  /// connection, and the other rank might not learn that the job is over.
  private static void drain(Socket socket) {
    try {
      socket.shutdownOutput();
      socket.setSoTimeout(DRAIN_MILLIS);
      long _ = socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // It has ended, or it is stopped.
    }
  }
}
