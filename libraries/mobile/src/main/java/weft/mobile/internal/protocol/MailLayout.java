// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The layout of a message to an object, in words:
///
/// ```
///   0        8        16       24       32
///   | object | route  | sender | number | payload ...
///
///   route:  63      44 43     28 27    16 15      0
///          | first    | hops    | 0      | request |
/// ```
///
/// `first` is the rank that first sent the message. `hops` is how often it has been sent. `number`
/// is its position among the messages from its sender to its object since the last quiet point. It
/// is negative if the message was sent before that, to an element that was not inserted yet.
public final class MailLayout {
  /// The size of the header in bytes.
  public static final int HEADER = 32;

  /// The maximum number of requests to objects in a job.
  public static final int MOST_REQUESTS = 1 << 15;

  /// Is added to the number of the request of a message that is one of a broadcast.
  public static final int BROADCAST = MOST_REQUESTS;

  /// The bits of a request with its mark.
  static final int REQUEST_BITS = 2 * MOST_REQUESTS - 1;

  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final int HOPS_SHIFT = 28;
  private static final int MOST_HOPS = (1 << 16) - 1;
  private static final int FIRST_SHIFT = 44;

  private MailLayout() {}

  /// Returns the route of a message that `first` has sent once.
  static long route(int first, int request) {
    return (long) first << FIRST_SHIFT | 1L << HOPS_SHIFT | request;
  }

  /// Returns the route after one more hop.
  static long further(long route) {
    return hops(route) == MOST_HOPS ? route : route + (1L << HOPS_SHIFT);
  }

  static int first(long route) {
    return (int) (route >>> FIRST_SHIFT);
  }

  static int hops(long route) {
    return (int) (route >>> HOPS_SHIFT) & MOST_HOPS;
  }

  static int request(long route) {
    return (int) route & REQUEST_BITS;
  }

  static void write(
      MemorySegment memory, long at, long object, long route, long sender, long number) {
    memory.set(WORD, at, object);
    memory.set(WORD, at + 8, route);
    memory.set(WORD, at + 16, sender);
    memory.set(WORD, at + 24, number);
  }

  static long word(MemorySegment memory, long at, int index) {
    return memory.get(WORD, at + 8L * index);
  }

  static void setRoute(MemorySegment memory, long at, long route) {
    memory.set(WORD, at + 8, route);
  }

  /// Makes `first` the rank that has first sent the message, with `request`.
  static void setRoute(MemorySegment memory, long at, int first, int request) {
    setRoute(memory, at, route(first, request));
  }

  static void setNumber(MemorySegment memory, long at, long number) {
    memory.set(WORD, at + 24, number);
  }
}
