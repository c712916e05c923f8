// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.lang.foreign.MemorySegment;

/// A message that waits at a home for an array element that is not inserted yet.
///
/// @param message the message, as [MailLayout] has it
/// @param report the value of [Wire#reports] when the message arrived
@SuppressWarnings("ArrayRecordComponent") // never compared
record EarlyMessage(byte[] message, long report) {
  MemorySegment memory() {
    return MemorySegment.ofArray(message);
  }

  long sender() {
    return MailLayout.word(memory(), 0, 2);
  }
}
