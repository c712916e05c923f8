// SPDX-License-Identifier: Apache-2.0
/// The weft command line.
module weft.cli {
  requires weft;
  requires weft.checkpoint;
  requires weft.collective;
  requires weft.model;
  requires weft.record;
  requires weft.report;
  requires weft.transport.mpi;
  requires weft.transport.shm;
  requires weft.transport.tcp;
  requires weft.transport.ucx;
  requires weft.watch;
  requires info.picocli;
  requires java.management;
  requires jdk.compiler;
  requires jdk.management;
  requires tools.jackson.databind;
  requires static org.jspecify;

  uses weft.cli.Extension;
  uses weft.recording.RecordingWriter;
  uses weft.memory.Accelerator;
  uses weft.transport.TransportProvider;

  opens weft.cli to
      info.picocli;
  opens weft.cli.checkpoint to
      info.picocli;
  opens weft.cli.doctor to
      info.picocli;
  opens weft.cli.jobs to
      info.picocli;
  opens weft.cli.predict to
      info.picocli;
  opens weft.cli.project to
      info.picocli;
}
