// SPDX-License-Identifier: Apache-2.0
package weft.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import weft.memory.ControlLayout;
import weft.memory.HeapLayout;
import weft.memory.Lines;
import weft.memory.RecordLayout;
import weft.memory.RingOutbox;
import weft.system.ProjectTree;
import weft.transport.JobSetting;
import weft.transport.JobVariables;

/// The document of the wire format says what the code does.
final class WireFormatTest {
  private static final Path DOCUMENT = ProjectTree.root().resolve("docs/wire-format.md");
  private static final Pattern SOURCE = Pattern.compile("From `(weft\\.[\\w.]+)`");
  private static final Pattern ROW = Pattern.compile("\\| (\\S+) \\| `?(\\w+)`? \\|.*");

  /// A drawing of the document, and the class that it is from.
  record Drawing(String type, List<String> text) {
    @Override
    public String toString() {
      return type;
    }
  }

  static List<Drawing> drawings() {
    var drawings = new ArrayList<Drawing>();
    List<String> lines = Markdown.lines(DOCUMENT);
    for (Markdown.Block block : Markdown.blocks(DOCUMENT)) {
      int line = block.line() - 2;
      while (lines.get(line).isEmpty()) {
        line--;
      }
      Matcher source = SOURCE.matcher(lines.get(line));
      assertThat(source.find())
          .as("the line before %s must name the class that it is from", block)
          .isTrue();
      drawings.add(new Drawing(source.group(1), block.text()));
    }
    return drawings;
  }

  @ParameterizedTest
  @MethodSource("drawings")
  void aDrawingIsThatOfItsClass(Drawing drawing) {
    assertThat(drawingOf(drawing.type)).isEqualTo(drawing.text);
  }

  /// The first fenced block of a class's comments.
  private static List<String> drawingOf(String type) {
    String end = "/" + type.replace('.', '/') + ".java";
    List<Path> files = ProjectTree.filesEndingWith(end);
    assertThat(files).as("the source of %s", type).hasSize(1);
    List<String> comment =
        Markdown.lines(files.get(0)).stream()
            .filter(line -> line.startsWith("///"))
            .map(line -> line.length() > 3 ? line.substring(4) : "")
            .toList();
    int begin = comment.indexOf("```");
    assertThat(begin).as("the drawing in the comment of %s", type).isNotNegative();
    List<String> rest = comment.subList(begin + 1, comment.size());
    return rest.subList(0, rest.indexOf("```"));
  }

  @Test
  void theClassesThatOwnALayoutAreShown() {
    assertThat(drawings())
        .extracting(Drawing::type)
        .containsExactly(
            "weft.memory.RecordLayout",
            "weft.collective.internal.wire.Header",
            "weft.collective.internal.wire.Signature",
            "weft.collective.internal.board.SharedBoard",
            "weft.collective.internal.board.History",
            "weft.internal.remote.TransferLayout",
            "weft.memory.ControlLayout",
            "weft.memory.SharedFile",
            "weft.memory.HeapLayout",
            "weft.memory.CheckArea",
            "weft.memory.AccessTable",
            "weft.memory.LiveMap",
            "weft.transport.job.JobDirectory",
            "weft.transport.job.Message",
            "weft.transport.job.Handshake");
  }

  @Test
  void theKindsAreThoseOfTheCode() {
    Map<String, String> table = table("| kind | name |");
    assertThat(table)
        .isEqualTo(
            Map.of(
                "RSR0", "" + RecordLayout.RSR0,
                "RSRN", "" + RecordLayout.RSRN,
                "FIRST", "" + RecordLayout.FIRST,
                "MORE", "" + RecordLayout.MORE,
                "PAD", "" + RecordLayout.PAD,
                "BULK", "" + RecordLayout.BULK));
    assertThat(prose()).contains("Flag " + RecordLayout.SYNC + ", `SYNC`");
  }

  @Test
  void theNumbersAreThoseOfTheCode() {
    assertThat(prose())
        .contains("a line is " + Lines.LINE + " bytes")
        .contains("at most " + ControlLayout.MAX_RANKS + " ranks")
        .contains("an eighth of the ring, and at most 1 MiB")
        .contains("256 bytes for each rank and 256 for each ring")
        .contains("of " + (HeapLayout.DEFAULT_BYTES >> 20) + " MiB unless")
        .contains("in chunks of " + (HeapLayout.CHUNK >> 10) + " KiB");
    assertThat(RingOutbox.maxRecord(1 << 16)).isEqualTo((1 << 16) / 8);
    assertThat(RingOutbox.maxRecord(1 << 30)).isEqualTo(1 << 20);
    for (int ranks : new int[] {1, 2, 64, 1024}) {
      assertThat(ControlLayout.bytes(ranks)).isEqualTo(256L * ranks + 256L * ranks * ranks);
    }
  }

  @Test
  void theVariablesAreThoseOfTheCode() throws IllegalAccessException {
    var variables = new TreeSet<String>();
    for (JobSetting setting : JobSetting.values()) {
      variables.add(setting.variable()); // those of libraries are named by them alone
    }
    for (Field field : JobVariables.class.getFields()) {
      if (Modifier.isStatic(field.getModifiers())) {
        variables.add((String) field.get(null));
      }
    }
    Pattern row = Pattern.compile("\\| `(WEFT_\\w+)` \\|.*");
    List<String> documented =
        Markdown.prose(DOCUMENT).stream()
            .map(row::matcher)
            .filter(Matcher::matches)
            .map(matcher -> matcher.group(1))
            .toList();
    assertThat(documented).containsExactlyInAnyOrderElementsOf(variables);
  }

  private static String prose() {
    return String.join(" ", Markdown.prose(DOCUMENT));
  }

  /// The table with this heading: its second column, each with its first.
  private static Map<String, String> table(String heading) {
    var table = new LinkedHashMap<String, String>();
    List<String> lines = Markdown.lines(DOCUMENT);
    int row = 0;
    while (!lines.get(row).startsWith(heading)) {
      row++;
    }
    for (row += 2; lines.get(row).startsWith("|"); row++) {
      Matcher cells = ROW.matcher(lines.get(row));
      assertThat(cells.matches()).as(lines.get(row)).isTrue();
      table.put(cells.group(2), cells.group(1));
    }
    return table;
  }
}
