// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import weft.recording.Recorder;

/// Tasks and actions whose time is recorded.
final class RecordingTasks extends Tasks {
  private final Recorder recorder;

  RecordingTasks(
      CurrentContext context,
      CallChecks checks,
      Refusals refusals,
      Failures failures,
      DueWork due,
      Ledger ledger,
      Recorder recorder) {
    super(context, checks, refusals, failures, due, ledger);
    this.recorder = recorder;
  }

  @Override
  int runAll() throws Exception {
    long began = recorder.beforeTasks();
    int did = super.runAll();
    recorder.afterTasks(began, did);
    return did;
  }
}
