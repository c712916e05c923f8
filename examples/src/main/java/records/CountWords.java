// SPDX-License-Identifier: Apache-2.0
package records;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import weft.Weft;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.overlap.Channel;
import weft.overlap.ObjectChannel;

/// How do I count by keys that are texts? A channel of objects sends each word to the rank that
/// counts it.
final class CountWords {
  private static final List<String> LINES =
      List.of(
          "the warp is held and the weft is drawn",
          "over one thread of the warp and under the next",
          "the weft turns at the edge and goes back",
          "warp and weft make the cloth");

  private static final Codec<Map<String, Integer>> COUNTS =
      Codecs.map(Codecs.of(String.class), Codecs.of(Integer.class));

  private CountWords() {}

  static void main(String[] args) {
    Weft.launch(args, CountWords::run);
  }

  private static void run(World world) {
    Group all = Group.world(world);
    Map<String, Integer> mine = new HashMap<>();
    ObjectChannel<String> words =
        Channel.of(
            world,
            "words",
            Codecs.of(String.class),
            (source, word) -> mine.merge(word, 1, Integer::sum));
    world.start();

    for (int line = world.rank(); line < LINES.size(); line += world.size()) {
      for (String word : LINES.get(line).split(" ")) {
        // Each word has one owner, which all ranks compute alike.
        words.push(Math.floorMod(word.hashCode(), world.size()), word);
      }
    }
    world.quiesce(); // sends what is buffered, and returns when every word is counted

    Map<String, Integer> total = all.reduce(0, mine, COUNTS, CountWords::together);
    if (total != null) { // rank 0
      new TreeMap<>(total)
          .entrySet().stream()
              .filter(entry -> entry.getValue() > 2)
              .forEach(entry -> IO.println(entry.getKey() + " " + entry.getValue()));
    }
  }

  private static Map<String, Integer> together(Map<String, Integer> a, Map<String, Integer> b) {
    Map<String, Integer> sum = new HashMap<>(a);
    b.forEach((word, count) -> sum.merge(word, count, Integer::sum));
    return sum;
  }
}
