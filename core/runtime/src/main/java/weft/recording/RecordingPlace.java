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

/// The folder and the settings of a job's recording.
///
/// @param folder the folder of their files
/// @param events the number of events that each rank keeps, a power of two; 0 for the default
/// @param last the number of events that a report of a failure shows
/// @param home the address to which ranks that cannot read the folder deliver their files; empty if
///   rank 0 receives them
public record RecordingPlace(Path folder, long events, int last, String home) {
  /// The maximum size of the files of all ranks together, if no number of events is set.
  private static final long ALL_BYTES = 256L << 20;

  private static final long MOST_EVENTS = 1 << 20;
  private static final long LEAST_EVENTS = 1 << 12;

  /// The place of the launcher's variables; null if the job is not recorded.
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

  /// The number of events that are kept if only the last ones are shown.
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

  /// Wraps a transport so that it records all sends.
  public RecordedTransport over(Transport transport) {
    int size = transport.size();
    long wanted =
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
    long capacity = events > 0 ? events : wanted;
    var recorder = Recorder.open(here, rank, size, capacity, transport.waits());
    return new RecordedTransport(transport, recorder, delivery);
  }
}
