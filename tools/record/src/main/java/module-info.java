// SPDX-License-Identifier: Apache-2.0
/// Traces and reports of a run, made from the recordings of its ranks.
module weft.record {
  requires weft;
  requires weft.report;
  requires static org.jspecify;

  provides weft.recording.RecordingWriter with
      weft.record.ReportWriter,
      weft.record.TraceWriter;
}
