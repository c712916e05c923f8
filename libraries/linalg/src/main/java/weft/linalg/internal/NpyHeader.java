// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import weft.files.Quoted;
import weft.linalg.MatrixFileException;
import weft.linalg.internal.PythonLiteral.SyntaxException;
import weft.linalg.internal.PythonLiteral.Tuple;

/// The header of an .npy file (NumPy's format, versions 1.0, 2.0 and 3.0). It is read and refused
/// as `numpy.load` does.
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
  private static final int ALIGNMENT = 64;
  private static final Set<String> KEYS = Set.of("descr", "fortran_order", "shape");
  private static final Pattern TYPE = Pattern.compile("([<>=|]?)([fi])([48])");

  /// NumPy's limit, which keeps its parser safe.
  private static final int LONGEST = 10_000;

  /// Other names by which NumPy knows the types.
  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("float64", "f8"),
          Map.entry("double", "f8"),
          Map.entry("float", "f8"),
          Map.entry("d", "f8"),
          Map.entry("float32", "f4"),
          Map.entry("single", "f4"),
          Map.entry("f", "f4"),
          Map.entry("int64", "i8"),
          Map.entry("int", "i8"),
          Map.entry("l", "i8"),
          Map.entry("q", "i8"),
          Map.entry("int32", "i4"),
          Map.entry("i", "i4"));

  /// Reads and checks a header, and checks that the file is long enough for its elements.
  ///
  /// @throws MatrixFileException if the header is broken or not supported, or the file is too short
  static NpyHeader read(FileChannel file, String name) throws IOException {
    ByteBuffer fixed = bytes(file, name, 0, FIXED);
    checkMagic(fixed, name);
    int major = fixed.get(MAGIC.length);
    int minor = fixed.get(MAGIC.length + 1);
    if (major < 1 || major > 3 || minor != 0) {
      throw new MatrixFileException(
          "%s has version %d.%d of the .npy format; versions 1.0, 2.0 and 3.0 can be read"
              .formatted(name, major & 0xff, minor & 0xff));
    }
    int width = major == 1 ? 2 : 4;
    ByteBuffer length = bytes(file, name, FIXED, width).order(ByteOrder.LITTLE_ENDIAN);
    long count =
        width == 2
            ? Short.toUnsignedInt(length.getShort(0))
            : Integer.toUnsignedLong(length.getInt(0));
    if (count > LONGEST) {
      throw new MatrixFileException(
          "%s is broken: its header would have %d bytes; NumPy allows %d"
              .formatted(name, count, LONGEST));
    }
    ByteBuffer header = bytes(file, name, FIXED + width, (int) count);
    NpyHeader parsed = parse(name, text(header, name, major), FIXED + width + count, major);
    parsed.checkLength(name, file.size());
    return parsed;
  }

  private static void checkMagic(ByteBuffer fixed, String name) {
    for (int i = 0; i < MAGIC.length; i++) {
      if (fixed.get(i) != MAGIC[i]) {
        boolean isArchive = fixed.get(0) == 'P' && fixed.get(1) == 'K';
        throw new MatrixFileException(
            name
                + (isArchive
                    ? " is an archive (.npz): write each of its arrays by numpy.save"
                    : " is no .npy file: it does not begin with \\x93NUMPY; write it by numpy.save"));
      }
    }
  }

  private static String text(ByteBuffer header, String name, int major) {
    if (major < 3) {
      return StandardCharsets.ISO_8859_1.decode(header).toString();
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(header).toString();
    } catch (CharacterCodingException e) {
      throw new MatrixFileException(name + " is broken: its header is not text in UTF-8");
    }
  }

  private void checkLength(String name, long size) {
    long needed;
    try {
      needed = Math.addExact(begin, Math.multiplyExact(Math.multiplyExact(rows, columns), bytes));
    } catch (ArithmeticException e) {
      throw new MatrixFileException(
          "%s is broken: no file has %d × %d elements".formatted(name, rows, columns));
    }
    if (size < needed) {
      throw new MatrixFileException(
          "%s is truncated: %d × %d elements of %d bytes take %d bytes, and it has %d"
              .formatted(name, rows, columns, bytes, needed, size));
    }
  }

  private static ByteBuffer bytes(FileChannel file, String name, long at, int count)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count);
    while (bytes.hasRemaining()) {
      if (file.read(bytes, at + bytes.position()) < 0) {
        throw new MatrixFileException(
            file.size() == 0
                ? name + " is empty; write it by numpy.save"
                : name
                    + " is truncated: it ends within its header, after "
                    + file.size()
                    + " bytes");
      }
    }
    return bytes.flip();
  }

  private static NpyHeader parse(String name, String text, long begin, int major) {
    Object value;
    try {
      value = PythonLiteral.parse(text, major < 3);
    } catch (SyntaxException e) {
      throw broken(name, e.getMessage(), text);
    }
    if (!(value instanceof Map<?, ?> fields)) {
      throw broken(name, "it is not a dictionary", text);
    }
    checkKeys(name, fields, text);
    if (!(fields.get("fortran_order") instanceof Boolean byColumns)) {
      throw broken(name, "fortran_order is neither True nor False", text);
    }
    long[] shape = shape(name, fields.get("shape"), text);
    Matcher type = type(name, fields.get("descr"));
    return new NpyHeader(
        type.group(2).charAt(0),
        Integer.parseInt(type.group(3)),
        type.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN,
        byColumns,
        shape[0],
        shape.length == 2 ? shape[1] : 1,
        begin);
  }

  private static MatrixFileException broken(String name, @Nullable String why, String text) {
    return new MatrixFileException(
        name + " is broken: " + why + " in its header: " + Quoted.beginning(text.strip()));
  }

  private static void checkKeys(String name, Map<?, ?> fields, String text) {
    var missing = new TreeSet<>(KEYS);
    missing.removeAll(fields.keySet());
    if (!missing.isEmpty()) {
      throw broken(name, "there is no " + String.join(" and no ", missing), text);
    }
    for (Object key : fields.keySet()) {
      if (!KEYS.contains(key)) {
        throw broken(name, "there is the unknown key " + shown(key), text);
      }
    }
  }

  private static long[] shape(String name, @Nullable Object value, String text) {
    if (!(value instanceof Tuple tuple)) {
      throw broken(name, "the shape is not a tuple", text);
    }
    List<Object> items = tuple.items();
    for (Object item : items) {
      if (!(item instanceof BigInteger size) || size.signum() < 0) {
        throw broken(name, "the shape has a size that is not a whole number from 0", text);
      }
    }
    if (items.isEmpty() || items.size() > 2) {
      throw new MatrixFileException(
          "%s has the shape %s; a matrix has one or two dimensions".formatted(name, shown(tuple)));
    }
    try {
      return items.stream().mapToLong(item -> ((BigInteger) item).longValueExact()).toArray();
    } catch (ArithmeticException e) {
      throw new MatrixFileException(
          "%s is broken: no file has the shape %s".formatted(name, shown(tuple)));
    }
  }

  private static Matcher type(String name, @Nullable Object value) {
    if (value instanceof String text) {
      Matcher type = TYPE.matcher(NAMES.getOrDefault(text, text));
      if (type.matches()) {
        return type;
      }
      throw new MatrixFileException(
          "%s has elements of type %s; f4, f8, i4 and i8 can be read: convert it by astype('f8')"
              .formatted(name, Quoted.beginning(text)));
    }
    if (value instanceof List || value instanceof Tuple || value instanceof Map) {
      throw new MatrixFileException(
          "%s has elements of the structured type %s; write one of its fields, as x['a']"
              .formatted(name, shown(value)));
    }
    throw new MatrixFileException(
        "%s is broken: its descr is %s, which is no type".formatted(name, shown(value)));
  }

  /// A value as Python writes it, shortened.
  private static String shown(@Nullable Object value) {
    return Quoted.beginning(python(value));
  }

  private static String python(@Nullable Object value) {
    return switch (value) {
      case null -> "None";
      case Boolean it -> it ? "True" : "False";
      case Optional<?> _ -> "None";
      case String it -> "'" + it + "'";
      case Tuple(List<Object> items) -> python(items, "(", items.size() == 1 ? ",)" : ")");
      case List<?> it -> python(it, "[", "]");
      case Map<?, ?> it ->
          it.entrySet().stream()
              .map(entry -> python(entry.getKey()) + ": " + python(entry.getValue()))
              .collect(Collectors.joining(", ", "{", "}"));
      default -> String.valueOf(value);
    };
  }

  private static String python(List<?> items, String begin, String end) {
    return items.stream().map(NpyHeader::python).collect(Collectors.joining(", ", begin, end));
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
