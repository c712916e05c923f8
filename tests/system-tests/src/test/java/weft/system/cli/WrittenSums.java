// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import weft.system.ProjectTree;

/// What each rank has sent and received, as a program prints it, and as the page and the trace of
/// its run say it: four numbers for each rank.
public final class WrittenSums {
  /// Sends messages of all sizes, and prints at the end what [weft.Counters] say. Its argument says
  /// what happens then.
  public static final String PROGRAM =
      """
      import weft.*;

      void main(String[] args) {
        Weft.launch(args, world -> {
          Rsr1 back = world.rsr1("back", (source, n) -> {});
          Rsr1 echo = world.rsr1("echo", (source, n) -> back.send(source, n));
          RsrN bytes = world.rsrN("bytes", (source, payload) -> {});
          world.start();
          for (int i = 0; i < 100; i++) {
            echo.send((world.rank() + i) % world.size(), i);
            if (i % 20 == 0) bytes.send(world.next(), new byte[1 + i * i * 100 + world.rank()]);
          }
          world.quiesce();
          var c = world.counters();
          IO.println("rank " + world.rank() + ": " + List.of(
              c.sent(), c.received(), c.sentBytes(), c.receivedBytes()));
          if (world.args().isEmpty()) return;
          // Sums are written when something is recorded, every few milliseconds.
          long soon = System.nanoTime() + 100_000_000;
          world.pollUntil(() -> System.nanoTime() > soon);
          world.quiesce();
          switch (world.args().getFirst()) {
            case "throw" -> { if (world.rank() == 1) throw new IllegalStateException("as planned"); }
            case "kill" -> { if (world.rank() == 1) Runtime.getRuntime().halt(137); }
            default -> IO.println("here I am, " + world.rank());
          }
          world.pollUntil(() -> false);
        });
      }
      """;

  private static final Pattern PRINTED = Pattern.compile("rank (\\d+): \\[(.*)]");
  private static final Pattern VALUE = Pattern.compile("data-value=\"([-0-9.E]+)\"");

  private WrittenSums() {}

  /// By rank: the four numbers that the program printed.
  public static Map<Integer, List<Long>> printed(String out) {
    var sums = new TreeMap<Integer, List<Long>>();
    Matcher line = PRINTED.matcher(out);
    while (line.find()) {
      var numbers = new ArrayList<Long>();
      for (String number : line.group(2).split(", ")) {
        numbers.add(Long.parseLong(number));
      }
      sums.put(Integer.parseInt(line.group(1)), numbers);
    }
    return sums;
  }

  /// By rank: those in the last table of a page.
  public static Map<Integer, List<Long>> ofPage(Path file) throws IOException {
    String page = Files.readString(file);
    String table = page.substring(page.indexOf("Messages of the program</caption>"));
    var sums = new TreeMap<Integer, List<Long>>();
    for (String row : table.substring(0, table.indexOf("</tbody>")).split("<tr>")) {
      var numbers = new ArrayList<Long>();
      Matcher value = VALUE.matcher(row);
      while (value.find()) {
        numbers.add((long) Double.parseDouble(value.group(1)));
      }
      if (!numbers.isEmpty()) {
        sums.put((int) (long) numbers.getFirst(), numbers.subList(1, 5));
      }
    }
    return sums;
  }

  /// By rank: those in a trace, as `protoc` reads it.
  public static Map<Integer, List<Long>> ofTrace(Path trace) throws Exception {
    Path schema = ProjectTree.root().resolve("tools/record/src/test/resources/perfetto");
    var protoc =
        new ProcessBuilder(
            "protoc",
            "--decode=perfetto.protos.Trace",
            "-I",
            schema.toString(),
            schema.resolve("perfetto.proto").toString());
    Path text = Files.createTempFile(trace.getParent(), "trace", ".txt");
    protoc.redirectInput(trace.toFile()).redirectOutput(text.toFile());
    protoc.redirectError(ProcessBuilder.Redirect.INHERIT);
    assertThat(protoc.start().waitFor()).isZero();
    var sums = new TreeMap<Integer, List<Long>>();
    for (String packet : Files.readString(text).split("\npacket \\{")) {
      if (packet.contains("name: \"totals\"")) {
        int rank = (int) number(packet, "trusted_packet_sequence_id: (\\d+)") - 1;
        var numbers = new ArrayList<Long>();
        for (String name : List.of("sent", "received", "sentBytes", "receivedBytes")) {
          numbers.add(number(packet, "int_value: (\\d+)\\s+name: \"" + name + "\""));
        }
        sums.put(rank, numbers);
      }
    }
    return sums;
  }

  private static long number(String text, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    assertThat(found.find()).as(pattern + " in " + text).isTrue();
    return Long.parseLong(found.group(1));
  }
}
