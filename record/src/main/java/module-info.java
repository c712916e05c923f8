// SPDX-License-Identifier: Apache-2.0
/// Traces and reports of what a run did, made of what its ranks have recorded.
module weft.record {
  requires weft;
  requires weft.report;
  requires static org.jspecify;

  provides weft.recording.RecordingWriter with
      weft.record.ReportWriter,
      weft.record.TraceWriter;
}
