// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/// The activity of ranks over time: slices of time, with a row for each rank. Readers can zoom, pan
/// and search. A timeline can hold millions of slices.
///
/// ```java
/// Timeline timeline = Timeline.ofRanks("Who did what", 8);
/// int pass = timeline.name("pass", "handlers");
/// timeline.slice(rank, pass, beginNanos, endNanos);   // in the order of time, for each rank
/// ```
///
/// Several threads may add slices at once, if each uses its own rows.
///
/// Slices are stored in a few bytes each, not as objects: about 6 bytes for a slice directly after
/// another. Sums over all slices are exact. The picture is exact as long as it fits the budget.
/// Otherwise [Timeline#resolution()] gives its resolution.
///
/// Why runs of time: eight ranks with a million events each must fit a page of 10 MB, which is one
/// byte for an event. If not all slices fit, time is cut into cells of one quantum, the finest that
/// fits. Each cell shows the name with the most time that no cell has shown so far, so each name
/// keeps its share of the picture, as shades of grey do in print. The longest slices alone would
/// make rows look idle, sums in bins could not be zoomed into, samples would lose rare names, and
/// JSON takes 20 bytes for a slice.
public final class Timeline extends Part {
  /// The default size of the slices in the page, in bytes.
  private static final int BUDGET = 8_400_000;

  private record Name(String name, int group) {}

  private record Mark(int row, long time, String text) {}

  private final String title;
  private final List<String> rowNames = new ArrayList<>();
  private final SliceTrack[] tracks;
  private final List<Name> names = new ArrayList<>();
  private final List<String> groups = new ArrayList<>();
  private final Map<String, Integer> byName = new HashMap<>();
  private final List<Mark> marks = new ArrayList<>();
  private int budget = BUDGET;
  private long resolution;
  private String note = "";

  private Timeline(String title, int rows, IntFunction<String> rowName) {
    if (rows < 1) {
      throw new IllegalArgumentException(
          "The timeline " + title + " needs at least one row, not " + rows + ".");
    }
    this.title = title;
    tracks = new SliceTrack[rows];
    for (int i = 0; i < rows; i++) {
      rowNames.add(rowName.apply(i));
      tracks[i] = new SliceTrack();
    }
  }

  /// Creates a timeline with a row for each rank.
  public static Timeline ofRanks(String title, int ranks) {
    return new Timeline(title, ranks, rank -> "rank " + rank);
  }

  /// Creates a timeline with named rows. Use several rows for a rank whose activities overlap.
  public static Timeline ofRows(String title, List<String> rows) {
    return new Timeline(title, rows.size(), rows::get);
  }

  /// Returns the number of a name, for [Timeline#slice]. The same name in the same group always has
  /// the same number.
  ///
  /// @param name the text that readers see and search for
  /// @param group the category: slices of one group have one colour. Each of the first eleven
  ///   groups has its own colour
  public synchronized int name(String name, String group) {
    return byName.computeIfAbsent(
        group + '\n' + name,
        key -> {
          int at = groups.indexOf(group);
          if (at < 0) {
            at = groups.size();
            groups.add(group);
          }
          names.add(new Name(name, at));
          return names.size() - 1;
        });
  }

  /// Adds a slice. The slices of a row must be in the order of time and not overlap. A slice that
  /// begins before the end of the previous one is cut there.
  ///
  /// @param row the rank, or the row
  /// @param name a number from [Timeline#name]
  /// @param begin the begin in nanoseconds, on a clock that all rows share
  /// @param end the end in nanoseconds
  public void slice(int row, int name, long begin, long end) {
    if (row < 0 || row >= tracks.length) {
      throw noRow(row);
    }
    if (name < 0 || name >= names.size()) {
      throw new IllegalArgumentException(
          "The timeline " + title + " has no name " + name + ": register it by name(...).");
    }
    tracks[row].add(name, begin, end);
  }

