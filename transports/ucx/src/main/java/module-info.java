// SPDX-License-Identifier: Apache-2.0
/// The transport over UCX. It calls the UCX library of the system through java.lang.foreign, so it
/// needs `--enable-native-access`. It requires the runtime transitively.
module weft.transport.ucx {
  requires transitive weft;
  requires weft.watch;
  requires static org.jspecify;

  exports weft.transport.ucx;

  provides weft.transport.TransportProvider with
      weft.transport.ucx.UcxProvider;
}
