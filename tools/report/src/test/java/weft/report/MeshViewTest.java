// SPDX-License-Identifier: Apache-2.0
package weft.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.testkit.Browser;
import weft.testkit.Sampled;

/// Meshes in a real browser, with WebGL and without.
@Sampled
final class MeshViewTest {
  private static final String MESH = "const m = Object.values(weft.parts).find(p => p.faces);";

  // Some tests need no browser.
  @SuppressWarnings("NullAway.Init")
  private static Browser browser;

  @TempDir private static Path folder;

  @BeforeAll
  static void start() throws Exception {
    if (Browser.missing().isEmpty()) {
      browser = Browser.start();
    }
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
  }

  @AfterEach
  void nothingFailedAndNothingWasLoaded() {
    if (browser != null) {
      assertThat(browser.problems()).as("script errors and requests").isEmpty();
    }
  }

  private static void open(Path file, boolean webGl) throws Exception {
    assumeTrue(browser != null, () -> Browser.missing().orElse(""));
    String script =
        webGl
            ? ""
            : "const real = HTMLCanvasElement.prototype.getContext;"
                + "HTMLCanvasElement.prototype.getContext = function(kind, ...rest) {"
                + "return kind.startsWith('webgl') ? null : real.call(this, kind, ...rest); };";
    String answer =
        browser.command("Page.addScriptToEvaluateOnNewDocument", "{\"source\":\"" + script + "\"}");
    browser.open(file);
    String id = answer.replaceAll(".*\"identifier\":\"([^\"]*)\".*", "$1");
    browser.command("Page.removeScriptToEvaluateOnNewDocument", "{\"identifier\":\"" + id + "\"}");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void surfacesAreTurnedAndCutByWholeCells(boolean webGl) throws Exception {
    Path file = folder.resolve("surface" + webGl + ".html");
    Page.titled("Surface").mesh(Gallery.bumpySurface(40)).write(file);
    open(file, webGl);
    String kind = browser.eval(MESH + "return m.kind");
    if (webGl) {
      assumeTrue(kind.equals("webgl"), "this browser has no WebGL");
    }
    assertThat(kind).isEqualTo(webGl ? "webgl" : "svg");
    String shown = MESH + "return m.visible().cell.length";
    int all = Integer.parseInt(browser.eval(shown));
    assertThat(all).isEqualTo(2 * 40 * 38 + 2 * 40);
    String picture = webGl ? "figure.mesh canvas" : "figure.mesh svg";
    browser.type(picture, "c");
    int half = Integer.parseInt(browser.eval(shown));
    assertThat(half).isBetween(all / 3, 2 * all / 3);
    assertThat(browser.eval(MESH + "return m.visible().cell.every(c => m.shown[c])"))
        .isEqualTo("true");
    browser.type(picture, "[[");
    assertThat(Integer.parseInt(browser.eval(shown))).isLessThan(half);
    assertThat(browser.eval("return document.querySelector('figure.mesh [aria-live]').textContent"))
        .startsWith("cut at x =");
    browser.type(picture, "0");
    assertThat(browser.eval(shown)).isEqualTo(String.valueOf(all));
    String yaw = MESH + "return m.view.yaw";
    String before = browser.eval(yaw);
    browser.type(picture, "\uE014");
    assertThat(browser.eval(yaw)).isNotEqualTo(before);
    browser.type(picture, "++");
    assertThat(browser.eval(MESH + "return m.view.zoom > 1.5")).isEqualTo("true");
    browser.type(picture, "n");
    assertThat(browser.eval("return document.querySelector('figure.mesh [aria-live]').textContent"))
        .contains("state: dented");
    // A category is hidden by the key of its button.
    browser.type("figure.mesh .legend button", "\uE007");
    assertThat(browser.eval(shown)).isEqualTo("40");
  }

  @Test
  void pixelsShowTheMeshInBothSchemes() throws Exception {
    Path file = folder.resolve("pixels.html");
    Page.titled("Pixels").mesh(Gallery.bumpySurface(40)).write(file);
    open(file, true);
    assumeTrue(browser.eval(MESH + "return m.kind").equals("webgl"), "no WebGL here");
    String pixel =
        MESH
            + "m.paint(); const c = document.querySelector('figure.mesh canvas'),"
            + " k = document.createElement('canvas').getContext('2d');"
            + "k.canvas.width = c.width; k.canvas.height = c.height; k.drawImage(c, 0, 0);"
            + "const all = k.getImageData(0, 0, c.width, c.height).data; let n = 0;"
            + "for (let i = 3; i < all.length; i += 4) n += all[i] > 0; return n * 100 / (all.length / 4)";
    assertThat(Double.parseDouble(browser.eval(pixel))).isBetween(8.0, 80.0);
  }

  @Test
  void tetsShowTheFacesTowardsNoOther() throws Exception {
    // A cube in 5 tets, two of them given inside out.
    double[] points = new double[24];
    for (int i = 0; i < 24; i++) {
      points[i] = i / 3 >> i % 3 & 1;
    }
    int[] tets = {0, 3, 5, 6, 1, 0, 3, 5, 2, 0, 3, 6, 4, 5, 0, 6, 7, 3, 5, 6};
    Path file = folder.resolve("tets.html");
    Page.titled("Tets")
        .mesh(MeshView.tets("Cube", points, tets).values("size", "m", new double[] {1, 2, 3, 4, 5}))
        .write(file);
    open(file, false);
    String shown = MESH + "return m.visible().cell.length";
    assertThat(browser.eval(shown)).isEqualTo("12");
    assertThat(browser.eval(MESH + "return m.faces.owner.length")).isEqualTo("16");
    // Fronts point outwards: away from the middle of the cube.
    assertThat(
            browser.eval(
                MESH
                    + "const r = m.visible(), p = i => [0, 1, 2].map(k => (i >> k & 1) - 0.5);"
                    + "const out = f => { const [a, b, c] = [0, 1, 2].map(i => p(r.corner[3 * f + i]));"
                    + "const u = b.map((x, k) => x - a[k]), v = c.map((x, k) => x - a[k]);"
                    + "return a[0] * (u[1] * v[2] - u[2] * v[1]) + a[1] * (u[2] * v[0] - u[0] * v[2]) + a[2] * (u[0] * v[1] - u[1] * v[0]); };"
                    + "return [...r.cell.keys()].every(f => out(f) > 0)"))
        .isEqualTo("true");
    // Only the tet at the origin's x side stays: its four faces, and those of its like.
    browser.eval(MESH + "m.cutAt(0, -0.2); return 0");
    assertThat(browser.eval(shown)).isEqualTo("8");
  }

  @Test
  void aLargeMeshIsSimplifiedForSvg() throws Exception {
    Path file = folder.resolve("large.html");
    Page.titled("Large").mesh(Gallery.bumpySurface(200)).write(file);
    open(file, false);
    assertThat(browser.eval("return document.querySelector('figure.mesh').textContent"))
        .contains("an SVG of a simpler mesh");
    assertThat(
            Integer.parseInt(
                browser.eval(
                    "return document.querySelectorAll('figure.mesh svg.x, figure.mesh svg path').length")))
        .isBetween(100, 12_000);
  }

  @Test
  void onlyPagesWithMeshesHoldTheLibrary() throws Exception {
    Path without = folder.resolve("without.html");
    Page.titled("x").text("y").write(without);
    assertThat(Files.readString(without)).doesNotContain("three-library", "weft.mesh = ");
    Path with = folder.resolve("with.html");
    MeshView view = Gallery.bumpySurface(6);
    Page.titled("x").mesh(view).mesh(view).write(with);
    String text = Files.readString(with);
    assertThat(text.split("id=\"three-library\"", -1)).hasSize(2);
    assertThat(text).contains("The above copyright notice and this permission notice");
    assertThat(Files.size(with)).isLessThan(400_000);
  }

  @Test
  void wrongShapesAreRefused() {
    double[] points = new double[9];
    assertThatThrownBy(() -> MeshView.triangles("t", points, new int[] {0, 1, 3}))
        .hasMessage("The mesh t has 3 points, but no point 3.");
    assertThatThrownBy(() -> MeshView.tets("t", points, new int[] {0, 1, 2}))
        .hasMessageContaining("4 points a cell");
    MeshView view = MeshView.triangles("t", points, new int[] {0, 1, 2});
    assertThatThrownBy(() -> view.values("v", "", new double[2]))
        .hasMessage("The mesh t has 2 values for 1 cells.");
    assertThatThrownBy(() -> view.categories("v", List.of("a"), new int[] {1}))
        .hasMessage("The mesh t has 1 categories, but no category 1.");
    assertThatThrownBy(() -> view.marks("m", new double[5])).hasMessageContaining("6 coordinates");
  }

  @Test
  void cellsWithoutAPlaceAreCounted() throws Exception {
    double[] points = {0, 0, 0, 1, 0, 0, 0, 1, 0, Double.NaN, 0, 0, 1e300, 1e300, 1e300};
    Path file = folder.resolve("nan.html");
    Page.titled("x")
        .mesh(MeshView.triangles("t", points, new int[] {0, 1, 2, 0, 1, 3, 0, 1, 4}))
        .write(file);
    assertThat(Files.readString(file)).contains("1 cells have coordinates that are not finite.");
  }
}
