// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.transport.JobVariables;
import weft.transport.Transport;
import weft.transport.job.TemporaryFolder;

/// Where the ranks of a job record.
///
/// @param folder the folder of their files
/// @param events how many events each keeps, a power of two; 0 for the usual number
/// @param last how many of these a report of a failure shows
/// @param home where ranks that do not see the folder deliver their files; empty where rank 0 takes
///   them
public record RecordingPlace(Path folder, long events, int last, String home) {
  /// What the files of all ranks take together, at most, where no number of events is set.
  private static final long ALL_BYTES = 256L << 20;

  private static final long MOST_EVENTS = 1 << 20;
  private static final long LEAST_EVENTS = 1 << 12;

  /// What the launcher's variables say; null where the job is not recorded.
  public static @Nullable RecordingPlace of(Map<String, String> settings) {
    String folder = settings.getOrDefault(JobVariables.RECORD, "");
    if (folder.isEmpty()) {
      return null;
    }
    String home = settings.getOrDefault(JobVariables.RECORD_HOME, "");
    return new RecordingPlace(Path.of(folder), events(settings), last(settings), home);
  }

  static long events(Map<String, String> settings) {
    long events = number(settings, JobVariables.RECORD_EVENTS);
    return events == 0 ? 0 : Long.highestOneBit(Math.clamp(events, 16, 1L << 28));
  }

  /// How many events are kept where only the last ones are shown.
  static long eventsFor(int last) {
    return Math.max(LEAST_EVENTS, 2L * Integer.highestOneBit(last));
  }

  static int last(Map<String, String> settings) {
    return Math.clamp(number(settings, JobVariables.LAST), 0, 10_000);
  }

  private static long number(Map<String, String> settings, String name) {
    String text = settings.getOrDefault(name, "");
    try {
      return text.isEmpty() ? 0 : Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new WeftException(name + " is \"" + text + "\"; it must be a whole number", e);
    }
  }

  /// The transport, made to record what is sent over it.
  public RecordedTransport over(Transport transport) {
    int size = transport.size();
    long usual =
        Math.clamp(
            Long.highestOneBit(ALL_BYTES / size / (8L * RecordingLayout.EVENT_WORDS)),
            LEAST_EVENTS,
            MOST_EVENTS);
    int rank = transport.rank();
    boolean near = Files.isDirectory(folder);
    RecordingDelivery delivery = near || home.isEmpty() ? null : RecordingDelivery.open(home, rank);
    Path here =
        near
            ? folder
            : delivery != null
                ? delivery.folder()
                : TemporaryFolder.untilExit(JobRecording.PURPOSE);
    long capacity = events > 0 ? events : usual;
    var recorder = Recorder.open(here, rank, size, capacity, transport.waits());
    return new RecordedTransport(transport, recorder, delivery);
  }
}
