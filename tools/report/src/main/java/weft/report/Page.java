// SPDX-License-Identifier: Apache-2.0
package weft.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A page, built from top to bottom as sections with their parts.
///
/// ```java
/// Page.titled("wave2d, 8 ranks")
///     .section("Where did the time go?")
///     .figure("iterations", "1,000", "in 3.2 s")
///     .chart(Chart.bars("Time per rank", ranks).y("time", "s").series("computing", seconds).stacked())
///     .write(Path.of("out.html"));
/// ```
///
/// Texts are plain: markup in them is shown literally. A page must be used by one thread only.
public final class Page {
  private sealed interface Entry {
    record Section(String title) implements Entry {}

    record Text(String text) implements Entry {}

    record Finding(String headline, String text) implements Entry {}

    record Figure(String label, String value, String note) implements Entry {}

    record Shown(Part part) implements Entry {}

    record Included(PagePart part) implements Entry {}
  }

  /// What the identifiers of a page in another begin with.
  private static final String PART = "results-";

  private final String title;
  private final List<Entry> entries = new ArrayList<>();
  private String lead = "";

  private Page(String title) {
    this.title = title;
  }

  /// Creates an empty page.
  public static Page titled(String title) {
    return new Page(title);
  }

  /// Sets the text below the title, such as program, machine and date.
  public Page lead(String sentence) {
    lead = sentence;
    return this;
  }

  /// Begins a section, which the table of contents lists.
  public Page section(String title) {
    entries.add(new Entry.Section(title));
    return this;
  }

  /// Adds a paragraph.
  public Page text(String paragraph) {
    entries.add(new Entry.Text(paragraph));
    return this;
  }

  /// Adds an important finding, in a box.
  ///
  /// @param headline the finding in one sentence
  /// @param text its evidence, and what to do
  public Page finding(String headline, String text) {
    entries.add(new Entry.Finding(headline, text));
    return this;
  }

  /// Adds a key figure. Consecutive figures are shown side by side.
  ///
  /// @param note its meaning, or where it was measured; may be empty
  public Page figure(String label, String value, String note) {
    entries.add(new Entry.Figure(label, value, note));
    return this;
  }

  /// Adds a table.
  public Page table(DataTable table) {
    return add(table);
  }

  /// Adds a chart.
  public Page chart(Chart chart) {
    return add(chart);
  }

  /// Adds a heat map.
  public Page heatMap(HeatMap map) {
    return add(map);
  }

  /// Adds a timeline.
  public Page timeline(Timeline timeline) {
    return add(timeline);
  }

  /// Adds a mesh in space.
  public Page mesh(MeshView mesh) {
    return add(mesh);
  }

  /// Adds a part of any kind.
  public Page add(Part part) {
    entries.add(new Entry.Shown(part));
    return this;
  }

  /// Adds what [#writePart] has written to `file`: title and lead of that page, and its sections.
  ///
  /// @throws ReportException with a sentence that gives the reason, if it cannot be read
  public Page include(Path file) {
    entries.add(new Entry.Included(PagePart.read(file)));
    return this;
  }

  /// Checks, before the work to be reported begins, that a page can be written to `file`. Leaves no
  /// file behind.
  ///
  /// @throws ReportException with a sentence that gives the reason, if it cannot
  public static void checkWritable(Path file) {
    PageFile.check(file);
  }

  /// Writes the page. The file appears complete or not at all. An older file is replaced.
  ///
  /// @throws ReportException with a sentence that gives the reason, if it cannot be written
  public void write(Path file) {
    PageFile.write(file, this::writeTo);
  }

  /// Writes this page as a part of another, which [#include] adds to it. `World.resultsFile` names
  /// the file with which the page of a run begins.
  ///
  /// @throws ReportException with a sentence that gives the reason, if it cannot be written
  public void writePart(Path file) {
    var body = new ByteArrayOutputStream();
    try {
      var out = new HtmlOutput(body);
      out.raw("<section aria-labelledby=\"" + PART + "section0\"><h2 id=\"" + PART + "section0\">");
      out.text(title).raw("</h2>\n<p>").text(lead).raw("</p>\n</section>\n");
      writeBody(out, PART);
    } catch (IOException e) {
      throw new AssertionError("writing to memory failed", e);
    }
    var headings = new ArrayList<PagePart.Heading>();
    headings.add(new PagePart.Heading(PART + "section0", title));
    headings.addAll(headings(PART));
    new PagePart(headings, shows(Chart.class), shows(MeshView.class), body.toString(UTF_8))
        .write(file);
  }

