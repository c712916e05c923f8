// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.mobile.residence.ObjectKeeper;

/// The messages that one object has accepted and not yet handled, in order. Each message has one
/// word for its payload length and request, and one word for its sender. The payload follows,
/// padded to whole words.
///
/// A message is not moved while its handler runs. If the mailbox grows meanwhile, the old array
/// stays valid.
///
/// Later messages may lie in a store ([MailInStore]). Messages are then appended to the [#last]
/// mailbox, behind those.
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

  /// The messages that lie in a store, and those behind them; null if there are none.
  private @Nullable MailInStore stored;

  Mailbox() {}

  /// Whether the first message is in memory.
  public boolean hasFirst() {
    return count > 0;
  }

  /// The number of messages.
  public int count() {
    return stored == null ? count : count + stored.count();
  }

  /// The bytes of all messages in memory, including their headers.
  public long bytes() {
    long bytes = 8L * (tail - head);
    return stored == null ? bytes : bytes + stored.behind.bytes();
  }

  /// The number of messages in memory.
  int countInMemory() {
    return stored == null ? count : count + stored.behind.countInMemory();
  }

  /// Forgets all messages.
  void clear() {
    if (stored != null) {
      stored.free();
      stored = null;
    }
    head = 0;
    tail = 0;
    count = 0;
  }

  /// Whether messages lie in a store.
  boolean isStored() {
    return stored != null;
  }

  /// The mailbox to which messages are appended.
  Mailbox last() {
    return stored == null ? this : stored.behind;
  }

  /// Moves all messages to `keeper`, but the first one if its handler is running. Returns their
  /// number and bytes.
  Taken store(ObjectKeeper keeper, boolean running) {
    MailInStore stored = this.stored;
    if (stored != null) {
      Mailbox behind = stored.behind;
      Taken taken = stored.take(behind.words, behind.memory, behind.head, behind.tail);
      behind.cut(behind.head, 0);
      return taken;
    }
    int from = running ? head + words(words, head) : head;
    if (from == tail) {
      return Taken.NONE;
    }
    stored = new MailInStore(keeper);
    Taken taken = stored.take(words, memory, from, tail);
    cut(from, running ? 1 : 0);
    this.stored = stored;
    return taken;
  }

  /// Leaves the messages before `end`, which are `left`, in an array of their size.
  private void cut(int end, int left) {
    var smaller = new long[Math.max(SMALL, end - head)];
    System.arraycopy(words, head, smaller, 0, end - head);
    tail = end - head;
    head = 0;
    words = smaller;
    memory = MemorySegment.ofArray(smaller);
    count = left;
  }

  /// Brings the next messages from the store, if no others are left in memory.
  Taken refill() {
    MailInStore stored = this.stored;
    if (stored == null || count > 0) {
      return Taken.NONE;
    }
    Taken taken = stored.bring(this);
    if (taken.messages() == 0) {
      Mailbox behind = stored.behind;
      words = behind.words;
      memory = behind.memory;
      head = behind.head;
      tail = behind.tail;
      count = behind.count;
    }
    if (stored.count() == 0 || taken.messages() == 0) {
      this.stored = null;
    }
    return taken;
  }

  /// Makes room for `words` words with `messages` messages behind the others, and returns where.
  int extend(int messages, int words) {
    grow(words);
    int at = tail;
    tail += words;
    count += messages;
    return at;
  }

  /// Messages that have gone to a store or have come back: their number, and the bytes of their
  /// payloads.
  record Taken(int messages, long payloads) {
    static final Taken NONE = new Taken(0, 0);
  }

  /// The words of the message at word `at`.
  static int words(long[] words, int at) {
    return HEADER + (int) (payload(words, at) + 7 >>> 3);
  }

  static long payload(long[] words, int at) {
    return words[at] >>> 16;
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
    return (int) words[head] & MailLayout.REQUEST_BITS;
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
    head += words(words, head);
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
      int request = (int) words[at] & MailLayout.REQUEST_BITS;
      int now = change.request(request, memory, 8L * (at + HEADER), payload);
      words[at] = payload << 16 | now;
      at += HEADER + (int) (payload + 7 >>> 3);
    }
  }

  void write(Writer out) {
    out.writeSize(count());
    MailInStore stored = this.stored;
    if (stored == null) {
      out.writeSize(tail - head);
      out.writeRaw(memory, 8L * head, 8L * (tail - head));
      return;
    }
    Mailbox behind = stored.behind;
    out.writeSize(Math.toIntExact((bytes() >> 3) + stored.words()));
    out.writeRaw(memory, 8L * head, 8L * (tail - head));
    stored.write(out);
    out.writeRaw(behind.memory, 8L * behind.head, 8L * (behind.tail - behind.head));
  }

  void read(Reader in) {
    int messages = in.readSize(8);
    int size = in.readSize(8);
    grow(size);
    in.readRaw(memory, 8L * tail, 8L * size);
    tail += size;
    count += messages;
  }

  /// The total bytes of all payloads in memory.
  long payloads() {
    long bytes = 0;
    for (int at = head; at < tail; ) {
      long payload = words[at] >>> 16;
      bytes += payload;
      at += HEADER + (int) (payload + 7 >>> 3);
    }
    return stored == null ? bytes : bytes + stored.behind.payloads();
  }
}
