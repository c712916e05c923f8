// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static weft.recording.RecordingLayout.*;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import weft.files.OutputFile;
import weft.record.reading.BeginOrder;
import weft.record.reading.CommonClock;
import weft.recording.EventReader;
import weft.recording.RecordedRank;
import weft.recording.RecordingWriter;
import weft.transport.JobVariables;

/// Writes a trace of track events for ui.perfetto.dev. Each rank has a track with its handlers,
/// waits, collective operations and tasks. An arrow connects each send with its handler.
///
/// The trace is bounded to the last [#MOST_EVENTS] events of the first [#MOST_RANKS] ranks. A
/// separate track names what is missing.
public final class TraceWriter implements RecordingWriter {
  static final int MOST_EVENTS = 1 << 20;
  static final int MOST_RANKS = 256;

  private static final long TRACK = 0x5745_0000L;
  private static final long FLOW_MIX = 0x9E3779B97F4A7C15L;

  private static final int BEGIN = 1;
  private static final int END = 2;
  private static final int INSTANT = 3;

  // Field numbers from perfetto.proto.
  private static final int TRACE_PACKET = 1;
  private static final int PACKET_TIMESTAMP = 8;
  private static final int PACKET_SEQUENCE = 10;
  private static final int PACKET_EVENT = 11;
  private static final int PACKET_INTERNED = 12;
  private static final int PACKET_FLAGS = 13;
  private static final int PACKET_TRACK = 60;
  private static final int FLAG_CLEARED = 1;
  private static final int FLAG_NEEDS = 2;

  private final ProtoMessage packet = new ProtoMessage();
  private final ProtoMessage event = new ProtoMessage();
  private final ProtoMessage part = new ProtoMessage();
  private final ProtoMessage inner = new ProtoMessage();
  private final ProtoMessage trace = new ProtoMessage();

  /// Called by the service loader.
  public TraceWriter() {}

  @Override
  public String variable() {
    return JobVariables.TRACE;
  }

  @Override
  public void write(Path folder, int ranks, String program, Path file) throws IOException {
    List<RecordedRank> recorded = RecordedRank.readAll(folder, ranks);
    OutputFile.write(file, out -> write(recorded, ranks, program, out));
  }

  private void write(List<RecordedRank> recorded, int ranks, String program, OutputStream out)
      throws IOException {
    if (recorded.isEmpty()) {
      track(out, TRACK, program + ": no rank has left a readable recording", 0);
      return;
    }
    var clock = new CommonClock(recorded);
    int shown = Math.min(recorded.size(), MOST_RANKS);
    int each = Math.max(1, MOST_EVENTS / shown);
    long left = 0;
    for (int i = 0; i < shown; i++) {
      left += Math.max(0, recorded.get(i).events() - events(recorded.get(i), each));
    }
    String missing =
        (left > 0 ? "; " + Units.count(left) + " earlier events did not fit" : "")
            + (shown < ranks ? "; " + (ranks - shown) + " ranks are not shown" : "");
    track(out, TRACK, program + missing + ". " + Units.accuracy(clock), 0);
    for (int i = 0; i < shown; i++) {
      write(out, i, recorded.get(i), clock, events(recorded.get(i), each));
    }
  }

  /// Returns the number of a rank's last events that are written.
  private static int events(RecordedRank rank, int each) {
    return (int) Math.min(each, rank.events() - rank.firstEvent());
  }

  private void write(OutputStream out, int index, RecordedRank rank, CommonClock clock, int count)
      throws IOException {
    long uuid = TRACK + 1 + rank.rank();
    track(out, uuid, "rank " + rank.rank(), rank.rank() + 1);
    intern(out, rank);
    long first = rank.events() - count;
    var ends = new long[16];
    int depth = 0;
    BeginOrder order = BeginOrder.of(rank, first, true);
    EventReader events = rank.reader();
    for (int at = 0; at < order.count(); at++) {
      long began = order.began(at);
      boolean isSend = order.kind(at) == SEND;
      while (depth > 0 && ends[depth - 1] <= began && !isSend) {
        end(out, rank, uuid, clock.time(index, ends[--depth]));
      }
      while (depth > 0 && ends[depth - 1] < began) {
        end(out, rank, uuid, clock.time(index, ends[--depth]));
      }
      events.seek(order.number(at));
      begin(out, rank, uuid, events, clock.time(index, began));
      if (!isSend) {
        if (depth == ends.length) {
          ends = Arrays.copyOf(ends, 2 * depth);
        }
        long end = order.end(at);
        ends[depth] = depth > 0 ? Math.min(end, ends[depth - 1]) : end;
        depth++;
      }
    }
    while (depth > 0) {
      end(out, rank, uuid, clock.time(index, ends[--depth]));
    }
    totals(out, rank, uuid, clock.time(index, rank.until()));
  }