  private void writeTo(HtmlOutput out) throws IOException {
    PageFrame.begin(out, title, lead);
    writeContents(out);
    out.raw("<main id=\"main\" tabindex=\"-1\">\n");
    writeBody(out, "");
    out.raw("</main>\n");
    PageFrame.end(out, shows(Chart.class), shows(MeshView.class));
  }

  /// Whether the page has a part of this kind, which needs a library.
  private boolean shows(Class<? extends Part> kind) {
    return entries.stream()
        .anyMatch(entry ->
            switch (entry) {
              case Entry.Shown(Part part) -> kind.isInstance(part);
              case Entry.Included(PagePart part) ->
                  kind == Chart.class ? part.hasCharts() : part.hasMeshes();
              default -> false;
            });
  }

  /// @param prefix what the identifiers of sections and parts begin with
  private void writeBody(HtmlOutput out, String prefix) throws IOException {
    boolean open = false;
    int sections = 0;
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      if (entry instanceof Entry.Section(String heading)) {
        out.raw(open ? "</section>\n" : "");
        sections++;
        String id = prefix + "section" + sections;
        out.raw("<section aria-labelledby=\"" + id + "\"><h2 id=\"" + id + "\">");
        out.text(heading).raw("</h2>\n");
        open = true;
      } else if (entry instanceof Entry.Included(PagePart part)) {
        out.raw(open ? "</section>\n" : "").raw(part.body());
        open = false;
      } else if (entry instanceof Entry.Figure) {
        i = writeFigures(out, i) - 1;
      } else {
        write(out, entry, prefix + "part" + (i + 1));
      }
    }
    out.raw(open ? "</section>\n" : "");
  }

  private List<PagePart.Heading> headings(String prefix) {
    var headings = new ArrayList<PagePart.Heading>();
    int sections = 0;
    for (Entry entry : entries) {
      if (entry instanceof Entry.Section(String heading)) {
        sections++;
        headings.add(new PagePart.Heading(prefix + "section" + sections, heading));
      } else if (entry instanceof Entry.Included(PagePart part)) {
        headings.addAll(part.headings());
      }
    }
    return headings;
  }

  private void writeContents(HtmlOutput out) throws IOException {
    List<PagePart.Heading> headings = headings("");
    if (headings.size() < 2) {
      return;
    }
    out.raw("<nav aria-label=\"Sections\"><ol>\n");
    for (PagePart.Heading it : headings) {
      out.raw("<li><a href=\"#" + it.id() + "\">").text(it.title()).raw("</a></li>\n");
    }
    out.raw("</ol></nav>\n");
  }

  /// Writes the consecutive key figures from one entry on. Returns the next entry that is not a
  /// figure.
  private int writeFigures(HtmlOutput out, int from) throws IOException {
    out.raw("<dl class=\"figures\">\n");
    int i = from;
    while (i < entries.size() && entries.get(i) instanceof Entry.Figure figure) {
      out.raw("<div><dt>").text(figure.label()).raw("</dt><dd class=\"value\">");
      out.text(figure.value()).raw("</dd>");
      if (!figure.note().isEmpty()) {
        out.raw("<dd class=\"note\">").text(figure.note()).raw("</dd>");
      }
      out.raw("</div>\n");
      i++;
    }
    out.raw("</dl>\n");
    return i;
  }

  private static void write(HtmlOutput out, Entry entry, String id) throws IOException {
    switch (entry) {
      case Entry.Text(String text) -> out.raw("<p>").text(text).raw("</p>\n");
      case Entry.Finding(String headline, String text) -> {
        out.raw("<div class=\"finding\"><p class=\"headline\">").text(headline).raw("</p><p>");
        out.text(text).raw("</p></div>\n");
      }
      case Entry.Shown(Part part) -> part.writeTo(out, id);
      case Entry.Section _, Entry.Figure _, Entry.Included _ -> throw new AssertionError(entry);
    }
  }
}
