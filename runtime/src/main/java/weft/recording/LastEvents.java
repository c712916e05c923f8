// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import static weft.recording.RecordingLayout.*;

import java.nio.file.Path;
import java.util.Locale;

/// The last events of ranks as text, for reports of failures.
public final class LastEvents {
  private LastEvents() {}

  /// The last `count` events of each rank that has recorded in `folder`.
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
    for (long event = Math.max(rank.firstEvent(), end - count); event < end; event++) {
      text.append(indent);
      append(text, rank, event);
      text.append('\n');
    }
    text.append(indent)
        .append(seconds(rank.until() - rank.start()))
        .append(rank.isRunning() ? "  then in " : "  ended in ")
        .append(rank.name(rank.current()))
        .append(rank.currentPeer() >= 0 ? " for rank " + rank.currentPeer() : "")
        .append('\n');
  }

  private static void append(StringBuilder text, RecordedRank rank, long event) {
    String name = rank.name(rank.id(event));
    int peer = rank.peer(event);
    text.append(seconds(rank.began(event) - rank.start())).append("  ");
    switch (rank.kind(event)) {
      case HANDLER -> text.append("handler \"").append(name).append("\" for rank ").append(peer);
      case SEND ->
          text.append("sent \"")
              .append(name)
              .append("\" to rank ")
              .append(peer)
              .append(", ")
              .append(rank.eventBytes(event))
              .append(" bytes");
      case WAIT ->
          text.append("waited in ").append(name).append(peer < 0 ? "" : " for rank " + peer);
      case COLLECTIVE ->
          text.append(name).append(", ").append(rank.eventBytes(event)).append(" bytes");
      case TASK -> text.append("ran tasks");
      default -> text.append("something unknown");
    }
    if (rank.messages(event) > 1) {
      text.append(", ").append(rank.messages(event)).append(" messages");
    }
    if (rank.kind(event) != SEND) {
      text.append(String.format(Locale.ROOT, ", %.1f us", rank.duration(event) / 1e3));
    }
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%12.6f s", nanos / 1e9);
  }
}
