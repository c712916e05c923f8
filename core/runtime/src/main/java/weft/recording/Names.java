// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import static weft.recording.RecordingLayout.*;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import weft.memory.Words;

/// The names in the file of one rank: of its handlers, those of its objects, waits and collective
/// operations.
final class Names {
  private record Key(String first, String second) {}

  private final MemorySegment file;
  private final long at;
  private final Map<Key, Integer> waits = new HashMap<>();
  private final Map<Key, Integer> collectives = new HashMap<>();
  private final Map<Key, Integer> objects = new HashMap<>();
  private final String[] added = new String[IDS];
  private int bytes;

  // The last wait, cached because most waits repeat.
  private String lastCall = "";
  private String lastName = "";
  private int lastId = -1;

  /// The names that begin at `at` in `file`.
  Names(MemorySegment file, long at) {
    this.file = file;
    this.at = at;
  }

  /// Names `id`, unless it has a name.
  void add(int id, String name) {
    if (name.equals(added[id])) {
      return;
    }
    added[id] = name;
    byte[] line = (id + "\t" + name.replace('\n', ' ') + "\n").getBytes(StandardCharsets.UTF_8);
    if (bytes + line.length <= NAME_BYTES) {
      MemorySegment.copy(MemorySegment.ofArray(line), 0, file, at + bytes, line.length);
      bytes += line.length;
      Words.setRelease(file, 8L * H_NAME_BYTES, bytes);
    }
  }

  /// The name of `id`.
  String text(int id) {
    String name = added[id];
    return name == null ? "number " + id : name;
  }

  /// The id of waits in `call` of `name`.
  @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // a fast check before the table lookup
  int wait(String call, String name) {
    if (lastId >= 0 && call == lastCall && name == lastName) {
      return lastId;
    }
    lastCall = call;
    lastName = name;
    lastId = find(waits, call, name, FIRST_WAIT, LAST_WAIT, name.isEmpty() ? "" : "\"");
    return lastId;
  }

  /// The id of a handler of objects.
  int objectHandler(String name, String type) {
    return find(objects, name + " of ", type, FIRST_OBJECT_HANDLER, LAST_OBJECT_HANDLER, "");
  }

  /// The id of a collective operation.
  int collective(String name, String algorithm) {
    return find(collectives, name + ", ", algorithm, FIRST_COLLECTIVE, LAST_COLLECTIVE, "");
  }

  private int find(
      Map<Key, Integer> known, String first, String second, int least, int most, String quote) {
    var key = new Key(first, second);
    Integer id = known.get(key);
    if (id == null) {
      int free = Math.min(least + known.size(), most);
      add(free, free == most ? "others" : first + quote + second + quote);
      known.put(key, free);
      return free;
    }
    return id;
  }
}
