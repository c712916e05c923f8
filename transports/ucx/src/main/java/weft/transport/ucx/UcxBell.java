// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import weft.watch.network.NetworkBell;

/// A bell that the rank hears in `poll(2)`, beside the descriptor of UCX: no selector of Java takes
/// that.
///
/// ```
/// sockaddr_in                          pollfd
///  0        2        4        8    16   0        4        6        8
/// +--------+--------+--------+----+    +--------+--------+--------+
/// | family | port   | address| 0  |    | fd     | events | revents|
/// +--------+--------+--------+----+    +--------+--------+--------+
///            big-endian
/// ```
final class UcxBell implements NetworkBell {
  private static final int INET = 2;

  // SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC
  private static final int DATAGRAMS = 2 | 0x800 | 0x80000;

  // MSG_DONTWAIT | MSG_NOSIGNAL
  private static final int AT_ONCE = 0x40 | 0x4000;

  private static final int PORT = 2;
  private static final int ADDRESS = 4;
  private static final int SOCKADDR = 16;
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private static final short POLLIN = 1;
  private static final int EVENTS = 4;
  private static final int POLLFD = 8;

  /// A stranger that sends without end must not keep this rank from its work.
  private static final int MOST_AT_ONCE = 64;

  private final int socket;
  private final int port;
  private final MemorySegment addresses;
  private final MemorySegment own = Arena.global().allocate(SOCKADDR, 8);
  private final MemorySegment letter = Arena.global().allocate(2);
  private final MemorySegment descriptors = Arena.global().allocate(2 * POLLFD, 8);
  private boolean closed;

  private UcxBell(int socket, int port, int ranks) {
    this.socket = socket;
    this.port = port;
    this.addresses = Arena.global().allocate((long) ranks * SOCKADDR, 8);
    write(own, 0, port);
  }

  /// Opens the bell of one of `ranks` ranks.
  static UcxBell open(int ranks) throws IOException {
    int socket = Libc.socket(INET, DATAGRAMS);
    if (socket < 0) {
      throw new IOException("no datagram socket can be opened: too many files may be open");
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment address = arena.allocate(SOCKADDR, 8);
      MemorySegment bytes = arena.allocateFrom(JAVA_INT, SOCKADDR);
      write(address, 0, 0);
      if (Libc.bind(socket, address.address(), SOCKADDR) < 0
          || Libc.getsockname(socket, address.address(), bytes.address()) < 0) {
        Libc.close(socket);
        throw new IOException("no port of the loopback interface (127.0.0.1) can be used");
      }
      int port = Short.toUnsignedInt(Short.reverseBytes(address.get(JAVA_SHORT, PORT)));
      return new UcxBell(socket, port, ranks);
    }
  }

  private static void write(MemorySegment to, long at, int port) {
    to.set(JAVA_SHORT, at, (short) INET);
    to.set(JAVA_SHORT, at + PORT, Short.reverseBytes((short) port));
    MemorySegment.copy(LOOPBACK, 0, to, JAVA_BYTE, at + ADDRESS, LOOPBACK.length);
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public void setPort(int rank, int port) {
    write(addresses, (long) rank * SOCKADDR, port);
  }

  /// A rank that has ended does not hear, and if the socket is full, other datagrams wake its rank.
  @Override
  public void ring(int rank) {
    long _ =
        Libc.sendto(
            socket,
            letter.address(),
            1,
            AT_ONCE,
            addresses.address() + (long) rank * SOCKADDR,
            SOCKADDR);
  }

  /// Wakes this rank from another thread.
  synchronized void wake() {
    if (!closed) {
      long _ = Libc.sendto(socket, letter.address(), 1, AT_ONCE, own.address(), SOCKADDR);
    }
  }

  /// Sleeps until the bell is rung or `descriptor`, unless it is negative, can be read; for
  /// `millis` at most.
  void await(int descriptor, int millis) {
    watch(0, socket);
    watch(POLLFD, descriptor);
    Libc.poll(descriptors.address(), 2, millis);
    if (descriptors.get(JAVA_SHORT, EVENTS + 2) != 0) {
      for (int i = 0; i < MOST_AT_ONCE; i++) {
        if (Libc.recv(socket, letter.address() + 1, 1, AT_ONCE) < 0) {
          break;
        }
      }
    }
  }

  private void watch(long at, int descriptor) {
    descriptors.set(JAVA_INT, at, descriptor);
    descriptors.set(JAVA_SHORT, at + EVENTS, POLLIN);
    descriptors.set(JAVA_SHORT, at + EVENTS + 2, (short) 0);
  }

  synchronized void close() {
    if (!closed) {
      closed = true;
      Libc.close(socket);
    }
  }
}
