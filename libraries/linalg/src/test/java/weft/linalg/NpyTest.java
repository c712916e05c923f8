// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import weft.World;
import weft.testkit.WeftTest;

/// Files as numpy writes them, read and written by all ranks.
class NpyTest {
  private static final int ROWS = 7;
  private static final int COLUMNS = 11;

  /// A whole number, so that every type holds it.
  private static double at(long i, long j) {
    return 100 * i - 3 * j;
  }

  private static byte[] file(String type, boolean byColumns, String shape) {
    String text =
        "{'descr': '%s', 'fortran_order': %s, 'shape': (%s), }"
            .formatted(type, byColumns ? "True" : "False", shape);
    text += " ".repeat(63 - (10 + text.length()) % 64) + "\n";
    ByteOrder order = type.startsWith(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    ByteBuffer bytes = ByteBuffer.allocate(10 + text.length() + ROWS * COLUMNS * 8);
    bytes.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    bytes.order(ByteOrder.LITTLE_ENDIAN).putShort((short) text.length());
    bytes.put(text.getBytes(StandardCharsets.US_ASCII)).order(order);
    for (int k = 0; k < ROWS * COLUMNS; k++) {
      double value = byColumns ? at(k % ROWS, k / ROWS) : at(k / COLUMNS, k % COLUMNS);
      switch (type.substring(1)) {
        case "f4" -> bytes.putFloat((float) value);
        case "i4" -> bytes.putInt((int) value);
        case "i8" -> bytes.putLong((long) value);
        default -> bytes.putDouble(value);
      }
    }
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  /// Rank 0 writes; the others read after it.
  private static Path folder(Grid grid) {
    Path folder =
        Path.of(System.getProperty("java.io.tmpdir"), "weft-npy-" + ProcessHandle.current().pid());
    if (grid.isFirst()) {
      try {
        Files.createDirectories(folder);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
    return folder;
  }

  private static Path put(Grid grid, String name, byte[] bytes) {
    Path path = folder(grid).resolve(name);
    if (grid.isFirst()) {
      try {
        Files.write(path, bytes);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
    grid.ranks().all.barrier();
    return path;
  }

  @WeftTest(ranks = {1, 2, 4, 6})
  void everyTypeInBothOrders(World world) {
    double[] expected = Reference.fill(ROWS, COLUMNS, NpyTest::at);
    Reference.onEveryGrid(
        world,
        grid -> {
          for (String type :
              new String[] {"<f4", "<f8", "<i4", "<i8", ">f4", ">f8", ">i4", ">i8"}) {
            for (boolean byColumns : new boolean[] {false, true}) {
              Path path = put(grid, "a.npy", file(type, byColumns, ROWS + ", " + COLUMNS));
              for (int block : new int[] {1, 3, 64}) {
                try (DistributedMatrix a = grid.read(path, block)) {
                  assertThat(a.gatherAll()).as(type).isEqualTo(expected);
                }
              }
              grid.ranks().all.barrier();
            }
          }
          Path line = put(grid, "line.npy", file("<f8", false, "7,"));
          try (DistributedMatrix a = grid.read(line)) {
            assertThat(a.rows()).isEqualTo(7);
            assertThat(a.columns()).isEqualTo(1);
          }
        });
  }

  @WeftTest(ranks = {1, 4})
  void whatIsWrittenIsRead(World world) {
    Reference.onEveryGrid(
        world,
        grid -> {
          for (int[] shape : new int[][] {{0, 3}, {1, 1}, {13, 70}, {70, 13}}) {
            Path path = folder(grid).resolve("written.npy");
            try (DistributedMatrix a =
                    grid.matrix(shape[0], shape[1], 4, Elements.random(shape[0]));
                DistributedMatrix empty = grid.matrix(shape[0], shape[1])) {
              a.write(path);
              try (DistributedMatrix b = grid.read(path, 5)) {
                assertThat(b.gatherAll()).isEqualTo(a.gatherAll());
                assertThat(empty.rows()).isEqualTo(b.rows());
              }
            }
            grid.ranks().all.barrier();
          }
        });
  }

  @WeftTest(ranks = {1, 4})
  void brokenFilesAreSentences(World world) {
    Reference.onEveryGrid(
        world,
        grid -> {
          byte[] right = file("<f8", false, ROWS + ", " + COLUMNS);
          refuses(grid, Arrays.copyOf(right, right.length - 1), "is truncated: 7 × 11 elements");
          refuses(grid, Arrays.copyOf(right, 40), "it ends within its header, after 40 bytes");
          refuses(grid, Arrays.copyOf(right, 3), "it ends within its header, after 3 bytes");
          refuses(grid, new byte[200], "is no .npy file");
          refuses(grid, file("<c16", false, "2, 2"), "has elements of type <c16");
          refuses(grid, file("<f8", false, "2, 2, 2"), "has the shape (2, 2, 2)");
          refuses(
              grid,
              file("<f8", false, "4000000000, 4000000000"),
              "no file has 4000000000 × 4000000000 elements");
          byte[] version = right.clone();
          version[6] = 9;
          refuses(grid, version, "has version 9.0 of the .npy format");
          Path none = folder(grid).resolve("none.npy");
          assertThatThrownBy(() -> grid.read(none))
              .isInstanceOf(MatrixFileException.class)
              .hasMessageContaining("cannot be read: there is no such file");
          try (DistributedMatrix a = grid.matrix(2, 2)) {
            assertThatThrownBy(() -> a.write(none.resolve("x.npy")))
                .isInstanceOf(MatrixFileException.class)
                .hasMessageContaining("cannot be written");
          }
        });
  }

  private static void refuses(Grid grid, byte[] bytes, String sentence) {
    Path path = put(grid, "bad.npy", bytes);
    long used = grid.ranks().world().heap().used();
    assertThatThrownBy(() -> grid.read(path))
        .isInstanceOf(MatrixFileException.class)
        .hasMessageContaining(sentence);
    assertThat(grid.ranks().world().heap().used()).isEqualTo(used);
    grid.ranks().all.barrier();
  }
}
