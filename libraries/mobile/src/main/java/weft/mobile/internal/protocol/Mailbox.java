// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import weft.codec.Reader;
import weft.codec.Writer;

/// The messages that one object has accepted and not yet handled, in order. Each message has one
/// word for its payload length and request, and one word for its sender. The payload follows,
/// padded to whole words.
///
/// A message is not moved while its handler runs. If the mailbox grows meanwhile, the old array
/// stays valid.
public final class Mailbox {
  private static final int HEADER = 2;
  private static final int SMALL = 32;

  /// The bytes of a payload that is copied word by word.
  private static final int SHORT = 64;

  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  private long[] words = new long[SMALL];
  private MemorySegment memory = MemorySegment.ofArray(words);

  /// Both in words. The words before `head` are free.
  private int head;

  private int tail;
  private int count;

  Mailbox() {}

  /// The number of messages.
  public int count() {
    return count;
  }

  /// The bytes of all messages, including their headers.
  public long bytes() {
    return 8L * (tail - head);
  }

  /// The memory of the messages. It is valid for the first message until that is removed.
  public MemorySegment memory() {
    return memory;
  }

  /// Appends a message, and returns the offset of its payload in [#memory].
  long append(int request, long sender, long bytes) {
    long needed = HEADER + (bytes + 7 >>> 3);
    if (needed > words.length - tail) {
      grow(needed);
    }
    int at = tail;
    words[at] = bytes << 16 | request;
    words[at + 1] = sender;
    tail = at + (int) needed;
    count++;
    return 8L * (at + HEADER);
  }

  /// Appends a message with the payload of `bytes` bytes at `at` of `from`. Short ones go word by
  /// word into the array: a copy between segments checks both each time.
  void append(int request, long sender, MemorySegment from, long at, long bytes) {
    long to = append(request, sender, bytes);
    if (bytes > SHORT || (bytes & 7) != 0) {
      Copies.copy(from, at, memory, to, bytes);
      return;
    }
    long[] words = this.words;
    int first = (int) (to >>> 3);
    for (int i = 0; i < bytes >> 3; i++) {
      words[first + i] = from.get(WORD, at + 8L * i);
    }
  }

  private void grow(long needed) {
    int used = tail - head;
    long least = used + needed;
    if (least > Integer.MAX_VALUE / 2) {
      throw new IllegalStateException("the mail of one object would take " + 8 * least + " bytes");
    }
    // The old array must stay as it is: the first message's handler may be running.
    long size = Math.max(SMALL, Long.highestOneBit(Math.max(1, 2 * least - 1)));
    var larger = new long[(int) Math.min(size, Integer.MAX_VALUE / 2)];
    System.arraycopy(words, head, larger, 0, used);
    words = larger;
    memory = MemorySegment.ofArray(larger);
    head = 0;
    tail = used;
  }

  /// The request of the first message.
  public int request() {
    return (int) words[head] & MailLayout.MOST_REQUESTS - 1;
  }

  /// The bytes of the first message's payload.
  public long payload() {
    return words[head] >>> 16;
  }

  /// The sender of the first message.
  public long sender() {
    return words[head + 1];
  }

  /// The offset of the first message's payload in [#memory].
  public long at() {
    return 8L * (head + HEADER);
  }

  /// Removes the first message.
  public void remove() {
    int words = HEADER + (int) (payload() + 7 >>> 3);
    head += words;
    if (--count == 0) {
      head = 0;
      tail = 0;
    }
  }

  /// Returns whether the mailbox is too large to be reused for another object.
  boolean isLarge() {
    return words.length > 1 << 13;
  }

  /// Is told of a message, which it may change.
  @FunctionalInterface
  interface Change {
    /// Returns the request of the message, which was `request`.
    int request(int request, MemorySegment memory, long at, long bytes);
  }

  /// Passes each message to `change`.
  void change(Change change) {
    for (int at = head; at < tail; ) {
      long payload = words[at] >>> 16;
      int request = (int) words[at] & MailLayout.MOST_REQUESTS - 1;
      int now = change.request(request, memory, 8L * (at + HEADER), payload);
      words[at] = payload << 16 | now;
      at += HEADER + (int) (payload + 7 >>> 3);
    }
  }

  void write(Writer out) {
    out.writeSize(count);
    out.writeSize(tail - head);
    out.writeRaw(memory, 8L * head, 8L * (tail - head));
  }

  void read(Reader in) {
    int messages = in.readSize(8);
    int size = in.readSize(8);
    grow(size);
    in.readRaw(memory, 8L * tail, 8L * size);
    tail += size;
    count += messages;
  }

  /// The total bytes of all payloads.
  long payloads() {
    long bytes = 0;
    for (int at = head; at < tail; ) {
      long payload = words[at] >>> 16;
      bytes += payload;
      at += HEADER + (int) (payload + 7 >>> 3);
    }
    return bytes;
  }
}
