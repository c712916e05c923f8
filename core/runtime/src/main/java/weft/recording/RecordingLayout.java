// SPDX-License-Identifier: Apache-2.0
package weft.recording;

/// The layout of the file in which one rank records. All numbers are words of 64 bits.
///
/// ```
/// 0         header, see the constants that begin with H_
/// STATS     for each of IDS names: count, nanoseconds, longest
/// BUCKETS   for each slice of the job's time: nanoseconds of each category
/// SIZES     messages of the program that were sent, by the logarithm of their bytes
/// GC        collections of this JVM: when, how long
/// SENT      a hash table by target and handler: key, messages, bytes
/// targets   for each rank: messages sent to it, their bytes
/// sources   for each rank: messages received from it, their bytes
/// waited    for each rank, and for none: nanoseconds waited for it
/// names     NAME_BYTES bytes of text: a line for each name, its id first
/// events    a ring of events of EVENT_WORDS words
/// ```
///
/// An event:
///
/// ```
/// word 0    when it began, on this rank's clock
/// word 1    nanoseconds 40 | messages less one 5 | name 11 | kind 8
/// word 2    bytes 48 | peer 16
/// word 3    its number: of the message between the two ranks, or of the collective operation
/// ```
///
/// Short messages of one handler between two ranks may share an event: their bytes are added, and
/// their numbers follow the first one's.
public final class RecordingLayout {
  /// The first word of each file.
  public static final long MAGIC = 0x5745_4654_5245_4333L;

  // The header.

  public static final int H_MAGIC = 0;
  public static final int H_RANK = 1;
  public static final int H_SIZE = 2;
  public static final int H_PID = 3;

  /// The identity of the rank's clock: equal on ranks that share one.
  public static final int H_CLOCK = 4;

  /// The begin of the recording, on the rank's clock and in wall-clock time.
  public static final int H_START = 5;

  public static final int H_START_MILLIS = 6;

  /// The time until which the time is accounted for.
  public static final int H_UNTIL = 7;

  /// One of the constants that begin with STATE_.
  public static final int H_STATE = 8;

  /// The number of events ever written, and the capacity of the ring.
  public static final int H_EVENTS = 9;

  public static final int H_CAPACITY = 10;

  /// The name of the current activity.
  public static final int H_CURRENT = 11;

  public static final int H_NAME_BYTES = 12;

  /// Nanoseconds of one bucket.
  public static final int H_BUCKET_NANOS = 13;

  /// Two comparisons with rank 0's clock: when, what to add, and the error.
  public static final int H_FIRST_CLOCK = 14;

  public static final int H_LAST_CLOCK = 17;

  /// The number of comparisons: 0, 1 or 2.
  public static final int H_CLOCKS = 20;

  /// The program's messages and payload bytes, as recorded.
  public static final int H_SENT = 21;

  public static final int H_RECEIVED = 22;
  public static final int H_SENT_BYTES = 23;
  public static final int H_RECEIVED_BYTES = 24;

  /// The total number of garbage collections.
  public static final int H_GCS = 25;

  /// Sends that found no place in the table of targets and handlers.
  public static final int H_SENT_LOST = 26;

  /// The rank for which the current activity waits, or −1.
  public static final int H_CURRENT_PEER = 27;

  /// [weft.Counters] at the rank's end, in their order.
  public static final int H_COUNTERS = 32;

  /// The one of them that counts the times that `trySend` found no room.
  public static final int H_REFUSED = H_COUNTERS + 11;

  /// When [weft.World#start] has returned, on the rank's clock; 0 before that.
  public static final int H_STARTED = 48;

  /// Nanoseconds since then for which the rank's thread wanted a core and had none; −1 if unknown.
  public static final int H_CORE_WAIT = 49;

  /// Nanoseconds since then for which the JVM's compilers worked.
  public static final int H_COMPILED = 50;

  /// Nanoseconds since then for which collections stopped this JVM.
  public static final int H_GC_NANOS = 51;

  /// The cores that the ranks of this machine share, and the number of these ranks.
  public static final int H_CORES = 52;

  public static final int H_BESIDE = 53;

  /// The identity of the rank's host.
  public static final int H_HOST = 54;

  /// Nanoseconds since the start of the rank for which its thread was on a core, for which all
  /// threads of its process were, and for which all cores of the machine were in use, by whomever;
  /// 0 or less if unknown.
  public static final int H_ON_CORE = 55;

