// SPDX-License-Identifier: Apache-2.0
/// Weft: active messages between the ranks of a parallel program, and the transport of threads.
// The modules named in qualified exports are built later, so the warning is suppressed.
@SuppressWarnings("module")
module weft {
  requires static transitive org.jspecify;
  requires java.management;
  // Without this module, no rank has events for Flight Recorder.
  requires static jdk.jfr;

  exports weft;
  exports weft.codec;
  exports weft.files;
  exports weft.transport;
  exports weft.transport.rings;
  exports weft.transport.host to
      weft.cli,
      weft.transport.mpi,
      weft.transport.tcp,
      weft.watch;
  exports weft.transport.job to
      weft.cli,
      weft.transport.mpi,
      weft.transport.shm,
      weft.transport.tcp,
      weft.transport.ucx,
      weft.watch;
  exports weft.recording to
      weft.cli,
      weft.mobile,
      weft.record,
      weft.testkit;
  exports weft.layer to
      weft.checkpoint,
      weft.collective,
      weft.linalg,
      weft.mobile,
      weft.outofcore,
      weft.overlap;
  exports weft.memory to
      weft.accelerate,
      weft.cli,
      weft.collective,
      weft.transport.mpi,
      weft.transport.shm,
      weft.transport.tcp,
      weft.transport.ucx,
      weft.testkit,
      weft.watch;
  exports weft.memory.span to
      weft.collective;

  uses weft.recording.RecordingWriter;
  uses weft.memory.Accelerator;
  uses weft.transport.TransportProvider;
}
