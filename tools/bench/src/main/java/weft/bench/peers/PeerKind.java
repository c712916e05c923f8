// SPDX-License-Identifier: Apache-2.0
package weft.bench.peers;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A way by which two JVMs talk, and what its program needs.
///
/// @param name its name in tables and for `--only`
/// @param sources its program, a class in `bench/peers/java`, and classes that only start it
/// @param artifacts the artifacts that Maven fetches, as `group:artifact:version`, with
///   `:classifier` or without
/// @param installed the folder of a library that Maven cannot fetch, or null
/// @param flags the options with which its JVMs must be started
/// @param arguments more arguments of its program
/// @param starts whether one process starts the other
record PeerKind(
    String name,
    List<String> sources,
    List<String> artifacts,
    @Nullable Path installed,
    List<String> flags,
    List<String> arguments,
    boolean starts) {
  private static final List<String> AERON = List.of("io.aeron:aeron-driver:1.51.0");

  /// Aeron's buffers look into the JDK's own.
  private static final List<String> OPENED =
      List.of("--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED");

  /// The name of MPJ Express, whose folder the user names.
  static final String MPJ = "mpj";

  /// All that need no folder, Weft first.
  static final List<PeerKind> ALL =
      List.of(
          weft(),
          aeron("aeron", "1408"),
          aeron("aeron-mtu", "65504"),
          plain("sockets", "SocketPeer"),
          plain("rmi", "RmiPeer"));

  /// Those of `weft bench wait`: how each waits decides what it costs.
  static final List<PeerKind> WAITING =
      List.of(
          weft(),
          aeron("aeron", "1408"),
          aeron("aeron-backoff", "1408", "backoff"),
          plain("sockets", "SocketPeer"));

  private static PeerKind weft() {
    List<String> two = List.of("--weft-ranks", "2", "--weft-transport", "shm");
    return new PeerKind("weft", List.of("WeftPeer"), List.of(), null, List.of(), two, true);
  }

  private static PeerKind aeron(String name, String... arguments) {
    return new PeerKind(name, List.of("AeronPeer"), AERON, null, OPENED, List.of(arguments), false);
  }

  private static PeerKind plain(String name, String program) {
    return new PeerKind(name, List.of(program), List.of(), null, List.of(), List.of(), false);
  }

  /// MPJ Express, unpacked at `folder`.
  static PeerKind mpj(Path folder) {
    return new PeerKind(
        MPJ, List.of("MpjPeer", "MpjStart"), List.of(), folder, List.of(), List.of(), false);
  }

  /// The class that is started.
  String program() {
    return sources.getFirst();
  }
}
