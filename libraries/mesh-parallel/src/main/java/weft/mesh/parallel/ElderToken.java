// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import java.util.ArrayDeque;
import weft.codec.Reader;
import weft.codec.Writer;

/// The one right to make the elder attempt, which region 0 gives to one region after the other.
final class ElderToken {
  /// The region that has it, or −1.
  private int holder = -1;

  private final ArrayDeque<Integer> waiting = new ArrayDeque<>();

  /// A region asks for it. Returns the region that gets it now, or −1.
  int asked(int region) {
    if (holder < 0) {
      holder = region;
      return region;
    }
    waiting.add(region);
    return -1;
  }

  /// Its holder gives it back. Returns the region that gets it now, or −1.
  int returned() {
    Integer next = waiting.poll();
    holder = next == null ? -1 : next;
    return holder;
  }

  /// Whether nobody has it or waits for it.
  boolean isFree() {
    return holder < 0 && waiting.isEmpty();
  }

  void write(Writer out) {
    out.writeInt(holder);
    out.writeInts(waiting.stream().mapToInt(it -> it).toArray());
  }

  void read(Reader in) {
    holder = in.readInt();
    for (int region : in.readInts()) {
      waiting.add(region);
    }
  }
}
