// SPDX-License-Identifier: Apache-2.0
/// What transports share whose ranks are processes, on one host or on several: how they find each
/// other, and how they notice that one is lost. For transports, not for programs.
module weft.watch {
  requires transitive weft;
  requires static org.jspecify;
  requires jdk.net;

  exports weft.watch;
}
