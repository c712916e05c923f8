// SPDX-License-Identifier: Apache-2.0
/// Traces and reports of a run, made from the recordings of its ranks.
// The module named in the qualified export is built later, so the warning is suppressed.
@SuppressWarnings("module")
module weft.record {
  requires weft;
  requires weft.report;
  requires static org.jspecify;

  exports weft.record.reading to
      weft.cli;

  provides weft.recording.RecordingWriter with
      weft.record.ReportWriter,
      weft.record.TraceWriter,
      weft.record.reading.KeptRecording;
}
