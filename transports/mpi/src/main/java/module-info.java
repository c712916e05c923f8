// SPDX-License-Identifier: Apache-2.0
/// The transport over MPI. It calls the MPI library through java.lang.foreign, so it needs
/// `--enable-native-access`. It requires the runtime transitively.
module weft.transport.mpi {
  requires transitive weft;
  requires weft.watch;
  requires static org.jspecify;

  exports weft.transport.mpi;

  provides weft.transport.TransportProvider with
      weft.transport.mpi.MpiProvider;
}
