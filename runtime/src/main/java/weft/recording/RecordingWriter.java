// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import java.io.IOException;
import java.nio.file.Path;

/// Makes of what ranks have recorded what people look at; found by [java.util.ServiceLoader].
public interface RecordingWriter {
  /// Which kind of file it writes: the variable by which users ask for it.
  String variable();

  /// Writes `file` from the recording of `program` in `folder`.
  void write(Path folder, int ranks, String program, Path file) throws IOException;
}
