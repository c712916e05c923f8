// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import weft.recording.JobRecording;
import weft.recording.RecordingWriter;

/// The recording of a job that `weft run` starts, if the user requested one.
final class RunRecording implements AutoCloseable {
  private final @Nullable JobRecording recording;
  private final Map<String, String> variables;

  private RunRecording(@Nullable JobRecording recording, Map<String, String> variables) {
    this.recording = recording;
    this.variables = variables;
  }

  /// Opens the recording before the ranks start with `environment`.
  ///
  /// @param around the environment of this process
  /// @throws weft.WeftException if a file could not be written
  static RunRecording open(
      Map<String, String> around, Map<String, String> environment, int ranks, PrintStream err) {
    var settings = new HashMap<>(around);
    settings.putAll(environment);
    String program = environment.getOrDefault(weft.transport.JobVariables.PROGRAM, "");
    JobRecording recording = JobRecording.open(settings, ranks, program, err);
    var variables = new HashMap<>(environment);
    if (recording != null) {
      variables.putAll(recording.variables());
    }
    return new RunRecording(recording, variables);
  }

  static boolean isWanted(Map<String, String> settings) {
    return JobRecording.isWanted(settings);
  }

  /// The variables for the environment of the ranks.
  Map<String, String> variables() {
    return variables;
  }

  /// Records that the job ended with this exit code.
  void ended(int code) {
    if (recording != null && code != 0) {
      recording.failed();
    }
  }

  @Override
  public void close() {
    if (recording != null) {
      recording.close();
    }
  }

  /// The jars that write recordings, and all jars that they need.
  static List<Path> classPath() {
    var classes = new ArrayList<Class<?>>();
    ServiceLoader.load(RecordingWriter.class).stream().forEach(it -> classes.add(it.type()));
    return new ArrayList<>(ClassPaths.withRequired(ClassPaths.of(classes)));
  }
}
