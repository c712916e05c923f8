// SPDX-License-Identifier: Apache-2.0
package weft.watch.probe;

import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// What came of one attempt to reach a host from another.
///
/// @param from the rank that tried
/// @param to the rank that listened
/// @param address the address that was used; empty if none led there
/// @param micros the time for 64 KB and an answer
/// @param fault null if all arrived
/// @param failed messages of the addresses that did not lead there, as in `10.0.0.1: no answer`
record PathResult(
    int from, int to, String address, long micros, @Nullable PathFault fault, String failed) {
  private static final String COLUMN = "\t";

  boolean isGood() {
    return fault == null;
  }

  String text() {
    return new StringJoiner(COLUMN)
        .add("" + from)
        .add("" + to)
        .add(address)
        .add("" + micros)
        .add(fault == null ? "" : fault.name())
        .add(failed.replace('\t', ' ').replace('\n', ' '))
        .toString();
  }

  static PathResult parse(String line) {
    String[] words = line.split(COLUMN, -1);
    return new PathResult(
        Integer.parseInt(words[0]),
        Integer.parseInt(words[1]),
        words[2],
        Long.parseLong(words[3]),
        words[4].isEmpty() ? null : PathFault.valueOf(words[4]),
        words[5]);
  }
}
