// SPDX-License-Identifier: Apache-2.0
package weft.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;

/// The begin and end of every page: head, styles and scripts.
final class PageFrame {
  private PageFrame() {}

  static void begin(HtmlOutput out, String title, String lead) throws IOException {
    out.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    // The page may load nothing, neither from the network nor from the reader's disk.
    out.raw(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
            + " script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:\">\n");
    out.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    out.raw("<meta name=\"color-scheme\" content=\"light dark\">\n");
    out.raw("<link rel=\"icon\" href=\"data:,\">\n<title>").text(title).raw("</title>\n<style>\n");
    out.raw(resource("page.css")).raw("</style>\n</head>\n<body>\n");
    out.raw("<a class=\"skip\" href=\"#main\">Skip to the contents</a>\n<header><h1>");
    out.text(title).raw("</h1>\n");
    if (!lead.isEmpty()) {
      out.raw("<p class=\"lead\">").text(lead).raw("</p>\n");
    }
    out.raw(
        "<noscript><p>Charts and timelines need JavaScript; all numbers are in the tables.</p>");
    out.raw("</noscript>\n</header>\n");
  }

  /// @param charts whether the page contains charts, which need a library
  /// @param meshes whether the page contains meshes, which need another
  static void end(HtmlOutput out, boolean charts, boolean meshes) throws IOException {
    out.raw("<footer><p>Written by Weft. This page is complete: it loads nothing.");
    out.raw(charts ? " Charts by Apache ECharts (Apache License 2.0)." : "");
    out.raw(meshes ? " Meshes by three.js (MIT License).</p>\n" : "</p>\n");
    if (meshes) {
      out.raw("<details><summary>The licence of three.js</summary><p>");
      out.text(resource("three.LICENSE")).raw("</p></details>\n");
    }
    out.raw("</footer>\n");
    if (charts) {
      script(out, "echarts.common.min.js");
    }
    if (meshes) {
      // Compressed, it has a third of its 0.7 MB. The script of meshes runs it.
      out.bytes("three-library", resource("three.module.min.js").getBytes(UTF_8));
    }
    script(out, "page.js");
    if (charts) {
      script(out, "charts.js");
    }
    script(out, "heatmap.js");
    script(out, "timeline.js");
    if (meshes) {
      script(out, "meshfaces.js");
      script(out, "mesh.js");
    }
    script(out, "start.js");
    out.raw("</body>\n</html>\n");
  }

  private static void script(HtmlOutput out, String name) throws IOException {
    out.raw("<script>\n").raw(resource(name)).raw("\n</script>\n");
  }

  static String resource(String name) throws IOException {
    try (InputStream in = PageFrame.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the resource weft/report/" + name + " is missing from weft-report");
      }
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
