// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import weft.linalg.MatrixFileException;

/// The header of an .npy file (NumPy's format, versions 1 to 3).
///
/// ```
///  | 93 "NUMPY" | major | minor | length: 2 or 4 bytes | {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), } | elements
/// ```
///
/// @param kind the type of elements: f or i
/// @param bytes the bytes of an element: 4 or 8
/// @param order the byte order
/// @param byColumns whether elements are in column-major order
/// @param rows the rows of the matrix; an array of one dimension is a column
/// @param columns the columns of the matrix
/// @param begin the position of the first element
record NpyHeader(
    char kind, int bytes, ByteOrder order, boolean byColumns, long rows, long columns, long begin) {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int FIXED = 8;
  private static final int LONGEST = 1 << 20;
  private static final int ALIGNMENT = 64;
  private static final Pattern DESCR = Pattern.compile("'descr'\\s*:\\s*'([^']*)'");
  private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
  private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([0-9L,\\s]*)\\)");
  private static final Pattern TYPE = Pattern.compile("([<>=|])([fi])([48])");

  /// Reads and checks a header, and checks that the file is long enough for its elements.
  ///
  /// @throws MatrixFileException if the header is broken or not supported, or the file is too short
  static NpyHeader read(FileChannel file, String name) throws IOException {
    ByteBuffer fixed = bytes(file, name, 0, FIXED);
    for (int i = 0; i < MAGIC.length; i++) {
      if (fixed.get(i) != MAGIC[i]) {
        throw new MatrixFileException(
            name + " is no .npy file: it does not begin with \\x93NUMPY; write it by numpy.save");
      }
    }
    int major = fixed.get(MAGIC.length);
    if (major < 1 || major > 3) {
      throw new MatrixFileException(
          name + " has version " + major + " of the .npy format; versions 1 to 3 can be read");
    }
    int width = major == 1 ? 2 : 4;
    ByteBuffer length = bytes(file, name, FIXED, width).order(ByteOrder.LITTLE_ENDIAN);
    int count = width == 2 ? Short.toUnsignedInt(length.getShort(0)) : length.getInt(0);
    if (count < 0 || count > LONGEST) {
      throw new MatrixFileException(name + " is broken: its header would have " + count + " bytes");
    }
    String text = StandardCharsets.UTF_8.decode(bytes(file, name, FIXED + width, count)).toString();
    NpyHeader header = parse(name, text, FIXED + width + count);
    long needed;
    try {
      needed =
          Math.addExact(
              header.begin,
              Math.multiplyExact(Math.multiplyExact(header.rows, header.columns), header.bytes));
    } catch (ArithmeticException e) {
      throw new MatrixFileException(name + " is broken: no file has so many elements: " + text);
    }
    if (file.size() < needed) {
      throw new MatrixFileException(
          "%s is truncated: %d × %d elements of %d bytes take %d bytes, and it has %d"
              .formatted(name, header.rows, header.columns, header.bytes, needed, file.size()));
    }
    return header;
  }

  private static ByteBuffer bytes(FileChannel file, String name, long at, int count)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count);
    while (bytes.hasRemaining()) {
      if (file.read(bytes, at + bytes.position()) < 0) {
        throw new MatrixFileException(
            name + " is truncated: it ends within its header, after " + file.size() + " bytes");
      }
    }
    return bytes.flip();
  }

  private static NpyHeader parse(String name, String text, long begin) {
    Matcher descr = DESCR.matcher(text);
    Matcher byColumns = ORDER.matcher(text);
    Matcher shape = SHAPE.matcher(text);
    if (!descr.find() || !byColumns.find() || !shape.find()) {
      throw new MatrixFileException(
          name + " is broken: its header has no descr, fortran_order and shape: " + text.strip());
    }
    Matcher type = TYPE.matcher(descr.group(1));
    if (!type.matches()) {
      throw new MatrixFileException(
          "%s has elements of type %s; f4, f8, i4 and i8 can be read: convert it by astype('f8')"
              .formatted(name, descr.group(1)));
    }
    String[] sizes = shape.group(1).replace("L", "").strip().split("\\s*,\\s*");
    if (sizes.length > 2 || sizes[0].isEmpty()) {
      throw new MatrixFileException(
          "%s has the shape (%s); a matrix has one or two dimensions"
              .formatted(name, shape.group(1)));
    }
    try {
      long rows = Long.parseLong(sizes[0]);
      long columns = sizes.length == 2 ? Long.parseLong(sizes[1]) : 1;
      return new NpyHeader(
          type.group(2).charAt(0),
          Integer.parseInt(type.group(3)),
          type.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN,
          byColumns.group(1).equals("True"),
          rows,
          columns,
          begin);
    } catch (NumberFormatException e) {
      throw new MatrixFileException(name + " is broken: its shape is (" + shape.group(1) + ")");
    }
  }

  /// The header of a file of doubles, row after row. The elements begin at a cache line.
  static byte[] ofDoubles(long rows, long columns) {
    String text =
        "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }".formatted(rows, columns);
    int before = FIXED + 2;
    int length = Math.ceilDiv(before + text.length() + 1, ALIGNMENT) * ALIGNMENT - before;
    ByteBuffer header = ByteBuffer.allocate(before + length).order(ByteOrder.LITTLE_ENDIAN);
    header.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) length);
    header.put(text.getBytes(StandardCharsets.US_ASCII));
    while (header.remaining() > 1) {
      header.put((byte) ' ');
    }
    return header.put((byte) '\n').array();
  }
}
