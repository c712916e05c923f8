// SPDX-License-Identifier: Apache-2.0
package weft.record.reading;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import weft.files.OutputFile;
import weft.recording.JobRecording;
import weft.recording.RecordedRank;
import weft.recording.RecordingLayout;
import weft.recording.RecordingWriter;
import weft.transport.JobVariables;

/// Keeps the recording of a job: the files of its ranks, and beside them a file `job` with the
/// number of ranks and the program.
public final class KeptRecording implements RecordingWriter {
  private static final String HEAD = "weft-recording 2";

  /// Called by the service loader.
  public KeptRecording() {}

  @Override
  public String variable() {
    return JobVariables.RECORDING;
  }

  @Override
  public void write(Path folder, int ranks, String program, Path file) throws IOException {
    for (int rank = 0; rank < ranks; rank++) {
      String name = RecordingLayout.file(rank);
      Path from = folder.resolve(name);
      Path to = file.resolveSibling(name);
      if (Files.exists(from)) {
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
      } else {
        Files.deleteIfExists(to);
      }
    }
    OutputFile.write(file, HEAD + "\nranks " + ranks + "\nprogram " + program + "\n");
  }

  /// A recording that was kept.
  ///
  /// @param program the program and its arguments
  /// @param ranks the number of ranks of the job
  /// @param recorded the ranks that left a recording
  public record Kept(String program, int ranks, List<RecordedRank> recorded) {}

  /// Reads a kept recording.
  ///
  /// @throws IllegalArgumentException with a sentence if `folder` has none, or another version's
  public static Kept read(Path folder) {
    List<String> lines;
    try {
      lines = Files.readAllLines(folder.resolve(JobRecording.KEPT_FILE));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "there is no recording in " + folder + "; weft run --record " + folder + " … makes one",
          e);
    }
    if (lines.size() < 3 || !lines.getFirst().equals(HEAD)) {
      throw new IllegalArgumentException(
          "the recording in "
              + folder
              + " is of another version; run the program again with --record "
              + folder);
    }
    int ranks = Integer.parseInt(lines.get(1).substring("ranks ".length()));
    String program = lines.get(2).substring("program ".length());
    List<RecordedRank> recorded = RecordedRank.readAll(folder, ranks);
    if (recorded.size() < ranks) {
      throw new IllegalArgumentException(
          "the recording in %s has %d of %d ranks; without the others it cannot be replayed"
              .formatted(folder, recorded.size(), ranks));
    }
    return new Kept(program, ranks, recorded);
  }
}
