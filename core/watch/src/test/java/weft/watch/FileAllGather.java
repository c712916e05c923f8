// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// An [AllGather] between processes that share a folder.
final class FileAllGather implements AllGather {
  private final Path folder;
  private final int rank;
  private final int size;
  private int round;

  FileAllGather(Path folder, int rank, int size) {
    this.folder = folder;
    this.rank = rank;
    this.size = size;
  }

  @Override
  public byte[][] allGather(byte[] mine) {
    try {
      write(file(rank), mine);
      var all = new byte[size][];
      for (int i = 0; i < size; i++) {
        while (!Files.exists(file(i))) {
          Thread.sleep(5);
        }
        all[i] = Files.readAllBytes(file(i));
      }
      round++;
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Path file(int rank) {
    return folder.resolve("round-" + round + "-" + rank);
  }

  /// Writes a file that is there as a whole or not at all.
  static void write(Path file, byte[] bytes) throws IOException {
    Path half = file.resolveSibling(file.getFileName() + ".half");
    Files.write(half, bytes);
    Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