  public static final int H_PROCESS = 56;
  public static final int H_MACHINE = 57;

  static final int HEADER = 64;

  public static final int STATE_RUNNING = 0;
  public static final int STATE_ENDED = 1;
  public static final int STATE_FAILED = 2;

  // Names.

  /// The maximum number of names.
  public static final int IDS = 2048;

  /// The body; no handler has this number.
  public static final int BODY = 0;

  /// What a rank does until [weft.World#start] returns; no handler has this number.
  public static final int STARTUP = 30;

  /// Tasks and the actions of completions; no handler has this number.
  public static final int TASKS = 31;

  /// Handlers from here on share the name [#OTHER_HANDLERS].
  public static final int MANY_HANDLERS = 768;

  /// Handlers of objects.
  public static final int FIRST_OBJECT_HANDLER = 768;

  public static final int LAST_OBJECT_HANDLER = 1022;

  /// All other handlers.
  public static final int OTHER_HANDLERS = 1023;

  /// Waits by call.
  public static final int FIRST_WAIT = 1024;

  public static final int LAST_WAIT = 1535;

  /// Collective operations by algorithm.
  public static final int FIRST_COLLECTIVE = 1536;

  public static final int LAST_COLLECTIVE = 2047;

  // Sections.

  public static final int STATS = HEADER;
  public static final int STAT_WORDS = 3;
  public static final int BUCKETS = STATS + STAT_WORDS * IDS;
  public static final int BUCKET_COUNT = 256;

  /// The categories of time.
  public static final int CATEGORIES = 6;

  public static final int CATEGORY_BODY = 0;
  public static final int CATEGORY_HANDLER = 1;
  public static final int CATEGORY_WAIT = 2;
  public static final int CATEGORY_COLLECTIVE = 3;
  public static final int CATEGORY_TASK = 4;
  public static final int CATEGORY_STARTUP = 5;

  public static final int SIZES = BUCKETS + BUCKET_COUNT * CATEGORIES;
  public static final int SIZE_COUNT = 48;
  public static final int GC = SIZES + SIZE_COUNT;
  public static final int GC_COUNT = 1024;
  public static final int SENT = GC + 2 * GC_COUNT;
  public static final int SENT_COUNT = 1024;
  public static final int SENT_WORDS = 3;
  public static final int TARGETS = SENT + SENT_WORDS * SENT_COUNT;
  public static final int NAME_BYTES = 1 << 16;
  public static final int EVENT_WORDS = 4;

  /// The maximum number of messages that can share an event.
  public static final int MOST_TOGETHER = 32;

  static final int MESSAGES_SHIFT = 19;

  // Kinds of events.

  public static final int HANDLER = 1;
  public static final int WAIT = 2;
  public static final int COLLECTIVE = 3;
  public static final int TASK = 4;
  public static final int SEND = 5;

  /// No rank, in 16 bits.
  public static final int NO_PEER = 0xFFFF;

  private RecordingLayout() {}

  /// The first word of the table of sources in a job of `size` ranks.
  public static int sources(int size) {
    return TARGETS + 2 * size;
  }

  /// The first word of the times waited, by rank.
  public static int waited(int size) {
    return sources(size) + 2 * size;
  }

  /// The first word of the names.
  public static int names(int size) {
    return waited(size) + size + 1;
  }

  /// The first word of the events.
  public static int events(int size) {
    return names(size) + NAME_BYTES / Long.BYTES;
  }

  /// The bytes of a whole file.
  public static long bytes(int size, long capacity) {
    return Long.BYTES * (events(size) + EVENT_WORDS * capacity);
  }

  /// The category of a name.
  public static int category(int id) {
    if (id == BODY) {
      return CATEGORY_BODY;
    }
    if (id == TASKS) {
      return CATEGORY_TASK;
    }
    if (id == STARTUP) {
      return CATEGORY_STARTUP;
    }
    return id < FIRST_WAIT
        ? CATEGORY_HANDLER
        : id < FIRST_COLLECTIVE ? CATEGORY_WAIT : CATEGORY_COLLECTIVE;
  }

  /// The name of the file of `rank`.
  public static String file(int rank) {
    return "rank-" + rank + ".rec";
  }
}
