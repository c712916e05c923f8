// SPDX-License-Identifier: Apache-2.0
package weft.bench.peers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.bench.harness.CommonOptions;
import weft.options.Options;

/// The options of `weft bench peers`.
///
/// @param rounds the number of counted slices of each figure
/// @param millis the length of a slice
/// @param kinds the kinds that are measured
/// @param json the file for the figures as JSON, or null
record PeersOptions(int rounds, int millis, List<PeerKind> kinds, @Nullable Path json) {
  static final String ABOUT =
      """
      Two processes that talk by Weft, Aeron, sockets, RMI and MPJ Express, in turn. Maven
      fetches the jars of Aeron. MPJ Express is measured where you name its folder.
      """;

  /// Parses the options.
  ///
  /// @throws weft.options.OptionException if they are not valid
  static PeersOptions of(Options given) {
    boolean quick = CommonOptions.quick(given);
    int rounds = CommonOptions.rounds(given, 15, 5);
    Path mpj =
        given.optional(
            "mpj FOLDER", PeersOptions::mpj, "where MPJ Express is unpacked; it has lib/mpj.jar");
    List<PeerKind> kinds =
        given.optional(
            "only A,B,…",
            only -> kinds(only, mpj),
            "measure these: weft, aeron, aeron-mtu, sockets, rmi, mpj");
    Path json = CommonOptions.json(given);
    given.end();
    return new PeersOptions(
        rounds, quick ? 10 : 25, kinds == null ? kinds(null, mpj) : kinds, json);
  }

  private static Path mpj(String folder) {
    Path path = Path.of(folder).toAbsolutePath();
    if (!Files.isRegularFile(path.resolve("lib/mpj.jar"))) {
      throw new IllegalArgumentException(
          "--mpj names no folder of MPJ Express: there is no file " + path.resolve("lib/mpj.jar"));
    }
    return path;
  }

  private static List<PeerKind> kinds(@Nullable String only, @Nullable Path mpj) {
    var known = new ArrayList<>(PeerKind.ALL);
    if (mpj != null) {
      known.add(PeerKind.mpj(mpj));
    }
    return only == null
        ? known
        : List.of(only.split(",")).stream().map(name -> kind(name, known)).toList();
  }

  private static PeerKind kind(String name, List<PeerKind> known) {
    for (PeerKind kind : known) {
      if (kind.name().equals(name)) {
        return kind;
      }
    }
    if (name.equals(PeerKind.MPJ)) {
      throw new IllegalArgumentException(
          "--only mpj needs --mpj FOLDER, the folder where MPJ Express is unpacked");
    }
    throw new IllegalArgumentException(
        "--only knows "
            + String.join(", ", known.stream().map(PeerKind::name).toList())
            + ", not "
            + name);
  }
}
