// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import org.jspecify.annotations.Nullable;

/// Reassembles the messages of one control socket from the pieces that arrive.
public final class MessageReader {
  private ByteBuffer bytes = ByteBuffer.allocate(1024);

  /// Reads once from `channel` and returns what its read returned: −1 at the end.
  public int fill(ReadableByteChannel channel) throws IOException {
    if (!bytes.hasRemaining()) {
      bytes = ByteBuffer.allocate(2 * bytes.capacity()).put(bytes.flip());
    }
    return channel.read(bytes);
  }

  /// The next complete message, or null until more bytes have arrived.
  public @Nullable Message next() throws IOException {
    bytes.flip();
    Message message = Message.next(bytes);
    bytes.compact();
    return message;
  }
}
