// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective.rank;

/// Something that a rank does when its driver asks for it.
public interface Errand {
  /// Does what `words`, the words of the line, ask, and returns the answer's line.
  String run(String[] words);
}
