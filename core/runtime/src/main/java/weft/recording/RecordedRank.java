// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import static weft.recording.RecordingLayout.*;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.memory.Words;

/// The recording of one rank, read from its file while the rank runs or after its death. Data that
/// the rank is just writing may be read half written.
public final class RecordedRank {
  private final MemorySegment file;
  private final int size;
  private final String[] names = new String[IDS];

  private RecordedRank(MemorySegment file) {
    this.file = file;
    this.size = (int) header(H_SIZE);
    readNames();
  }

  RecordedRank(Recorder recorder) {
    this(recorder.file());
  }

  /// Reads the file at `path`; null if there is none, or if it is damaged.
  public static @Nullable RecordedRank read(Path path) {
    if (!Files.exists(path)) {
      return null;
    }
    try (var file = new RandomAccessFile(path.toFile(), "r")) {
      MemorySegment memory =
          file.getChannel().map(FileChannel.MapMode.READ_ONLY, 0, file.length(), Arena.ofAuto());
      if (memory.byteSize() < 8L * RecordingLayout.events(1)
          || Words.getAcquire(memory, 8L * H_MAGIC) != MAGIC
          || memory.byteSize()
              != bytes((int) Words.get(memory, 8L * H_SIZE), Words.get(memory, 8L * H_CAPACITY))) {
        return null;
      }
      return new RecordedRank(memory);
    } catch (IOException e) {
      return null;
    }
  }

  /// All ranks that have left a file in `folder`, in their order.
  public static List<RecordedRank> readAll(Path folder, int ranks) {
    var all = new ArrayList<RecordedRank>();
    for (int rank = 0; rank < ranks; rank++) {
      RecordedRank read = read(folder.resolve(RecordingLayout.file(rank)));
      if (read != null) {
        all.add(read);
      }
    }
    return all;
  }

  private void readNames() {
    int bytes = (int) header(H_NAME_BYTES);
    byte[] text =
        file.asSlice(8L * names(size), Math.min(bytes, NAME_BYTES)).toArray(ValueLayout.JAVA_BYTE);
    for (String line : new String(text, StandardCharsets.UTF_8).split("\n")) {
      int tab = line.indexOf('\t');
      if (tab > 0) {
        int id = Integer.parseInt(line.substring(0, tab));
        if (id >= 0 && id < IDS) {
          names[id] = line.substring(tab + 1);
        }
      }
    }
  }

  /// A word of the file.
  public long word(int word) {
    return Words.get(file, 8L * word);
  }

  private long header(int word) {
    return word(word);
  }

  public int rank() {
    return (int) header(H_RANK);
  }

  /// The number of ranks in the job.
  public int size() {
    return size;
  }

  public long pid() {
    return header(H_PID);
  }

  /// The identity of its clock.
  public long clock() {
    return header(H_CLOCK);
  }

  /// The identity of its host.
  public long host() {
    return header(H_HOST);
  }

  /// Whether it has not recorded its end yet.
  public boolean isRunning() {
    return header(H_STATE) == STATE_RUNNING;
  }

  /// Whether it has ended without a failure.
  public boolean isEnded() {
    return header(H_STATE) == STATE_ENDED;
  }

  public long start() {
    return header(H_START);
  }

  /// When [weft.World#start] has returned; 0 before that.
  public long started() {
    return header(H_STARTED);
  }

  /// The time until which its time is accounted for.
  public long until() {
    return header(H_UNTIL);
  }

  /// The name of the current or last activity.
  public int current() {
    return (int) header(H_CURRENT);
  }

  /// The rank for which that activity waits, or −1.
  public int currentPeer() {
    return (int) header(H_CURRENT_PEER);
  }

  /// The name of `id`.
  public String name(int id) {
    String name = names[id];
    return name == null ? "number " + id : name;
  }

  // Sums.

  /// The number of runs of `id`.
  public long count(int id) {
    return word(STATS + STAT_WORDS * id);
  }

  /// The nanoseconds spent in `id` itself.
  public long nanos(int id) {
    return word(STATS + STAT_WORDS * id + 1);
  }

  /// The longest run of `id`, in nanoseconds.
  public long longest(int id) {
    return word(STATS + STAT_WORDS * id + 2);
  }

  /// The nanoseconds waited for `peer`, or for no particular rank if it is −1.
  public long waitedFor(int peer) {
    return word(waited(size) + peer + 1);
  }

  /// The nanoseconds of one bucket.
  public long bucketNanos() {
    return header(H_BUCKET_NANOS);
  }

  /// The nanoseconds of `category` in a bucket.
  public long load(int bucket, int category) {
    return word(BUCKETS + CATEGORIES * bucket + category);
  }

  /// The program's messages sent to `target`.
  public long sentTo(int target) {
    return word(TARGETS + 2 * target);
  }

  /// The bytes of these.
  public long bytesTo(int target) {
    return word(TARGETS + 2 * target + 1);
  }

  // Events.

  /// The total number of recorded events.
  public long events() {
    return header(H_EVENTS);
  }

  /// The first event that is still in the ring.
  public long firstEvent() {
    return Math.max(0, events() - header(H_CAPACITY));
  }

  /// A new reader of its events.
  public EventReader reader() {
    return new EventReader(file, 8L * RecordingLayout.events(size), header(H_CAPACITY));
  }
}
