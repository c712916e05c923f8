// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import static weft.recording.RecordingLayout.*;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.LongStream;

/// The last events of ranks as text, for reports of failures.
public final class LastEvents {
  private LastEvents() {}

  /// The last `count` events of each rank that has recorded in `folder`, in the order in which they
  /// began.
  public static String text(Path folder, int ranks, int count) {
    var text = new StringBuilder();
    for (int rank = 0; rank < ranks; rank++) {
      RecordedRank recorded = RecordedRank.read(folder.resolve(RecordingLayout.file(rank)));
      if (recorded == null) {
        text.append("  rank ").append(rank).append(" has recorded nothing that can be read\n");
        continue;
      }
      text.append("  the last events of rank ").append(rank).append(":\n");
      append(text, recorded, count, "    ");
    }
    return text.toString();
  }

  /// The last `count` events of the rank of this recorder.
  public static String text(Recorder recorder, int count) {
    var text = new StringBuilder();
    append(text, new RecordedRank(recorder), count, "  ");
    return text.toString();
  }

  private static void append(StringBuilder text, RecordedRank rank, int count, String indent) {
    long end = rank.events();
    EventReader events = rank.reader();
    // An event is recorded at its end, so a wait comes after the handlers that ran in it.
    LongStream.range(Math.max(rank.firstEvent(), end - count), end)
        .boxed()
        .sorted(Comparator.comparingLong(event -> began(events, event)))
        .forEach(event -> {
          events.seek(event);
          text.append(indent);
          append(text, rank, events);
          text.append('\n');
        });
    text.append(indent)
        .append(seconds(rank.until() - rank.start()))
        .append(rank.isRunning() ? "  then in " : "  ended in ")
        .append(rank.name(rank.current()))
        .append(rank.currentPeer() >= 0 ? " for rank " + rank.currentPeer() : "")
        .append('\n');
  }

  private static long began(EventReader events, long event) {
    events.seek(event);
    return events.began();
  }

  private static void append(StringBuilder text, RecordedRank rank, EventReader event) {
    String name = rank.name(event.id());
    int peer = event.peer();
    text.append(seconds(event.began() - rank.start())).append("  ");
    switch (event.kind()) {
      case HANDLER -> text.append("handler \"").append(name).append("\" for rank ").append(peer);
      case SEND ->
          text.append("sent \"")
              .append(name)
              .append("\" to rank ")
              .append(peer)
              .append(", ")
              .append(event.bytes())
              .append(" bytes");
      case WAIT ->
          text.append("waited in ").append(name).append(peer < 0 ? "" : " for rank " + peer);
      case COLLECTIVE -> text.append(name).append(", ").append(event.bytes()).append(" bytes");
      case TASK ->
          text.append(event.id() == TASKS ? "ran tasks" : "handler \"" + name + "\" in a step");
      default -> text.append("something unknown");
    }
    if (event.messages() > 1) {
      text.append(", ").append(event.messages()).append(" messages");
    }
    if (event.kind() != SEND) {
      text.append(String.format(Locale.ROOT, ", %.1f us", event.nanos() / 1e3));
    }
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%12.6f s", nanos / 1e9);
  }
}
