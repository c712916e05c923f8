// SPDX-License-Identifier: Apache-2.0

// How do several processes count words together? Each word is sent to the process that counts it.

import weft.Weft;
import weft.World;
import weft.codec.Codecs;

void main(String[] args) {
  Weft.launch(args, this::count);
}

void count(World world) {
  var text = List.of("the warp is held and the weft is drawn", "the weft turns and goes back");
  var counts = new TreeMap<String, Integer>();
  var add =
      world.rsrObject(
          "add", Codecs.of(String.class), (source, word) -> counts.merge(word, 1, Integer::sum));
  world.start();
  for (int line = world.rank(); line < text.size(); line += world.size()) {
    for (String word : text.get(line).split(" ")) {
      add.send(Math.floorMod(word.hashCode(), world.size()), word);
    }
  }
  world.quiesce();
  IO.println("rank " + world.rank() + " counted " + counts);
}
