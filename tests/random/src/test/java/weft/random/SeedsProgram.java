// SPDX-License-Identifier: Apache-2.0
package weft.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import weft.World;
import weft.testkit.RankProgram;
import weft.testkit.RankReport;

/// Runs the programs of several seeds on one rank. All are registered before the job starts, and
/// run one after the other.
public abstract class SeedsProgram implements RankProgram {
  private static final long BEAT_MILLIS = 1000;

  /// One rank of the program of one seed.
  public interface Run {
    /// Runs the program. Returns this rank's part of the digest: the sum over all ranks is the
    /// digest of the seed.
    long run() throws Exception;
  }

  /// What a rank tells of a seed.
  public static final class Tally {
    private final Map<String, Long> features = new TreeMap<>();
    private final AtomicLong progress;

    Tally(AtomicLong progress) {
      this.progress = progress;
    }

    /// Counts `times` more occurrences of `feature`.
    public void reached(String feature, long times) {
      if (times > 0) {
        features.merge(feature, times, Long::sum);
      }
    }

    /// Tells that the program makes progress. Only this rank's thread calls it.
    public void progress() {
      progress.setPlain(progress.getPlain() + 1);
    }

    /// The text of the note, which [#parse] reads.
    public String text() {
      return features.toString();
    }

    /// Passes each feature in `text` with its count to `each`.
    public static void parse(String text, Consumer<Map.Entry<String, Long>> each) {
      String inner = text.substring(1, text.length() - 1);
      for (String part : inner.isEmpty() ? new String[0] : inner.split(", ", -1)) {
        int equals = part.lastIndexOf('=');
        each.accept(Map.entry(part.substring(0, equals), Long.valueOf(part.substring(equals + 1))));
      }
    }
  }

  /// Returns an empty tally.
  public static Tally tally() {
    return new Tally(new AtomicLong());
  }

  /// Registers the program of `seed`. `prefix` makes names unique among seeds.
  protected abstract Run prepare(World world, long seed, String prefix, Tally tally)
      throws Exception;

  @Override
  public final void run(World world, RankReport report, List<String> args) throws Exception {
    long first = Long.parseLong(args.get(0));
    int seeds = Integer.parseInt(args.get(1));
    var progress = new AtomicLong();
    var runs = new ArrayList<Run>();
    var tallies = new ArrayList<Tally>();
    for (int i = 0; i < seeds; i++) {
      var tally = new Tally(progress);
      tallies.add(tally);
      runs.add(prepare(world, first + i, "s" + i + " ", tally));
    }
    Thread beat = Thread.ofPlatform().daemon().start(() -> beat(report, progress));
    try {
      world.start();
      for (int i = 0; i < seeds; i++) {
        String part = Long.toString(first + i);
        report.begin(part);
        long digest = runs.get(i).run();
        report.note(part + " " + digest + " " + tallies.get(i).text());
        report.passed(part);
      }
    } finally {
      beat.interrupt();
      beat.join();
    }
  }

  /// Reports each second in which handlers have run, so that a slow job is told from one that
  /// hangs.
  private static void beat(RankReport report, AtomicLong progress) {
    long before = 0;
    try {
      while (true) {
        Thread.sleep(BEAT_MILLIS);
        long now = progress.get();
        if (now != before) {
          before = now;
          report.note("beat");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