  private void track(OutputStream out, long uuid, String name, int thread) throws IOException {
    part.clear().number(1, uuid).text(2, name);
    if (thread > 0) {
      inner.clear().number(1, 1).number(2, thread).text(5, name);
      part.message(4, inner);
    }
    packet.clear().number(PACKET_SEQUENCE, Math.max(1, thread)).message(PACKET_TRACK, part);
    finish(out);
  }

  private void intern(OutputStream out, RecordedRank rank) throws IOException {
    part.clear();
    for (int id = 0; id < IDS; id++) {
      String name = rank.name(id);
      if (!name.equals("number " + id)) {
        inner.clear().number(1, id + 1).text(2, name);
        part.message(2, inner);
      }
    }
    packet
        .clear()
        .number(PACKET_SEQUENCE, rank.rank() + 1)
        .number(PACKET_FLAGS, FLAG_CLEARED)
        .message(PACKET_INTERNED, part);
    finish(out);
  }

  private void begin(OutputStream out, RecordedRank rank, long uuid, EventReader its, long time)
      throws IOException {
    int kind = its.kind();
    int peer = its.peer();
    event.clear().number(9, kind == SEND ? INSTANT : BEGIN).number(10, its.id() + 1);
    event.number(11, uuid).text(22, category(kind));
    if (peer >= 0) {
      annotate(kind == SEND ? "to" : kind == HANDLER ? "from" : "for", peer);
    }
    if (kind == SEND || kind == HANDLER || kind == COLLECTIVE) {
      annotate("bytes", its.bytes());
    }
    int messages = its.messages();
    if (messages > 1) {
      annotate("messages", messages);
    }
    for (int i = 0; i < messages; i++) {
      if (kind == SEND) {
        event.fixed(47, flow(rank.rank(), peer, its.number() + i));
      } else if (kind == HANDLER) {
        event.fixed(48, flow(peer, rank.rank(), its.number() + i));
      }
    }
    packet(out, rank, time);
  }

  private static String category(int kind) {
    return switch (kind) {
      case HANDLER -> "handler";
      case WAIT -> "wait";
      case COLLECTIVE -> "collective";
      case TASK -> "task";
      default -> "send";
    };
  }

  private static long flow(int source, int target, long number) {
    return (((long) source << 16 | target) << 32 ^ number) * FLOW_MIX;
  }

  private void annotate(String name, long value) {
    inner.clear().text(10, name).number(4, value);
    event.message(4, inner);
  }

  private void end(OutputStream out, RecordedRank rank, long uuid, long time) throws IOException {
    event.clear().number(9, END).number(11, uuid);
    packet(out, rank, time);
  }

  /// Writes the counters of the rank, which include events that did not fit.
  private void totals(OutputStream out, RecordedRank rank, long uuid, long time)
      throws IOException {
    event.clear().number(9, INSTANT).text(23, "totals").number(11, uuid).text(22, "totals");
    annotate("sent", rank.word(H_SENT));
    annotate("received", rank.word(H_RECEIVED));
    annotate("sentBytes", rank.word(H_SENT_BYTES));
    annotate("receivedBytes", rank.word(H_RECEIVED_BYTES));
    packet(out, rank, time);
  }

  private void packet(OutputStream out, RecordedRank rank, long time) throws IOException {
    packet
        .clear()
        .number(PACKET_TIMESTAMP, Math.max(0, time))
        .number(PACKET_SEQUENCE, rank.rank() + 1)
        .message(PACKET_EVENT, event)
        .number(PACKET_FLAGS, FLAG_NEEDS);
    finish(out);
  }

  private void finish(OutputStream out) throws IOException {
    trace.clear().message(TRACE_PACKET, packet);
    trace.writeTo(out);
  }
}
