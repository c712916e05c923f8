// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import java.io.IOException;
import java.nio.file.Path;

/// Writes a report or a trace from the recordings of ranks; found by [java.util.ServiceLoader].
public interface RecordingWriter {
  /// The kind of file that it writes: the variable with which users request it.
  String variable();

  /// Writes `file` from the recording of `program` in `folder`.
  void write(Path folder, int ranks, String program, Path file) throws IOException;
}
