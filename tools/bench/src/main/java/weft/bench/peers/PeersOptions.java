// SPDX-License-Identifier: Apache-2.0
package weft.bench.peers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.bench.harness.BenchArguments;

/// The options of `weft bench peers`.
///
/// @param rounds the number of counted slices of each figure
/// @param millis the length of a slice
/// @param kinds the kinds that are measured
/// @param json the file for the figures as JSON, or null
record PeersOptions(int rounds, int millis, List<PeerKind> kinds, @Nullable Path json) {
  static final String HELP =
      """
      Usage: weft bench peers [OPTIONS]
      Two processes that talk by Weft, Aeron, sockets, RMI, PCJ, Pekko and MPJ Express, in
      turn. Maven fetches the jars of Aeron, PCJ and Pekko. MPJ Express is measured where you
      name its folder.

        --rounds N      how many slices of each figure (15, quick 5)
        --quick         fewer and shorter slices
        --only A,B,…    measure these: weft, aeron, aeron-mtu, sockets, rmi, pcj,
                        pekko, mpj
        --mpj FOLDER    where MPJ Express is unpacked; it has lib/mpj.jar
        --json FILE     also write the figures to this file
        --help          this help
      """;

  /// Reads the options, or returns null if only help was requested.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  static @Nullable PeersOptions of(String... args) {
    boolean quick = List.of(args).contains("--quick");
    int rounds = quick ? 5 : 15;
    String only = null;
    Path mpj = null;
    Path json = null;
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--quick" -> {}
        case "--rounds" -> rounds = number(args, ++i);
        case "--only" -> only = value(args, ++i);
        case "--mpj" -> mpj = mpj(value(args, ++i));
        case "--json" -> json = BenchArguments.checked("--json", Path.of(value(args, ++i)));
        case "--help", "-h" -> {
          return null;
        }
        default ->
            throw new IllegalArgumentException(
                "there is no option " + args[i] + "; the options are\n" + HELP);
      }
    }
    return new PeersOptions(rounds, quick ? 10 : 25, kinds(only, mpj), json);
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

  private static String value(String[] args, int at) {
    if (at >= args.length) {
      throw new IllegalArgumentException("the option " + args[at - 1] + " needs a value after it");
    }
    return args[at];
  }

  private static int number(String[] args, int at) {
    try {
      int number = Integer.parseInt(value(args, at));
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The sentence below says it.
    }
    throw new IllegalArgumentException(
        "the option " + args[at - 1] + " needs a whole number above 0, not " + args[at]);
  }
}
