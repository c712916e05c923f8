// SPDX-License-Identifier: Apache-2.0
package weft.apps.outofcore;

import java.nio.file.Path;
import java.util.List;
import weft.options.Options;

/// The options of the command line.
///
/// @param bytes the sizes of the objects
/// @param cycles the cycles of each size
/// @param folder where the disk is
record PercolateOptions(List<Integer> bytes, int cycles, Path folder) {
  private static final String ABOUT =
      """
      percolate [options]

      Rank 0 is a server with a disk, the other ranks are engines. One object after the other rises
      from the disk to an engine, runs an empty handler there, comes back and sinks to the disk
      again (Table 10 of the DMCS paper). Beside the whole time stand those of the disk, of the
      same bytes on the wire, of Weft, and of a cycle by hand: file, put, handler, put, file.
      """;

  /// Parses a command line.
  ///
  /// @throws weft.options.OptionException if it is not valid
  static PercolateOptions parse(List<String> args) {
    var given = new Options("percolate", ABOUT, args);
    List<Integer> bytes =
        given.counts(
            "bytes N,N,...", "32,512,8192,32768,65536,1048576", 1, 1 << 28, "bytes of an object");
    int cycles = given.count("cycles N", 300, 1, 1_000_000, "cycles of each size");
    Path folder =
        given.read(
            "folder FOLDER",
            System.getProperty("java.io.tmpdir"),
            Path::of,
            "a folder on the disk; \"weft run --store\" names another one for the objects alone");
    given.end();
    return new PercolateOptions(bytes, cycles, folder);
  }

  /// The bytes of the largest object.
  int largest() {
    return bytes.stream().mapToInt(Integer::intValue).max().orElseThrow();
  }
}
