// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import weft.codec.Writer;

/// Writers that are used again and again. While a send waits for room handlers run, which may send
/// too: they end in the opposite order, so a stack will do.
final class ObjectWriters {
  private Writer[] writers = {new Writer(), new Writer(), new Writer(), new Writer()};
  private int taken;

  /// An empty writer, until [#give].
  Writer take() {
    if (taken == writers.length) {
      var more = new Writer[2 * taken];
      System.arraycopy(writers, 0, more, 0, taken);
      for (int i = taken; i < more.length; i++) {
        more[i] = new Writer();
      }
      writers = more;
    }
    return writers[taken++];
  }

  /// Gives back the writer that was taken last.
  void give() {
    writers[--taken].clear();
  }
}
