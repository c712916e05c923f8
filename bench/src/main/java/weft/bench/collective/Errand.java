// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

/// Something that a rank does when its driver asks for it.
interface Errand {
  /// Does what `words`, the words of the line, ask, and returns the answer's line.
  String run(String[] words);
}
