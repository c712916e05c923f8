// SPDX-License-Identifier: Apache-2.0
/// The transport over TCP, for several hosts without MPI. It needs nothing but the JDK. It requires
/// the runtime transitively.
module weft.transport.tcp {
  requires transitive weft;
  requires weft.watch;
  requires static org.jspecify;

  exports weft.transport.tcp;

  provides weft.transport.TransportProvider with
      weft.transport.tcp.TcpProvider;
}
