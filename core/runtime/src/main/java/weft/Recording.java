// SPDX-License-Identifier: Apache-2.0
package weft;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.transport.JobVariables;

/// The recording of a job, and the files written at its end. Both files need the jar `weft-record`
/// on the class path.
///
/// @param report a page that says where the time went, and why; null for none
/// @param trace a trace for ui.perfetto.dev; null for none
/// @param kept the folder in which the recording is kept, for `weft predict`; null for none
/// @param last the number of last events of each rank that are shown if the job fails or makes no
///   progress
public record Recording(
    @Nullable Path report, @Nullable Path trace, @Nullable Path kept, int last) {
  /// Nothing is recorded.
  public static final Recording NONE = new Recording(null, null, null, 0);

  /// Checks the number.
  public Recording {
    if (last < 0) {
      throw new WeftException("the number of the last events is " + last + "; give 0 or more");
    }
  }

  /// The same with a report in `file`.
  public Recording withReport(Path file) {
    return new Recording(file, trace, kept, last);
  }

  /// The same with a trace in `file`.
  public Recording withTrace(Path file) {
    return new Recording(report, file, kept, last);
  }

  /// The same with the recording kept in `folder`.
  public Recording withKept(Path folder) {
    return new Recording(report, trace, folder, last);
  }

  /// The same with the last `events` events of each rank in reports of failures.
  public Recording withLast(int events) {
    return new Recording(report, trace, kept, events);
  }

  /// The settings of a launcher.
  Map<String, String> variables() {
    var variables = new HashMap<String, String>();
    if (report != null) {
      variables.put(JobVariables.REPORT, report.toString());
    }
    if (trace != null) {
      variables.put(JobVariables.TRACE, trace.toString());
    }
    if (kept != null) {
      variables.put(JobVariables.RECORDING, kept.toString());
    }
    if (last > 0) {
      variables.put(JobVariables.LAST, Integer.toString(last));
    }
    return variables;
  }
}
