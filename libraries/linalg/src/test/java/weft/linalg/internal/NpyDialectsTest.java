// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.Weft;
import weft.WeftConfig;
import weft.collective.Group;
import weft.linalg.DistributedMatrix;
import weft.linalg.Grid;
import weft.linalg.MatrixFileException;

/// Files of every dialect of the format, and broken ones. The tables say what NumPy 2 does with
/// each (`numpy.load` with its defaults, `numpy/lib/_format_impl.py`); NumPy itself is not needed.
final class NpyDialectsTest {
  private static final int ROWS = 3;
  private static final int COLUMNS = 4;

  /// A file, and what is expected: `refusal` is part of the sentence, or empty if it can be read.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Case(String what, byte[] bytes, String refusal) {}

  @TempDir private Path folder;
  private final List<Case> cases = new ArrayList<>();

  private static byte[] file(int major, int minor, byte[] header, byte[] elements) {
    int width = major == 1 ? 2 : 4;
    ByteBuffer bytes =
        ByteBuffer.allocate(8 + width + header.length + elements.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) major, (byte) minor});
    if (width == 2) {
      bytes.putShort((short) header.length);
    } else {
      bytes.putInt(header.length);
    }
    return bytes.put(header).put(elements).array();
  }

  private static byte[] elements(String type, boolean byColumns) {
    boolean big = type.startsWith(">");
    ByteBuffer bytes =
        ByteBuffer.allocate(8 * ROWS * COLUMNS)
            .order(big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    for (int k = 0; k < ROWS * COLUMNS; k++) {
      int i = byColumns ? k % ROWS : k / COLUMNS;
      int j = byColumns ? k / ROWS : k % COLUMNS;
      int value = 10 * i + j;
      switch (type.charAt(type.length() - 2) + type.substring(type.length() - 1)) {
        case "f4" -> bytes.putFloat(value);
        case "i4" -> bytes.putInt(value);
        case "i8" -> bytes.putLong(value);
        default -> bytes.putDouble(value);
      }
    }
    return bytes.array();
  }

  private void add(String what, int major, String header, byte[] elements, String refusal) {
    byte[] text = header.getBytes(major < 3 ? ISO_8859_1 : UTF_8);
    cases.add(new Case(what + ": " + header.strip(), file(major, 0, text, elements), refusal));
  }

  private void read(String header) {
    add("read", 1, header, elements("<f8", false), "");
  }

  private void refused(String header, String refusal) {
    add("refused", 1, header, elements("<f8", false), refusal);
  }

  private static String header(String descr, String order, String shape) {
    return "{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }";
  }

  /// What NumPy writes, of every type and version, and what other programs write.
  private void addWritten() {
    for (int major = 1; major <= 3; major++) {
      for (String type : List.of("<f8", ">f8", "<f4", ">f4", "<i8", ">i8", "<i4", ">i4")) {
        for (boolean byColumns : new boolean[] {false, true}) {
          String order = byColumns ? "True" : "False";
          String text = header("'" + type + "'", order, "(3, 4)");
          int begin = major == 1 ? 10 : 12;
          text += " ".repeat(63 - (begin + text.length()) % 64) + "\n";
          add("version " + major, major, text, elements(type, byColumns), "");
        }
      }
    }
    // NumPy knows these names too, in the order of this machine.
    for (String name : List.of("f8", "=f8", "|f8", "float64", "double", "d", "float")) {
      read(header("'" + name + "'", "False", "(3, 4)"));
    }
    add("name", 1, header("'float32'", "False", "(3, 4)"), elements("<f4", false), "");
    add("name", 1, header("'int32'", "False", "(3, 4)"), elements("<i4", false), "");
    add("name", 1, header("'int64'", "False", "(3, 4)"), elements("<i8", false), "");
    add("name", 1, header("'=i4'", "False", "(3, 4)"), elements("<i4", false), "");
  }

  /// Python's literals: NumPy reads all of these.
  private void addSpellings() {
    read("{\"descr\": \"<f8\", \"fortran_order\": False, \"shape\": (3, 4)}");
    read("{'descr': \"<f8\", \"fortran_order\": False, 'shape': (3, 4)}\n");
    read("{'shape': (3, 4), 'fortran_order': False, 'descr': '<f8'}");
    read("{'fortran_order':False,'descr':'<f8','shape':(3,4)}");
    read("{'fortran_order':False,'descr':'<f8','shape':(3,4),}");
    read("  {  'descr'  :  '<f8'  ,  'fortran_order'  :  False  ,  'shape'  :  (  3  ,  4  )  }  ");
    read("\t{'descr': '<f8',\t'fortran_order': False, 'shape': (3, 4)}");
    read("{\n'descr': '<f8',\n'fortran_order': False,\n'shape': (3, 4)\n}\n\n");
    read("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4,)}");
    read("{'descr': '<f8', 'fortran_order': False, 'shape': (3L, 4L), }");
    read("{'descr': '<f8', 'fortran_order': False, 'shape': (3L, 4L,), }");
    read("{'descr': u'<f8', u'fortran_order': False, 'shape': (3, 4), }");
    read("{'descr': '<' 'f8', 'fortran_order': False, 'shape': (3, 4), }");
    read("{'descr': '\\x3cf8', 'fortran_order': False, 'shape': (3, 4), }");
    read("{'de\\x73cr': '<f8', 'fortran_order': False, 'shape': (3, 4), }");
    read("{'descr': ('<f8'), 'fortran_order': (False), 'shape': ((3), (4)), }");
    read("{'descr': '<f8', 'fortran_order': False, 'shape': ((3, 4)), }");
    read("{'descr': '<f8', 'fortran_order': False, 'shape': (0x3, 0b100), }");
    read("{'descr': '<f8', 'fortran_order': False, 'shape': (+3, 0o4), }");
    read("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), } # made by hand");
    read("{'descr': '<f8', # doubles\n 'fortran_order': False, 'shape': (3, 4), }");
    read("{'descr': '<i4', 'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }");
    read("{'descr': '<f8', 'fortran_order': True, 'fortran_order': False, 'shape': (3, 4)}");
    read("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }" + " ".repeat(5000) + "\n");
    add("longer", 1, header("'<f8'", "False", "(3, 4)"), new byte[0], "is truncated");
    byte[] more = new byte[200];
    System.arraycopy(elements("<f8", false), 0, more, 0, 8 * ROWS * COLUMNS);
    add("more after it", 1, header("'<f8'", "False", "(3, 4)"), more, "");
  }

  /// NumPy: "Cannot parse header", or "Header is not a dictionary".
  private void addBrokenLiterals() {
    for (String text :
        List.of(
            "",
            " ",
            "\n",
            "{",
            "}",
            "{'descr'",
            "{'descr':",
            "{'descr': '<f8'",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4)",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4} )",
            "{'descr': '<f8', 'fortran_order': False, 'shape': 3, 4}",
            "{'descr': '<f8' 'fortran_order': False, 'shape': (3, 4)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3 4)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3,, 4)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (, )}",
            "{'descr': '<f8', 'fortran_order': False,, 'shape': (3, 4)}",
            "{,'descr': '<f8', 'fortran_order': False, 'shape': (3, 4)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4)} x",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4)};",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4)}}",
            "{'descr': '<f8\", 'fortran_order': False, 'shape': (3, 4)}",
            "{'descr': '<f8, 'fortran_order': False, 'shape': (3, 4)}",
            "{'descr': '<f\n8', 'fortran_order': False, 'shape': (3, 4)}",
            "{descr: '<f8', fortran_order: False, shape: (3, 4)}",
            "{'descr': <f8, 'fortran_order': False, 'shape': (3, 4)}",
            "{'descr': '<f8', 'fortran_order': false, 'shape': (3, 4)}",
            "{'descr': '<f8', 'fortran_order': FALSE, 'shape': (3, 4)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3_, 4)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3__0, 4)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (03, 4)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (0x, 4)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3l, 4)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3LL, 4)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3*1, 4)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (int(3), 4)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4)\0}",
            "{'descr': '\\x3', 'fortran_order': False, 'shape': (3, 4)}",
            "__import__('os').system('true')",
            "(".repeat(5000),
            "[".repeat(4000) + "]".repeat(4000),
            "{'a':".repeat(1500))) {
      refused(text, " in its header: ");
    }
    for (String text : List.of("()", "[]", "3", "'descr'", "None", "True", "('descr', '<f8')")) {
      refused(text, "it is not a dictionary");
    }
    add("L of Python 3", 3, header("'<f8'", "False", "(3L, 4L)"), elements("<f8", false), "broken");
    byte[] wrong = header("'\u00e9'", "False", "(3, 4)").getBytes(ISO_8859_1);
    cases.add(new Case("not UTF-8", file(3, 0, wrong, new byte[96]), "is not text in UTF-8"));
  }

  /// NumPy: "Header does not contain the correct keys", "shape is not valid", "fortran_order is not
  /// a valid bool", "descr is not a valid dtype descriptor".
  private void addWrongFields() {
    refused("{}", "there is no descr and no fortran_order and no shape");
    refused("{'descr': '<f8', 'fortran_order': False}", "there is no shape");
    refused("{'descr': '<f8', 'shape': (3, 4)}", "there is no fortran_order");
    refused("{'fortran_order': False, 'shape': (3, 4)}", "there is no descr");
    String all = "'descr': '<f8', 'fortran_order': False, 'shape': (3, 4)";
    refused("{" + all + ", 'version': 1}", "the unknown key 'version'");
    refused("{" + all + ", 3: 4}", "the unknown key 3");
    refused("{" + all + ", '': None}", "the unknown key ''");
    refused("{'Descr': '<f8', 'fortran_order': False, 'shape': (3, 4)}", "there is no descr");
    for (String order : List.of("0", "1", "None", "'False'", "(False,)", "[]")) {
      refused(header("'<f8'", order, "(3, 4)"), "fortran_order is neither True nor False");
    }
    for (String shape : List.of("[3, 4]", "12", "(12)", "'(3, 4)'", "None", "{}", "True")) {
      refused(header("'<f8'", "False", shape), "the shape is not a tuple");
    }
    for (String shape :
        List.of("('3', 4)", "(3, None)", "((3,), 4)", "(-3, 4)", "(3, -1)", "(True, 4)")) {
      // NumPy takes True for 1, and fails later on negative sizes.
      refused(header("'<f8'", "False", shape), "the shape has a size");
    }
    for (String shape : List.of("(3., 4)", "(3.5, 4)", "(3e0, 4)", "(3j, 4)")) {
      refused(header("'<f8'", "False", shape), "is broken");
    }
    // NumPy reads these; they are no matrices.
    for (String shape : List.of("()", "(1, 3, 4)", "(2, 2, 3, 1)")) {
      refused(header("'<f8'", "False", shape), "a matrix has one or two dimensions");
    }
    refused(header("'<f8'", "False", "(4000000000, 4000000000)"), "is broken: no file has");
    refused(header("'<f8'", "False", "(9223372036854775807, 2)"), "is broken: no file has");
    refused(header("'<f8'", "False", "(9223372036854775808, 1)"), "no file has the shape");
    refused(header("'<f8'", "False", "(" + "9".repeat(400) + ", 1)"), "no file has the shape");
    refused(header("'<f8'", "False", "(3, 5)"), "is truncated: 3 × 5 elements of 8 bytes");
    // NumPy reads these types.
    for (String type :
        List.of("<c16", "|b1", "|u1", "<u4", "<u8", "<f2", "|i1", "<i2", "<M8[ns]", "<U5", "|S3")) {
      refused(header("'" + type + "'", "False", "(3, 4)"), "has elements of type " + type);
    }
    // NumPy refuses these: objects, and what is no type.
    for (String type : List.of("|O", "O", "", "<g9", "f8 ", "<<f8", "\u00e9", "nonsense")) {
      refused(header("'" + type + "'", "False", "(3, 4)"), "has elements of type ");
    }
    for (String type :
        List.of("[('a', '<f8'), ('b', '<i4')]", "[('x', '<f8', (2,))]", "('<f8', (2,))", "[]")) {
      refused(header(type, "False", "(3, 4)"), "has elements of the structured type ");
    }
    for (String type : List.of("None", "8", "True")) {
      refused(header(type, "False", "(3, 4)"), "its descr is " + type + ", which is no type");
    }
  }

  /// NumPy: "the magic string is not correct", "we only support format version", "EOF: reading
  /// array header", "Header info length … is large".
  private void addWrongFrames() {
    byte[] header = header("'<f8'", "False", "(3, 4)").getBytes(ISO_8859_1);
    byte[] right = file(1, 0, header, elements("<f8", false));
    for (int[] version : new int[][] {{0, 0}, {4, 0}, {9, 0}, {255, 0}, {1, 1}, {2, 1}, {3, 9}}) {
      cases.add(
          new Case(
              "version",
              file(version[0], version[1], header, elements("<f8", false)),
              "has version %d.%d of the .npy format".formatted(version[0], version[1])));
    }
    cases.add(new Case("empty", new byte[0], "is empty"));
    for (int length : new int[] {1, 5, 6, 7, 8, 9, 10, 11, 40, 9 + header.length}) {
      cases.add(
          new Case(
              "cut after " + length,
              java.util.Arrays.copyOf(right, length),
              "it ends within its header, after " + length));
    }
    for (int length : new int[] {10 + header.length, right.length - 1, right.length - 96}) {
      cases.add(
          new Case("cut after " + length, java.util.Arrays.copyOf(right, length), "is truncated"));
    }
    cases.add(new Case("zip", "PK\3\4 and more".getBytes(ISO_8859_1), "is an archive (.npz)"));
    cases.add(new Case("text", "1.0 2.0 3.0\n".getBytes(ISO_8859_1), "is no .npy file"));
    cases.add(new Case("zeros", new byte[100], "is no .npy file"));
    byte[] small = right.clone();
    small[1] = 'n';
    cases.add(new Case("small letters", small, "is no .npy file"));
    cases.add(
        new Case("long", file(1, 0, new byte[10_001], new byte[0]), "would have 10001 bytes"));
    cases.add(
        new Case("long", file(2, 0, new byte[10_001], new byte[0]), "would have 10001 bytes"));
    byte[] huge = file(2, 0, header, new byte[96]);
    ByteBuffer.wrap(huge).order(ByteOrder.LITTLE_ENDIAN).putInt(8, -1);
    cases.add(new Case("longest", huge, "would have 4294967295 bytes"));
    // Header of another length than it says.
    byte[] shorter = right.clone();
    shorter[8] = (byte) (shorter[8] - 8);
    cases.add(new Case("a shorter header", shorter, "it ends too early in its header"));
    add(
        "escapes",
        1,
        "{'descr': '\u001b]0;x\u0007\u001b[2J', 'fortran_order': False, 'shape': (3, 4)}",
        new byte[96],
        "has elements of type \\x1b]0;x\\x07\\x1b[2J;");
    refused(header("'" + "x".repeat(3000) + "'", "False", "(3, 4)"), "x".repeat(200) + " …;");
  }

  @Test
  void filesAreReadAndRefusedAsByNumpy() throws IOException {
    addWritten();
    addSpellings();
    addBrokenLiterals();
    addWrongFields();
    addWrongFrames();
    assertThat(cases.size()).isGreaterThanOrEqualTo(200);
    long readable = cases.stream().filter(it -> it.refusal.isEmpty()).count();
    System.out.println("NpyDialectsTest: " + cases.size() + " files, " + readable + " readable");
    for (Case each : cases) {
      Path file = Files.write(folder.resolve("x.npy"), each.bytes);
      try (FileChannel channel = FileChannel.open(file)) {
        if (each.refusal.isEmpty()) {
          NpyHeader header = NpyHeader.read(channel, "x.npy");
          assertThat(header.rows()).as(each.what).isEqualTo(ROWS);
          assertThat(header.columns()).as(each.what).isEqualTo(COLUMNS);
        } else {
          assertThatThrownBy(() -> NpyHeader.read(channel, "x.npy"))
              .as(each.what)
              .isInstanceOf(MatrixFileException.class)
              .hasMessageStartingWith("x.npy ")
              .hasMessageContaining(each.refusal)
              .message()
              .matches("[^\\p{Cntrl}]*")
              .hasSizeLessThan(700);
        }
      }
    }
    valuesAreRight();
  }

  /// Two ranks read each readable file.
  private void valuesAreRight() throws IOException {
    var files = new ArrayList<Path>();
    for (Case each : cases) {
      if (each.refusal.isEmpty()) {
        files.add(Files.write(folder.resolve(files.size() + ".npy"), each.bytes));
      }
    }
    try (var job = Weft.open(WeftConfig.ofRanks(2))) {
      job.run(world -> {
        Group all = Group.world(world);
        world.start();
        try (Grid grid = Grid.of(world, all)) {
          for (Path file : files) {
            try (DistributedMatrix matrix = grid.read(file, 2)) {
              double[] values = matrix.gatherAll();
              for (int k = 0; k < values.length; k++) {
                assertThat(values[k]).isEqualTo(10 * (k / COLUMNS) + k % COLUMNS);
              }
            }
          }
        }
      });
    }
  }
}
