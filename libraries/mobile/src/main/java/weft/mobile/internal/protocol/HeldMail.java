// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import weft.codec.Reader;
import weft.codec.Writer;

/// Messages to one object that arrived before an earlier message of their sender, in order of
/// arrival. Lookup by sender and number must be fast. If an object moves during a flood, messages
/// sent directly to it overtake all that are still forwarded. Hundreds of thousands may then be
/// held.
final class HeldMail {
  /// The sender of a message, and the message's number among its messages to the object.
  record Key(long sender, long number) {}

  /// A held message.
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

  /// The total bytes of all payloads.
  long bytes() {
    return bytes;
  }

  /// Holds a message. Returns false, and changes nothing, if the message is held already.
  boolean add(long sender, long number, int request, byte[] payload) {
    if (messages.putIfAbsent(new Key(sender, number), new Held(request, payload)) != null) {
      return false;
    }
    bytes += payload.length;
    return true;
  }

  /// Removes and returns message `number` of `sender`; null if it is not held.
  @Nullable Held take(long sender, long number) {
    Held held = messages.remove(new Key(sender, number));
    if (held != null) {
      bytes -= held.payload.length;
    }
    return held;
  }

  /// The senders of the messages.
  Set<Long> senders() {
    var senders = new TreeSet<Long>();
    messages.keySet().forEach(key -> senders.add(key.sender));
    return senders;
  }

  /// Passes each message to `action`.
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
