// SPDX-License-Identifier: Apache-2.0

// How do I ask another rank for a result?

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import weft.Call;
import weft.Completion;
import weft.CompletionSet;
import weft.LongCall;
import weft.RemoteException;
import weft.Weft;
import weft.World;
import weft.codec.Codecs;

void main(String[] args) {
  Weft.launch(args, world -> new Dictionary(world).run());
}

record Entry(String word, List<String> meanings) {}

/// A dictionary whose words are spread over the ranks.
static final class Dictionary {
  private static final Map<String, List<String>> ALL =
      Map.of("warp", List.of("lengthwise threads"), "weft", List.of("crosswise threads", "woof"));

  private final World world;
  private final Map<String, Entry> mine = new HashMap<>();
  private final Call<String, Entry> lookUp;
  private final LongCall count;

  Dictionary(World world) {
    this.world = world;
    this.lookUp =
        world.call(
            "look up",
            Codecs.of(String.class),
            Codecs.record(Entry.class),
            (source, word) -> find(word));
    this.count = world.longCall("count", (source, letter, length) -> count(letter, length));
    ALL.forEach((word, meanings) -> {
      if (home(word) == world.rank()) {
        mine.put(word, new Entry(word, meanings));
      }
    });
  }

  private int home(String word) {
    return Math.floorMod(word.hashCode(), world.size());
  }

  private Entry find(String word) {
    Entry entry = mine.get(word);
    if (entry == null) {
      throw new NoSuchElementException("no word " + word);
    }
    return entry;
  }

  private long count(long letter, long length) {
    return mine.keySet().stream()
        .filter(word -> word.length() == length && word.charAt(0) == letter)
        .count();
  }

  void run() {
    world.start();
    if (world.rank() == 0) {
      ask();
      askManyRanks();
    }
    world.quiesce();
  }

  private void ask() {
    IO.println(lookUp.callSync(home("weft"), "weft"));

    Completion done = world.completion();
    lookUp.call(home("warp"), "warp", done); // returns at once
    done.await();
    IO.println(lookUp.result(done));

    try {
      lookUp.callSync(home("heddle"), "heddle");
    } catch (RemoteException e) { // the job continues
      IO.println(e.className() + ": " + e.remoteMessage());
    }
  }

  private void askManyRanks() {
    CompletionSet all = world.completionSet();
    for (int rank = 0; rank < world.size(); rank++) {
      Completion done = world.completion();
      count.call(rank, 'w', 4, done);
      all.add(done);
    }
    long words = 0;
    while (all.size() > 0) {
      words += all.awaitAny().value(); // whichever answer comes first
    }
    IO.println(words + " words of four letters begin with w");
  }
}
