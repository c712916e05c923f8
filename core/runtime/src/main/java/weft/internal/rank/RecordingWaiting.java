// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import weft.recording.Recorder;
import weft.transport.Transport;

/// Waits that are recorded.
final class RecordingWaiting extends Waiting {
  private final Recorder recorder;

  RecordingWaiting(Transport transport, Recorder recorder) {
    super(transport);
    this.recorder = recorder;
  }

  @Override
  public void begin(String call, String name, int target) {
    recorder.beginWait(call, name, target);
    super.begin(call, name, target);
  }

  @Override
  public void pause(int did) {
    recorder.goesOn();
    super.pause(did);
  }

  @Override
  public void end() {
    super.end();
    recorder.endWait();
  }
}
