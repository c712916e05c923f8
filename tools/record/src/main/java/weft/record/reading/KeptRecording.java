// SPDX-License-Identifier: Apache-2.0
package weft.record.reading;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import weft.files.OutputFile;
import weft.recording.JobRecording;
import weft.recording.RecordedRank;
import weft.recording.RecordingLayout;
import weft.recording.RecordingWriter;
import weft.transport.JobVariables;

/// Keeps the recording of a job: the files of its ranks, and beside them a file `job` with the
/// number of ranks, the program, and a checksum of each file and of itself.
public final class KeptRecording implements RecordingWriter {
  private static final String RANKS = "ranks ";
  private static final String PROGRAM = "program ";
  private static final String FILE = "rank ";
  private static final String CHECKSUM = "checksum ";
  private static final int MOST_RANKS = 1 << 16;
  private static final String HEAD = "weft-recording 3";

  /// Called by the service loader.
  public KeptRecording() {}

  @Override
  public String variable() {
    return JobVariables.RECORDING;
  }

  @Override
  public void write(Path folder, int ranks, String program, Path file) throws IOException {
    var text = new StringBuilder(HEAD).append('\n');
    text.append(RANKS).append(ranks).append('\n');
    text.append(PROGRAM).append(program.replace('\n', ' ')).append('\n');
    for (int rank = 0; rank < ranks; rank++) {
      String name = RecordingLayout.file(rank);
      Path from = folder.resolve(name);
      Path to = file.resolveSibling(name);
      if (Files.exists(from)) {
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
        text.append(FILE).append(rank).append(' ').append(checksum(to)).append('\n');
      } else {
        Files.deleteIfExists(to);
      }
    }
    OutputFile.write(file, text + CHECKSUM + checksum(text.toString()) + "\n");
  }

  /// The bytes of a file, and a CRC-32C of them.
  private static String checksum(Path file) throws IOException {
    var crc = new CRC32C();
    long bytes = 0;
    try (InputStream in = Files.newInputStream(file)) {
      byte[] part = new byte[1 << 16];
      for (int read = in.read(part); read >= 0; read = in.read(part)) {
        crc.update(part, 0, read);
        bytes += read;
      }
    }
    return bytes + " " + Long.toHexString(crc.getValue());
  }

  private static String checksum(String text) {
    var crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(crc.getValue());
  }

  /// A recording that was kept.
  ///
  /// @param program the program and its arguments
  /// @param ranks the number of ranks of the job
  /// @param recorded the ranks that left a recording
  public record Kept(String program, int ranks, List<RecordedRank> recorded) {
    /// The ranks that failed, or ended without saying so.
    public List<Integer> failed() {
      return recorded.stream().filter(rank -> !rank.isEnded()).map(RecordedRank::rank).toList();
    }
  }

  /// Reads a kept recording.
  ///
  /// @throws IllegalArgumentException with a sentence if `folder` has none, or another version's,
  ///   or one that is damaged
  public static Kept read(Path folder) {
    List<String> lines = describing(folder);
    if (lines.isEmpty() || !lines.getFirst().equals(HEAD)) {
      throw new IllegalArgumentException(
          "the recording in "
              + folder
              + " is of another version, or its file job is damaged; run the program again with"
              + " --record "
              + folder);
    }
    int last = lines.size() - 1;
    String text = String.join("\n", lines.subList(0, last)) + "\n";
    int ranks = 0;
    boolean isWhole = last >= 3 && lines.get(last).equals(CHECKSUM + checksum(text));
    if (isWhole) {
      ranks = Integer.parseInt(lines.get(1).substring(RANKS.length()));
    }
    if (ranks < 1 || ranks > MOST_RANKS) {
      throw damaged(folder, "the file job does not have its checksum");
    }
    Map<Integer, String> sums = new HashMap<>();
    for (String line : lines.subList(3, last)) {
      String[] words = line.substring(FILE.length()).split(" ", 2);
      sums.put(Integer.parseInt(words[0]), words[1]);
    }
    List<RecordedRank> recorded = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      recorded.add(rank(folder, rank, ranks, sums.get(rank)));
    }
    return new Kept(lines.get(2).substring(PROGRAM.length()), ranks, recorded);
  }

  private static List<String> describing(Path folder) {
    Path file = folder.resolve(JobRecording.KEPT_FILE);
    try {
      return Files.readAllLines(file);
    } catch (CharacterCodingException e) {
      throw damaged(folder, "the file job is no text");
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "there is no recording in " + folder + "; weft run --record " + folder + " … makes one",
          e);
    }
  }

  /// The recording of one rank, which must be as it was written.
  private static RecordedRank rank(Path folder, int rank, int ranks, @Nullable String sum) {
    if (sum == null) {
      throw new IllegalArgumentException(
          "the recording in %s has no file of rank %d, which ended without one; without it, it cannot be replayed"
              .formatted(folder, rank));
    }
    Path file = folder.resolve(RecordingLayout.file(rank));
    String found;
    try {
      found = checksum(file);
    } catch (IOException e) {
      throw damaged(
          folder, "the file of rank " + rank + ", " + file.getFileName() + ", is missing");
    }
    RecordedRank recorded = found.equals(sum) ? RecordedRank.read(file) : null;
    if (recorded == null || recorded.rank() != rank || recorded.size() != ranks) {
      throw damaged(
          folder,
          "the file of rank " + rank + ", " + file.getFileName() + ", does not have its checksum");
    }
    return recorded;
  }

  private static IllegalArgumentException damaged(Path folder, String why) {
    return new IllegalArgumentException(
        "the recording in %s is damaged: %s; copy it again, or run the program again with --record %s"
            .formatted(folder, why, folder));
  }
}
