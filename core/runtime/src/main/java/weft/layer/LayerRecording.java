// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import java.nio.file.Path;
import weft.recording.Recorder;

/// The recording of a rank, for one of Weft's own libraries.
public final class LayerRecording {
  private final Recorder recorder;

  LayerRecording(Recorder recorder) {
    this.recorder = recorder;
  }

  /// The folder and settings of the job's recording, as far as this rank sees them.
  public Path folder() {
    return recorder.folder();
  }

  /// The number of a collective operation by name and algorithm, for [#begin].
  public int operation(String name, String algorithm) {
    return recorder.collectiveId(name, algorithm);
  }

  /// The number of a handler of objects by its name and the type of its objects, for [#running].
  public int handler(String handler, String type) {
    return recorder.objectHandlerId(handler, type);
  }

  /// Called in a step of a recorded job, before a handler of an object runs.
  public void running(int id) {
    recorder.objectHandler(id);
  }

  /// Records the begin of an operation on this rank, and returns its time.
  public long begin(int id) {
    return recorder.beginCollective(id);
  }

  /// Records the end of an operation. `number` is the same on all participating ranks, and unique
  /// to the operation.
  public void end(int id, long began, long bytes, long number) {
    recorder.endCollective(id, began, bytes, number);
  }
}
