// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import weft.model.Mapping;
import weft.model.Platform;
import weft.model.TauLopCost.CostTerm;

/// Movements that share the memory of a host, or the links between hosts, by fractional progress as
/// in [weft.model.TauLopFrac]. Contention of the network counts at both ends.
///
/// Movements with the same channel, hosts and bytes progress alike, so each such *stream* has one
/// clock, on which all that began earlier ends earlier. An event costs time in proportion to the
/// streams of its hosts.
final class SharedMovements implements Movements {
  /// Times that differ by less than this part end together.
  private static final double DONE = 1e-9;

  private record Key(int source, int target, long bytes, MovementKind kind) {}

  /// @param before the stream's progress by the number at once, as it began; empty unless kept
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Begun(int rank, double at, double[] before) {}

  private static final class Stream {
    final Key key;
    final Deque<Begun> moving = new ArrayDeque<>();
    double done;
    double last;
    double period;
    int index;

    /// The movements at once that the period is for.
    int together = 1;

    /// By the number of movements at once: the progress meanwhile, if that is kept.
    double[] progress = {};

    Stream(Key key) {
      this.key = key;
    }
  }

  private final Platform platform;
  private final Mapping mapping;
  private final Map<Key, Stream> streams = new HashMap<>();
  private final List<Stream> all = new ArrayList<>();
  private final EventQueue ends = new EventQueue();

  /// By stream: when its first movement ends; other times in the queue are outdated.
  private double[] due = new double[0];

  /// By host: the movements within it, to it from others, and from it to others.
  private final int[][] counts;

  private final List<List<Stream>> active = new ArrayList<>();
  private final boolean[] isDirty;
  private final int[] dirty;
  private int dirtyCount;
  private final boolean isKept;
  private List<CostTerm> terms = List.of();

  /// @param isKept whether [#terms] is asked for
  SharedMovements(Platform platform, Mapping mapping, boolean isKept) {
    this.isKept = isKept;
    this.platform = platform;
    this.mapping = mapping;
    this.counts = new int[3][mapping.hosts()];
    this.isDirty = new boolean[mapping.hosts()];
    this.dirty = new int[mapping.hosts()];
    for (int host = 0; host < mapping.hosts(); host++) {
      active.add(new ArrayList<>());
    }
  }

  @Override
  public void begin(int rank, int source, int target, long bytes, MovementKind kind, double now) {
    int from = mapping.host(source);
    int to = mapping.host(target);
    Stream stream =
        streams.computeIfAbsent(
            new Key(from, to, bytes, kind),
            key -> {
              var made = new Stream(key);
              made.index = all.size();
              all.add(made);
              return made;
            });
    if (stream.moving.isEmpty()) {
      stream.done = 0;
      stream.last = now;
      stream.period = Double.POSITIVE_INFINITY;
      active.get(from).add(stream);
      if (to != from) {
        active.get(to).add(stream);
      }
    } else {
      progress(stream, now);
    }
    stream.moving.addLast(new Begun(rank, stream.done + 1, stream.progress.clone()));
    count(from, to, 1);
  }

  private void count(int from, int to, int by) {
    if (from == to) {
      counts[0][from] += by;
    } else {
      counts[1][to] += by;
      counts[2][from] += by;
    }
    soil(from);
    soil(to);
  }

  private void soil(int host) {
    if (!isDirty[host]) {
      isDirty[host] = true;
      dirty[dirtyCount++] = host;
    }
  }

  private int together(int from, int to) {
    return from == to ? counts[0][from] : Math.max(counts[1][to], counts[2][from]);
  }

  @Override
  public List<CostTerm> terms() {
    return terms;
  }

  private void progress(Stream stream, double now) {
    if (now > stream.last) {
      double by = stream.period > 0 ? (now - stream.last) / stream.period : 0;
      stream.done += by;
      stream.last = now;
      keep(stream, by);
    }
  }

  private void keep(Stream stream, double by) {
    if (isKept) {
      if (stream.together >= stream.progress.length) {
        stream.progress = Arrays.copyOf(stream.progress, stream.together + 1);
      }
      stream.progress[stream.together] += by;
    }
  }

  /// The parts of a movement that were done beside so many others.
  private List<CostTerm> terms(Stream stream, Begun ended) {
    List<CostTerm> parts = new ArrayList<>();
    Key key = stream.key;
    int number = key.source == key.target ? Platform.LOCAL : Platform.NETWORK;
    for (int n = 1; n < stream.progress.length; n++) {
      double part = stream.progress[n] - (n < ended.before.length ? ended.before[n] : 0);
      if (part > DONE) {
        // Almost 1 is 1 but for rounding.
        double rounded = Math.abs(part - 1) < DONE ? 1 : part;
        parts.add(key.kind.term(platform.channel(number), number, key.bytes, n, rounded));
      }
    }
    return parts;
  }

  @Override
  public double next(double now) {
    for (int i = 0; i < dirtyCount; i++) {
      int host = dirty[i];
      isDirty[host] = false;
      for (Stream stream : active.get(host)) {
        Key key = stream.key;
        int channel = key.source == key.target ? Platform.LOCAL : Platform.NETWORK;
        int together = together(key.source, key.target);
        double period = key.kind.time(platform.channel(channel), key.bytes, together);
        progress(stream, now);
        stream.period = period;
        stream.together = together;
        double end = now + Math.max(0, stream.moving.getFirst().at - stream.done) * period;
        due(stream.index, end);
      }
    }
    dirtyCount = 0;
    while (!ends.isEmpty() && due[ends.first()] != ends.time()) {
      ends.remove();
    }
    return ends.isEmpty() ? Double.POSITIVE_INFINITY : ends.time();
  }

  private void due(int stream, double end) {
    if (stream >= due.length) {
      int before = due.length;
      due = Arrays.copyOf(due, Math.max(2 * before, stream + 16));
      Arrays.fill(due, before, due.length, Double.NaN);
    }
    if (due[stream] != end) {
      due[stream] = end;
      ends.add(end, stream);
    }
  }

  @Override
  public int end(double now) {
    while (!ends.isEmpty() && ends.time() <= now) {
      int index = ends.first();
      if (due[index] != ends.time()) {
        ends.remove();
        continue;
      }
      Stream stream = all.get(index);
      if (stream.last < now) {
        stream.last = now;
        keep(stream, stream.moving.getFirst().at - stream.done);
        stream.done = stream.moving.getFirst().at;
      }
      Begun first = stream.moving.peekFirst();
      double left = first == null ? 0 : (first.at - stream.done) * stream.period;
      if (first == null || left > DONE * Math.max(1, now)) {
        ends.remove();
        due[index] = Double.NaN;
        if (first != null) {
          due(index, now + left);
        }
        continue;
      }
      stream.moving.removeFirst();
      terms = isKept ? terms(stream, first) : List.of();
      count(stream.key.source, stream.key.target, -1);
      if (stream.moving.isEmpty()) {
        active.get(stream.key.source).remove(stream);
        if (stream.key.target != stream.key.source) {
          active.get(stream.key.target).remove(stream);
        }
      }
      return first.rank;
    }
    return -1;
  }
}
