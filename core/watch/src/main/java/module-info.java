// SPDX-License-Identifier: Apache-2.0
/// Code shared by transports whose ranks are processes, on one host or on several. With it the
/// ranks connect to each other, and detect a lost rank. It is for transports, not for programs.
// The module named in a qualified export is built later, so the warning is suppressed.
@SuppressWarnings("module")
module weft.watch {
  requires transitive weft;
  requires static org.jspecify;
  requires jdk.net;

  exports weft.watch;
  exports weft.watch.network;
  exports weft.watch.probe to
      weft.cli,
      weft.transport.tcp;
}
