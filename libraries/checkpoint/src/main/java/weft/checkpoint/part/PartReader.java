// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint.part;

import java.io.IOException;
import java.util.Map;
import weft.codec.Reader;

/// What one part has saved on all ranks.
public interface PartReader {
  /// The number of ranks that have saved.
  int ranks();

  /// What the program had registered: [CheckpointPart#shapes].
  Map<String, String> shapes();

  /// The header of rank `rank`.
  ///
  /// @throws IOException if it cannot be read
  Reader header(int rank) throws IOException;

  /// The entries of rank `rank`.
  ///
  /// @throws IOException if they cannot be read
  SavedEntries entries(int rank) throws IOException;

  /// The body of an entry.
  ///
  /// @throws IOException if it cannot be read, or is damaged
  Reader read(int rank, int entry) throws IOException;
}
