// SPDX-License-Identifier: Apache-2.0
/// The transport over MPI: the only module of Weft with native calls. It requires the runtime
/// transitively.
module weft.transport.mpi {
  requires transitive weft;
  requires weft.watch;
  requires static org.jspecify;

  exports weft.transport.mpi;

  provides weft.transport.TransportProvider with
      weft.transport.mpi.MpiProvider;
}