  private IllegalArgumentException noRow(int row) {
    return new IllegalArgumentException(
        "The timeline " + title + " has " + tracks.length + " rows, but no row " + row + ".");
  }

  /// Adds a mark at one time, such as a failure or a move of an object.
  public void mark(int row, long time, String text) {
    if (row < 0 || row >= tracks.length) {
      throw noRow(row);
    }
    marks.add(new Mark(row, time, text));
  }

  /// Sets a sentence to show below the timeline.
  public Timeline note(String sentence) {
    note = sentence;
    return this;
  }

  /// Sets the maximum size of the slices in the page, in bytes. The default is about 8 MB.
  public Timeline budget(int bytes) {
    budget = bytes;
    return this;
  }

  /// The number of slices so far.
  public long slices() {
    long sum = 0;
    for (SliceTrack track : tracks) {
      sum += track.slices();
    }
    return sum;
  }

  /// The bytes of memory that the slices take.
  public long memory() {
    long sum = 0;
    for (SliceTrack track : tracks) {
      sum += track.memory();
    }
    return sum;
  }

  /// The resolution of the picture when it was last written, in nanoseconds. At 1 it is exact.
  public long resolution() {
    return resolution;
  }

  @Override
  protected void writeTo(HtmlOutput out, String id) throws IOException {
    var encoding = SliceEncoding.of(tracks, names.size(), budget);
    resolution = encoding.quantum();
    out.raw("<figure id=\"" + id + "\" class=\"timeline\" aria-labelledby=\"" + id + "-caption\">");
    out.raw("<figcaption id=\"" + id + "-caption\">").text(title).raw("</figcaption>\n");
    out.raw("<div class=\"plot\"></div>\n<p class=\"note\">");
    out.text(Numbers.text(slices()) + " slices. " + encoding.precision()).raw("</p>\n");
    if (!note.isEmpty()) {
      out.raw("<p class=\"note\">").text(note).raw("</p>\n");
    }
    out.raw("<details><summary>Numbers of this timeline</summary>\n");
    sums().writeTo(out, id + "-sums");
    out.raw("</details>\n");
    out.json(id + "-data", JsonText.of(spec(encoding)));
    out.deflated(id + "-slices", encoding.deflated());
    out.raw("</figure>\n");
  }

  private Map<String, Object> spec(SliceEncoding encoding) {
    var spec = new LinkedHashMap<String, Object>();
    spec.put("title", title);
    spec.put("rows", rowNames);
    spec.put("groups", groups);
    spec.put("names", names.stream().map(Name::name).toList());
    spec.put("groupOf", names.stream().map(Name::group).toList());
    spec.put("begin", encoding.begin());
    spec.put("quantum", encoding.quantum());
    spec.put("exact", encoding.isExact());
    spec.put("length", encoding.length());
    spec.put("wide", encoding.isWide());
    spec.put("runs", encoding.runs());
    var list = new ArrayList<Map<String, Object>>();
    for (Mark mark : marks) {
      long time = mark.time() - encoding.begin();
      list.add(Map.of("row", mark.row(), "time", (double) time, "text", mark.text()));
    }
    spec.put("marks", list);
    return spec;
  }

  /// Returns a table of the exact time of each group in each row, in milliseconds.
  private DataTable sums() {
    DataTable table = DataTable.titled(title + ": time by row").text("row");
    for (String group : groups) {
      table.number(group, "ms");
    }
    table.number("slices", "");
    for (int row = 0; row < tracks.length; row++) {
      var nanos = new long[groups.size()];
      for (int name = 0; name < names.size(); name++) {
        nanos[names.get(name).group()] += tracks[row].nanos(name);
      }
      var cells = new Object[groups.size() + 2];
      cells[0] = rowNames.get(row);
      for (int i = 0; i < nanos.length; i++) {
        cells[i + 1] = nanos[i] / 1e6;
      }
      cells[cells.length - 1] = tracks[row].slices();
      table.row(cells);
    }
    return table;
  }
}
