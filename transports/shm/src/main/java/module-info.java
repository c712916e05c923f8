// SPDX-License-Identifier: Apache-2.0
/// The transport between processes of one machine. It requires the runtime transitively.
module weft.transport.shm {
  requires transitive weft;
  requires static org.jspecify;

  exports weft.transport.shm;

  provides weft.transport.TransportProvider with
      weft.transport.shm.ShmProvider;
}
