// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A trace as `protoc`, which knows the vendored schema and nothing of Weft, reads it.
final class Decoded {
  final List<String> names = new ArrayList<>();
  final Set<String> begins = new HashSet<>();
  final Set<String> ends = new HashSet<>();

  /// By rank: what its totals say.
  final Map<Integer, Map<String, Long>> totals = new HashMap<>();

  /// By rank: how many slices began less how many ended.
  final Map<Integer, Integer> open = new HashMap<>();

  /// Messages that were sent and handled; several may share an event.
  int sends;

  int handlers;

  /// The events of these.
  int events;

  int leastOpen;

  /// Decodes `trace`; the test is skipped where there is no protoc.
  static Decoded of(Path trace) throws IOException, InterruptedException {
    Path schema = Path.of("src/test/resources/perfetto").toAbsolutePath();
    Path text = Files.createTempFile("trace", ".txt");
    Process process;
    try {
      process =
          new ProcessBuilder(
                  "protoc",
                  "--decode=perfetto.protos.Trace",
                  "-I",
                  schema.toString(),
                  schema.resolve("perfetto.proto").toString())
              .redirectInput(trace.toFile())
              .redirectOutput(text.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
    } catch (IOException e) {
      assumeTrue(false, "protoc is not installed: apt-get install protobuf-compiler");
      throw e;
    }
    assertThat(process.waitFor()).isZero();
    var decoded = new Decoded();
    decoded.read(Files.readAllLines(text));
    Files.delete(text);
    return decoded;
  }

  private void read(List<String> lines) {
    var packet = new ArrayList<String>();
    for (String line : lines) {
      if (line.equals("packet {")) {
        packet.clear();
      } else if (line.equals("}")) {
        packet(packet);
      } else {
        // A number in place of a name is a field that the schema does not have.
        assertThat(line.strip()).doesNotMatch("\\d+:? .*");
        packet.add(line.strip());
      }
    }
  }

  private static String value(List<String> packet, String field) {
    for (String line : packet) {
      if (line.startsWith(field + ": ")) {
        return line.substring(field.length() + 2);
      }
    }
    return "";
  }

  /// Adds all values of `field` to `ids`, in which none of them may be, and returns how many.
  private int addEach(List<String> packet, String field, Set<String> ids) {
    int count = 0;
    for (String line : packet) {
      if (line.startsWith(field + ": ")) {
        assertThat(ids.add(line.substring(field.length() + 2))).isTrue();
        count++;
      }
    }
    assertThat(count).isPositive();
    events++;
    long messages = 1;
    for (int i = 1; i < packet.size(); i++) {
      if (packet.get(i).equals("name: \"messages\"")) {
        messages = Long.parseLong(packet.get(i - 1).replace("int_value: ", ""));
      }
    }
    assertThat((long) count).isEqualTo(messages);
    return count;
  }

  private void packet(List<String> packet) {
    int rank = Integer.parseInt(value(packet, "trusted_packet_sequence_id")) - 1;
    if (packet.contains("track_descriptor {")) {
      names.add(value(packet, "name"));
    }
    switch (value(packet, "type")) {
      case "TYPE_SLICE_BEGIN" -> open.merge(rank, 1, Integer::sum);
      case "TYPE_SLICE_END" -> leastOpen = Math.min(leastOpen, open.merge(rank, -1, Integer::sum));
      default -> {}
    }
    String category = value(packet, "categories");
    if (category.equals("\"send\"")) {
      sends += addEach(packet, "flow_ids", begins);
    } else if (category.equals("\"handler\"")) {
      handlers += addEach(packet, "terminating_flow_ids", ends);
    } else if (category.equals("\"totals\"")) {
      var values = new HashMap<String, Long>();
      for (int i = 0; i + 1 < packet.size(); i++) {
        if (packet.get(i).startsWith("int_value: ")) {
          String name = packet.get(i + 1).replaceAll("name: |\"", "");
          values.put(name, Long.parseLong(packet.get(i).substring(11)));
        }
      }
      totals.put(rank, values);
    }
  }
}
