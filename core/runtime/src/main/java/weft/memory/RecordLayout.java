// SPDX-License-Identifier: Apache-2.0
package weft.memory;

/// The layout of one record: a header word, then the payload, padded to whole words.
///
/// ```
///  63                             32 31      24 23      16 15               0
/// +---------------------------------+----------+----------+------------------+
/// | payload, bytes                  | flags    | kind     | handler          |  word 0
/// +---------------------------------+----------+----------+------------------+
/// | payload: the words of an rsr1 … rsr4, or bytes padded to whole words     |  word 1 …
/// +--------------------------------------------------------------------------+
/// ```
///
/// A header is never 0, so a zero word where the next record will begin means "not yet written".
/// The source is not in the record: a record is read from its source's own ring.
public final class RecordLayout {
  /// A request of 0 words; [#RSR0] + k is one of k words, for k up to 4.
  public static final int RSR0 = 1;

  /// A request with a payload that fits one record.
  public static final int RSRN = 6;

  /// The first fragment of a large payload: its first word is the length of the whole, in bytes.
  public static final int FIRST = 7;

  /// A later fragment of a large payload.
  public static final int MORE = 8;

  /// Has no meaning. The reader skips it, so that a record never wraps around the ring's end.
  public static final int PAD = 9;

  /// Announces a payload that travels beside the records. Its first word is its length, in bytes.
  /// Its second is 1 when the source waits for an acknowledgement. For a put there is a third: the
  /// payload's place in the target's heap.
  public static final int BULK = 10;

  /// The bytes of an announcement.
  public static final int ANNOUNCED = 16;

  /// The bytes of an announcement of a put.
  public static final int ANNOUNCED_PUT = 24;

  /// Flag: the source waits for an acknowledgement that the record was taken.
  public static final int SYNC = 1;

  /// The bytes of the header.
  public static final int HEADER = 8;

  /// The largest handler number.
  public static final int MAX_HANDLER = 0xFFFF;

  private static final int KIND_SHIFT = 16;
  private static final int FLAGS_SHIFT = 24;
  private static final int PAYLOAD_SHIFT = 32;

  private RecordLayout() {}

  /// The header of a record.
  public static long header(int kind, int handler, int payload) {
    return (long) payload << PAYLOAD_SHIFT | (long) kind << KIND_SHIFT | handler;
  }

  /// The header whose lower half, all but the payload's length, is this.
  public static long header(int lower, int payload) {
    return (long) payload << PAYLOAD_SHIFT | Integer.toUnsignedLong(lower);
  }

  /// The same header with the flag [#SYNC].
  public static long sync(long header) {
    return header | (long) SYNC << FLAGS_SHIFT;
  }

  /// The handler's number.
  public static int handler(long header) {
    return (int) header & MAX_HANDLER;
  }

  /// The kind, [#RSR0] to [#BULK].
  public static int kind(long header) {
    return (int) header >>> KIND_SHIFT & 0xFF;
  }

  /// The number of words of a request of words, or −1 for every other record.
  public static int words(long header) {
    int words = kind(header) - RSR0;
    return words < RSRN - RSR0 ? words : -1;
  }

  /// Whether the source waits for an acknowledgement.
  public static boolean isSync(long header) {
    return (header & (long) SYNC << FLAGS_SHIFT) != 0;
  }

  /// The payload's length in bytes.
  public static int payload(long header) {
    return (int) (header >>> PAYLOAD_SHIFT);
  }

  /// The bytes that the record takes in a ring.
  public static int length(long header) {
    return HEADER + ((payload(header) + 7) & -8);
  }

  /// The bytes that a record with a payload of `payload` bytes takes in a ring.
  public static int lengthOf(int payload) {
    return HEADER + ((payload + 7) & -8);
  }
}
