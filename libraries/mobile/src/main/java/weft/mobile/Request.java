// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.lang.foreign.MemorySegment;
import java.util.function.IntUnaryOperator;
import weft.WeftException;
import weft.mobile.internal.ObjectNames;
import weft.mobile.internal.protocol.MailLayout;

/// A registered handler of messages to objects.
///
/// @param name its name
/// @param number its number, which messages carry
/// @param kind the type of its objects
/// @param shape describes its arguments in one word
/// @param invoker runs it
record Request(String name, int number, Kind kind, String shape, Invoker invoker) {
  Request {
    if (number >= MailLayout.MOST_REQUESTS) {
      throw new WeftException("more than " + number + " requests to mobile objects are registered");
    }
  }

  /// Decodes the payload of a message and runs its handler.
  @FunctionalInterface
  interface Invoker {
    void run(Self<?> self, Object state, MemorySegment memory, long at, long bytes);

    /// Changes the numbers of requests in a message that was saved; `requests` gives those of now.
    default void renumber(MemorySegment memory, long at, IntUnaryOperator requests) {}

    /// The bytes before the payload that the program sent.
    default int headBytes() {
      return 0;
    }

    /// Whether the sender waits for an answer.
    default boolean isCall() {
      return false;
    }

    /// Tells a rank that waits for the answer that the message of `sender` is undeliverable,
    /// because `object` has ended. Returns false if no rank waits.
    default boolean refuse(MemorySegment memory, long at, long object, long sender) {
      return false;
    }
  }

  /// The sentence about a message of this request to an object that has ended, without its subject.
  String ended(ObjectNames names, long object, long sender) {
    return "\""
        + name
        + "\" from "
        + names.sender(sender)
        + " is for "
        + names.of(kind.name, object)
        + ", which has ended or never existed; send it earlier";
  }

  @Override
  public String toString() {
    return name;
  }
}
