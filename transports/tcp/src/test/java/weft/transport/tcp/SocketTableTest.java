// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What the kernel says of real sockets.
@SuppressWarnings("AddressSelection") // literal addresses
final class SocketTableTest {
  @Test
  void addressesAreThoseOfJava() throws Exception {
    assertThat(SocketTable.address("0100007F:1F90"))
        .isEqualTo(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 8080));
    // A socket of IPv6 that carries IPv4, as Java's are.
    assertThat(SocketTable.address("0000000000000000FFFF00000100007F:0016"))
        .isEqualTo(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 22));
    assertThat(SocketTable.address("B80D01200000000067452301EFCDAB89:FFFF"))
        .isEqualTo(new InetSocketAddress("2001:db8::123:4567:89ab:cdef", 65535));
  }

  /// Nothing is read at the other end: bytes wait there, its window closes, and its kernel answers.
  @Test
  void aFullSocketIsPendingAndAnswered() throws Exception {
    try (ServerSocketChannel server =
            ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        SocketChannel full = SocketChannel.open(server.getLocalAddress());
        SocketChannel _ = server.accept()) {
      var ends =
          new SocketTable.Ends(
              (InetSocketAddress) full.getLocalAddress(),
              (InetSocketAddress) full.getRemoteAddress());
      assertThat(SocketTable.pending()).doesNotContainKey(ends);
      full.configureBlocking(false);
      ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
      while (full.write(bytes.clear()) > 0) {
        // Until both buffers are full.
      }
      var most = 0;
      for (int look = 0; look < 10; look++) {
        Integer count = SocketTable.pending().get(ends);
        assertThat(count).as("bytes are under way").isNotNull();
        most = Math.max(most, Objects.requireNonNull(count));
        Thread.sleep(200);
      }
      assertThat(most).as("probes in vain").isLessThanOrEqualTo(1);
    }
  }
}
