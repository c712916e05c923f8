// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.lang.foreign.MemorySegment;
import weft.internal.dispatch.PayloadHandler;
import weft.transport.Outbox;

/// The messages that carry one-sided memory. Quiescence waits until the receiver of each has
/// returned. They are not in `World.counters`.
public interface MemoryChannel {
  /// Takes a message of up to four words.
  @FunctionalInterface
  interface WordsReceiver {
    /// Words that the message does not have are 0.
    void receive(int source, long a, long b, long c, long d);
  }

  /// The maximum size of a message, in bytes.
  long frameBytes();

  /// The outbox for `target`.
  Outbox outbox(int target);

  /// Whether a message of the body waits for room in the outbox for `target`.
  boolean isAwaited(int target);

  /// Installs the receiver of the messages with bytes of one number.
  void install(String name, int handler, PayloadHandler receiver);

  /// Installs the receiver of the messages of `words` words of one number: 1, 2 or 4.
  void install(String name, int handler, int words, WordsReceiver receiver);

  /// Sends up to four words. The body waits for room, a handler does not.
  void send(String name, int handler, int words, int target, long a, long b, long c, long d);

  /// Sends two words as bytes. Quiescence does not wait for them.
  void notify(int handler, int target, long a, long b);

  /// Begins a message of `bytes` bytes, and returns their offset in [#memory]. The body waits for
  /// room, a handler does not. Nothing else is sent before [#close].
  long open(String name, int handler, int target, long bytes);

  /// The memory for the bytes of the open message.
  MemorySegment memory();

  /// Sends the open message.
  void close();

  /// Refuses a request that [#sendToSelf] would refuse later.
  void checkToSelf(String name);

  /// Sends the user's request `name`, with this header and these words, to this rank itself.
  void sendToSelf(String name, long header, long a, long b, long c, long d);
}
