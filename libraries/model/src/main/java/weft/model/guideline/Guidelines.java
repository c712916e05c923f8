// SPDX-License-Identifier: Apache-2.0
package weft.model.guideline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;
import weft.model.Mapping;
import weft.model.Platform;
import weft.model.sheet.AlgorithmChoice;
import weft.model.sheet.CandidateChoices;
import weft.model.sheet.CollectivePricer;
import weft.model.sheet.CollectiveQuestion;

/// What the choices of any sensible table fulfil, by predicted times.
///
/// - allreduce ≤ reduce + broadcast, allgather ≤ gather + broadcast of all blocks
/// - scan ≤ exscan and a local step, barrier ≤ allreduce of 8 bytes
/// - one more rank ≤ 1.2 × one fewer; half the bytes ≤ the whole
///
/// Source: "self-consistent MPI performance guidelines", Träff, Gropp and Thakur, IEEE TPDS 21(5),
/// 2010; Hunold and Carpen-Amarie, "Autotuning MPI collectives using performance guidelines", 2018.
public final class Guidelines {
  /// One more rank may cost this much more.
  public static final double ONE_MORE = 1.2;

  /// Differences below this part are no breach: tables are of few lines.
  private static final double TOLERANCE = 1.001;

  private static final Collective[] ALL = Collective.values();

  private final CollectivePricer pricer;
  private final Choices table;
  private final IntFunction<Mapping> mappings;
  private final Map<Key, Double> times = new HashMap<>();

  private record Key(Collective collective, long bytes, int ranks) {}

  /// Guidelines over a table, for ranks that `mappings` places on hosts.
  public Guidelines(Platform platform, Choices table, IntFunction<Mapping> mappings) {
    this.pricer = new CollectivePricer(platform);
    this.table = table;
    this.mappings = mappings;
  }

  /// The breaches from 2 to `ranks` ranks, for these numbers of bytes; the worst first.
  public List<Breach> check(int ranks, List<Long> bytes) {
    List<Breach> found = new ArrayList<>();
    for (int size = 2; size <= ranks; size++) {
      compare(
          found,
          "barrier ≤ allreduce of 8 bytes",
          size,
          Collective.BARRIER,
          0,
          new Collective[] {Collective.ALLREDUCE},
          new long[] {8},
          0);
      for (long each : bytes) {
        Collective[] reduceAndBroadcast = {Collective.REDUCE, Collective.BROADCAST};
        compare(
            found,
            "allreduce ≤ reduce + broadcast",
            size,
            Collective.ALLREDUCE,
            each,
            reduceAndBroadcast,
            new long[] {each, each},
            0);
        compare(
            found,
            "allgather ≤ gather + broadcast",
            size,
            Collective.ALLGATHER,
            each,
            new Collective[] {Collective.GATHER, Collective.BROADCAST},
            new long[] {each, each * size},
            0);
        double local = pricer.platform().combine("sum", each);
        compare(
            found,
            "scan ≤ exscan + a local step",
            size,
            Collective.SCAN,
            each,
            new Collective[] {Collective.EXSCAN},
            new long[] {each},
            local);
        for (Collective collective : ALL) {
          monotone(found, collective, size, each);
        }
      }
    }
    found.sort((a, b) -> Double.compare(b.ratio(), a.ratio()));
    return found;
  }

  private void monotone(List<Breach> found, Collective collective, int size, long bytes) {
    if (size > 2 && (collective != Collective.BARRIER || bytes == 8)) {
      long amount = collective == Collective.BARRIER ? 0 : bytes;
      double more = time(collective, amount, size);
      double fewer = time(collective, amount, size - 1);
      if (more > ONE_MORE * fewer * growth(collective, size) * TOLERANCE) {
        found.add(
            new Breach(
                "one more rank ≤ 1.2 × one fewer (" + word(collective) + ")",
                collective,
                size,
                amount,
                more,
                ONE_MORE * fewer * growth(collective, size),
                choice(collective, amount, size)
                    + " against "
                    + choice(collective, amount, size - 1)));
      }
    }
    if (collective != Collective.BARRIER && bytes >= 16) {
      double half = time(collective, bytes / 2, size);
      double whole = time(collective, bytes, size);
      if (half > whole * TOLERANCE) {
        found.add(
            new Breach(
                "half the bytes ≤ the whole (" + word(collective) + ")",
                collective,
                size,
                bytes / 2,
                half,
                whole,
                choice(collective, bytes / 2, size)
                    + " against "
                    + choice(collective, bytes, size)));
      }
    }
  }

  /// With one block for each rank, one more rank has more bytes.
  private static double growth(Collective collective, int size) {
    return switch (collective) {
      case GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE_SCATTER -> size / (size - 1.0);
      default -> 1;
    };
  }

  private void compare(
      List<Breach> found,
      String guideline,
      int size,
      Collective left,
      long leftBytes,
      Collective[] right,
      long[] rightBytes,
      double more) {
    double time = time(left, leftBytes, size);
    double limit = more;
    StringBuilder text = new StringBuilder(choice(left, leftBytes, size)).append(" against ");
    for (int i = 0; i < right.length; i++) {
      limit += time(right[i], rightBytes[i], size);
      text.append(i == 0 ? "" : " + ").append(choice(right[i], rightBytes[i], size));
    }
    if (time > limit * TOLERANCE) {
      found.add(new Breach(guideline, left, size, leftBytes, time, limit, text.toString()));
    }
  }

  /// Why a choice breaks a guideline: the table chooses a slow algorithm, or none is fast enough.
  public String cause(Breach breach) {
    CollectiveQuestion question = question(breach.collective(), breach.bytes(), breach.ranks());
    AlgorithmChoice best = null;
    double least = breach.time();
    for (AlgorithmChoice choice : CandidateChoices.of(question, table.eager())) {
      double time = pricer.time(question, choice);
      if (time < least) {
        least = time;
        best = choice;
      }
    }
    if (best == null || least > 0.95 * breach.time()) {
      return "no algorithm is faster";
    }
    String text =
        String.format(
            Locale.ROOT,
            "the table: %s with chunks of %d KB takes %.0f %% of the time",
            best,
            best.chunk() / 1024,
            100 * least / breach.time());
    return least <= breach.limit() * TOLERANCE ? text : text + ", which is still too long";
  }

  private CollectiveQuestion question(Collective collective, long bytes, int ranks) {
    return new CollectiveQuestion(collective, bytes, mappings.apply(ranks));
  }

  private double time(Collective collective, long bytes, int ranks) {
    return times.computeIfAbsent(
        new Key(collective, bytes, ranks),
        key -> pricer.time(question(collective, bytes, ranks), table));
  }

  private String choice(Collective collective, long bytes, int ranks) {
    CollectiveQuestion question = question(collective, bytes, ranks);
    return CollectivePricer.usesBoard(question, table)
        ? "the board"
        : AlgorithmChoice.of(table, question).toString();
  }

  private static String word(Collective collective) {
    return collective.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
