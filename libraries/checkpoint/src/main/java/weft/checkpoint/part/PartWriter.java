// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint.part;

import java.io.IOException;
import weft.codec.Writer;

/// Takes what one part saves on one rank: a header, and entries that can be read one by one.
public interface PartWriter {
  /// Sets the header.
  void header(Writer header);

  /// Appends an entry.
  ///
  /// @param key a number by which a reader knows it
  /// @param kind a second one
  /// @param weight its part of the work, or 0
  /// @throws IOException if it cannot be written
  void entry(long key, int kind, double weight, Writer body) throws IOException;
}
