// SPDX-License-Identifier: Apache-2.0
package weft.bench.peers;

import java.util.List;

/// A way by which two JVMs talk, and what its program needs.
///
/// @param name what tables and `--only` call it
/// @param program its program, a class in `bench/peers/java`
/// @param artifacts what Maven is asked for, as `group:artifact:version`
/// @param flags what its JVMs must be started with
/// @param arguments more arguments of its program
/// @param starts whether one process starts the other by itself
record PeerKind(
    String name,
    String program,
    List<String> artifacts,
    List<String> flags,
    List<String> arguments,
    boolean starts) {
  private static final List<String> AERON = List.of("io.aeron:aeron-driver:1.51.0");

  private static final List<String> PEKKO = List.of("org.apache.pekko:pekko-remote_2.13:1.7.0");

  /// Aeron's buffers look into the JDK's own.
  private static final List<String> OPENED =
      List.of("--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED");

  /// All that are known, Weft first.
  static final List<PeerKind> ALL =
      List.of(
          new PeerKind("weft", "WeftPeer", List.of(), List.of(), List.of(), true),
          aeron("aeron", "1408"),
          aeron("aeron-mtu", "65504"),
          new PeerKind("sockets", "SocketPeer", List.of(), List.of(), List.of(), false),
          new PeerKind("rmi", "RmiPeer", List.of(), List.of(), List.of(), false),
          new PeerKind("pekko", "PekkoPeer", PEKKO, List.of(), List.of(), false));

  private static PeerKind aeron(String name, String mtu) {
    return new PeerKind(name, "AeronPeer", AERON, OPENED, List.of(mtu), false);
  }
}
