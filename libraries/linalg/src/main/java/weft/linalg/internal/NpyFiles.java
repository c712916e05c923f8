// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.collective.Operator;
import weft.files.FileException;
import weft.files.InputFile;
import weft.files.PartFile;
import weft.files.Quoted;
import weft.linalg.MatrixFileException;
import weft.linalg.kernel.Tile;

/// Reads and writes matrices as .npy files. Each rank accesses its own parts directly in the file.
public final class NpyFiles {
  private static final Codec<String> TEXT = Codecs.of(String.class);

  private NpyFiles() {}

  /// A step that may fail on one rank alone.
  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }

  /// The matrix of a file that all ranks can access, in blocks of the default size.
  public static CyclicMatrix read(ProcessGrid grid, Path path) {
    NpyHeader header = header(grid, path);
    int block = DefaultBlocking.block(header.rows(), header.columns(), grid.rows(), grid.columns());
    return read(grid, path, header, block);
  }

  /// The matrix of a file that all ranks can access.
  public static CyclicMatrix read(ProcessGrid grid, Path path, int block) {
    return read(grid, path, header(grid, path), block);
  }

  private static NpyHeader header(ProcessGrid grid, Path path) {
    NpyHeader[] found = new NpyHeader[1];
    together(
        grid,
        path,
        "read",
        () -> {
          try (FileChannel file = InputFile.open(path)) {
            found[0] = NpyHeader.read(file, shown(path));
          }
        });
    NpyHeader header = found[0];
    long[] shape = {header.rows(), -header.rows(), header.columns(), -header.columns()};
    grid.all.allreduce(shape, Operator.MAX);
    if (shape[0] != -shape[1] || shape[2] != -shape[3]) {
      throw new MatrixFileException(
          shown(path) + " is not the same file for all ranks; put it where all hosts see it");
    }
    return header;
  }

  private static CyclicMatrix read(ProcessGrid grid, Path path, NpyHeader header, int block) {
    CyclicMatrix matrix = new CyclicMatrix(grid, header.rows(), header.columns(), block);
    try {
      together(
          grid,
          path,
          "read",
          () -> {
            try (FileChannel file = InputFile.open(path)) {
              read(matrix, header, file, path);
            }
          });
    } catch (MatrixFileException e) {
      matrix.close();
      throw e;
    }
    return matrix;
  }

  /// Reads this rank's runs of elements. A line of the file is a row or a column.
  private static void read(CyclicMatrix matrix, NpyHeader header, FileChannel file, Path path)
      throws IOException {
    Tile local = matrix.local();
    boolean byRows = !header.byColumns();
    int lines = byRows ? local.rows() : local.columns();
    int count = byRows ? local.columns() : local.rows();
    Cyclic along = byRows ? matrix.byColumn() : matrix.byRow();
    int part = byRows ? matrix.grid().columnOfRank() : matrix.grid().rowOfRank();
    long length = byRows ? header.columns() : header.rows();
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(Math.min(count, along.block()), header.bytes()))
            .order(header.order());
    double[] values = new double[Math.min(count, along.block())];
    for (int line = 0; line < lines; line++) {
      long at = byRows ? matrix.rowOf(line) : matrix.columnOf(line);
      for (int i = 0; i < count; ) {
        long index = along.global(part, i);
        int run = Math.min(count - i, along.run(index));
        bytes.clear().limit(run * header.bytes());
        long place = header.begin() + (at * length + index) * header.bytes();
        while (bytes.hasRemaining()) {
          if (file.read(bytes, place + bytes.position()) < 0) {
            throw new MatrixFileException(shown(path) + " became shorter while it was read");
          }
        }
        convert(bytes.flip(), header, values, run);
        if (byRows) {
          local.write(line, i, values, 0, run);
        } else {
          for (int k = 0; k < run; k++) {
            local.set(i + k, line, values[k]);
          }
        }
        i += run;
      }
    }
  }

  private static void convert(ByteBuffer bytes, NpyHeader header, double[] values, int count) {
    boolean isFloat = header.kind() == 'f';
    if (header.bytes() == Double.BYTES && isFloat) {
      bytes.asDoubleBuffer().get(values, 0, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      values[i] =
          header.bytes() == Double.BYTES
              ? (double) bytes.getLong(i * Long.BYTES)
              : isFloat ? bytes.getFloat(i * Float.BYTES) : bytes.getInt(i * Integer.BYTES);
    }
  }

  /// Writes doubles, row after row. The file gets its name when it is complete.
  public static void write(CyclicMatrix matrix, Path path) {
    ProcessGrid grid = matrix.grid();
    byte[] header = NpyHeader.ofDoubles(matrix.rows(), matrix.columns());
    var begun = new PartFile[1]; // at the first rank alone
    try {
      together(
          grid,
          path,
          "written",
          () -> {
            if (grid.isFirst()) {
              begun[0] = PartFile.open(path);
              begin(matrix, begun[0].path(), header);
            }
          });
      String place = begun[0] == null ? "" : begun[0].path().toString();
      Path part = Path.of(grid.all.broadcast(0, place, TEXT));
      together(grid, path, "written", () -> write(matrix, path, part, header.length));
      together(
          grid,
          path,
          "written",
          () -> {
            if (begun[0] != null) {
              begun[0].commit();
            }
          });
    } finally {
      if (begun[0] != null) {
        begun[0].close();
      }
    }
  }

  /// Writes the header, and sets the length of the file.
  private static void begin(CyclicMatrix matrix, Path part, byte[] header) throws IOException {
    long end = header.length + matrix.rows() * matrix.columns() * Double.BYTES;
    try (FileChannel file =
        FileChannel.open(part, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      write(file, ByteBuffer.wrap(header), 0);
      if (end > header.length) {
        write(file, ByteBuffer.allocate(1), end - 1);
      }
    }
  }

  private static void write(CyclicMatrix matrix, Path path, Path part, long begin)
      throws IOException {
    if (!Files.exists(part)) {
      throw new MatrixFileException(
          "%s cannot be written: rank %d does not see the file that rank 0 has begun in its folder; name a file where all hosts see it"
              .formatted(shown(path), matrix.grid().all.rank()));
    }
    try (FileChannel file = FileChannel.open(part, StandardOpenOption.WRITE)) {
      write(matrix, file, begin);
    }
  }

  private static void write(CyclicMatrix matrix, FileChannel file, long begin) throws IOException {
    Tile local = matrix.local();
    Cyclic along = matrix.byColumn();
    int part = matrix.grid().columnOfRank();
    double[] values = new double[Math.min(local.columns(), along.block())];
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(values.length, Double.BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < local.rows(); i++) {
      long row = begin + matrix.rowOf(i) * matrix.columns() * Double.BYTES;
      for (int j = 0; j < local.columns(); ) {
        long index = along.global(part, j);
        int run = Math.min(local.columns() - j, along.run(index));
        local.read(i, j, values, 0, run);
        bytes.clear().asDoubleBuffer().put(values, 0, run);
        write(file, bytes.limit(run * Double.BYTES), row + index * Double.BYTES);
        j += run;
      }
    }
  }

  private static void write(FileChannel file, ByteBuffer bytes, long at) throws IOException {
    long begin = at - bytes.position();
    while (bytes.hasRemaining()) {
      file.write(bytes, begin + bytes.position());
    }
  }

  /// Runs a step on every rank. If it fails on some ranks, all ranks throw the reason of the first
  /// of these.
  private static void together(ProcessGrid grid, Path path, String verb, Step step) {
    @Nullable String failure = null;
    try {
      step.run();
    } catch (IOException e) {
      failure =
          (verb.equals("read") ? FileException.notRead(path, e) : FileException.notWritten(path, e))
              .getMessage();
    } catch (MatrixFileException e) {
      failure = e.getMessage();
    }
    long rank = failure == null ? Long.MAX_VALUE : grid.all.rank();
    long first = grid.all.allreduce(rank, Operator.MIN);
    if (first != Long.MAX_VALUE) {
      String said = grid.all.broadcast((int) first, failure == null ? "" : failure, TEXT);
      throw new MatrixFileException(said);
    }
  }

  private static String shown(Path path) {
    return Quoted.text(path.toString());
  }
}
