// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import weft.codec.Reader;
import weft.codec.Writer;

/// An object's messages that came before one that their sender sent earlier, in the order in which
/// they came. Each is found by its sender and number at once: when an object moves in the middle of
/// a flood, what is sent straight to it overtakes all that still goes by where it was, and hundreds
/// of thousands wait here.
final class HeldMail {
  /// Whose message, and its number among the sender's messages to the object.
  record Key(long sender, long number) {}

  /// A message.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Held(int request, byte[] payload) {}

  private final Map<Key, Held> messages = new LinkedHashMap<>();
  private long bytes;

  int count() {
    return messages.size();
  }

  boolean isEmpty() {
    return messages.isEmpty();
  }

  /// The bytes of all payloads.
  long bytes() {
    return bytes;
  }

  /// Keeps a message; returns false, and keeps nothing, if it is kept already.
  boolean add(long sender, long number, int request, byte[] payload) {
    if (messages.putIfAbsent(new Key(sender, number), new Held(request, payload)) != null) {
      return false;
    }
    bytes += payload.length;
    return true;
  }

  /// Takes out message `number` of `sender`; null when it is not here.
  @Nullable Held take(long sender, long number) {
    Held held = messages.remove(new Key(sender, number));
    if (held != null) {
      bytes -= held.payload.length;
    }
    return held;
  }

  /// Gives each message to `action`.
  void forEach(Consumer<Map.Entry<Key, Held>> action) {
    messages.entrySet().forEach(action);
  }

  void write(Writer out) {
    out.writeSize(messages.size());
    messages.forEach((key, held) -> {
      out.writeLong(key.sender);
      out.writeLong(key.number);
      out.writeInt(held.request);
      out.writeBytes(held.payload);
    });
  }

  void read(Reader in) {
    int count = in.readSize(20);
    for (int i = 0; i < count; i++) {
      add(in.readLong(), in.readLong(), in.readInt(), in.readBytes());
    }
  }
}
