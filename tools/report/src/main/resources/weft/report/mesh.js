// Meshes in space: turned, zoomed and cut by whole cells. SPDX-License-Identifier: Apache-2.0
weft.mesh = async figure => {
  "use strict";
  const spec = weft.read(figure.id + "-data");
  const part = async name => (await weft.bytes(figure.id + "-" + name)).buffer;
  const points = new Float32Array(await part("points"));
  const cells = new Int32Array(await part("cells"));
  const count = cells.length / spec.corners;
  const kinds = spec.format === "kinds" ? new Uint8Array(await part("values")) : null;
  const values = spec.format === "values" ? new Float32Array(await part("values")) : null;
  // Of a large mesh, the page holds only the cells that can be seen; they keep their numbers.
  const numbers = spec.whole ? new Int32Array(await part("chosen")) : null;
  const inner = spec.whole ? new Uint8Array(await part("inner")) : null;
  const marks = [];
  for (let i = 0; i < spec.markNames.length; i++) marks.push(new Float32Array(await part("marks" + i)));
  const faces = weft.meshFaces.all(points, cells, spec.corners, inner);
  const plot = figure.querySelector(".plot");

  const START = [0.55, -0.45];
  const view = {yaw: START[0], pitch: START[1], zoom: 1, x: 0, y: 0, axis: -1, place: 0, beyond: false, edges: count <= 5000};
  const hidden = new Set(), hiddenMarks = new Set();
  const shown = new Uint8Array(count);
  const total = new Int32Array(Math.max(1, spec.categories.length));
  for (let c = 0; c < count; c++) total[kinds ? kinds[c] : 0]++;
  let least = Infinity, most = -Infinity;
  for (const value of values || []) if (value === value) { least = Math.min(least, value); most = Math.max(most, value); }

  // The lowest value differs from the page in both schemes.
  const RAMP = ["#31408f", "#2a78b8", "#35a7a0", "#7cc05a", "#e3c63c", "#e8792e"].map(weft.rgb);
  function rampOf(value) {
    if (value !== value) return weft.rgb(weft.color("c11"));
    const place = (most > least ? (value - least) / (most - least) : 0.5) * (RAMP.length - 1);
    const k = Math.min(RAMP.length - 2, Math.floor(place));
    return [0, 1, 2].map(i => RAMP[k][i] + (RAMP[k + 1][i] - RAMP[k][i]) * (place - k));
  }
  let palette = [], plain = [0, 0, 0];
  function readColors() {
    palette = spec.categories.map((_, i) => weft.rgb(weft.color("c" + i % 12)));
    plain = weft.rgb(weft.color("c0"));
  }
  const colorOf = cell => kinds ? palette[kinds[cell]] : values ? rampOf(values[cell]) : plain;
  // Marks that are named as a category, up to a colon, have its colour.
  const markColor = i => {
    const same = spec.categories.indexOf(spec.markNames[i].split(":")[0]);
    return weft.color("c" + (same >= 0 ? same : 3 + 2 * i) % 12);
  };

  const middle = (cell, k) => {
    let sum = 0;
    for (let i = 0; i < spec.corners; i++) sum += points[3 * cells[spec.corners * cell + i] + k];
    return sum / spec.corners;
  };

  /** Decides which cells are visible: whole ones, by their middles. */
  function choose() {
    for (let c = 0; c < count; c++) {
      let on = cells[spec.corners * c] >= 0 && !(kinds && hidden.has(kinds[c]));
      if (on && view.axis >= 0) on = middle(c, view.axis) <= view.place !== view.beyond;
      shown[c] = on ? 1 : 0;
    }
    drawn = weft.meshFaces.visible(faces, shown);
    painter.changed();
    count1.textContent = shown.reduce((n, on) => n + on, 0).toLocaleString("en-US") + " of " + (numbers ? "the page's " : "") + count.toLocaleString("en-US") + " cells";
    later();
  }
  let drawn = {corner: new Int32Array(0), cell: new Int32Array(0)};

  /** The rotation, row by row: screen x, screen y (up), towards the reader. The z axis points up. */
  function rotation() {
    const [cy, sy, cp, sp] = [Math.cos(view.yaw), Math.sin(view.yaw), Math.cos(view.pitch), Math.sin(view.pitch)];
    return [cy, -sy, 0, -sp * sy, -sp * cy, cp, -cp * sy, -cp * cy, -sp];
  }

  const library = async () => {
    const text = new TextDecoder().decode(await weft.bytes("three-library"));
    // The file is a module, and a page may load none. Its last statement lists the exports.
    const at = text.lastIndexOf("export{");
    const list = text.slice(at + 7, text.indexOf("}", at)).split(",").map(each => each.split(" as ").reverse().join(":"));
    const script = document.createElement("script");
    script.textContent = "weft.three=(()=>{\"use strict\";" + text.slice(0, at) + "return{" + list + "}})()";
    document.head.append(script);
    return weft.three;
  };

  function hasWebGl() {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("webgl2");
    if (context) context.getExtension("WEBGL_lose_context")?.loseContext();
    return context !== null;
  }

  const about = spec.title + ". " + (spec.whole ?? count).toLocaleString("en-US") + (spec.corners === 3 ? " triangles. " : " tetrahedra. ")
    + "Arrow keys turn, with shift they move; plus and minus zoom, 0 shows all; x, y and z look along an axis; c cuts along the next axis, square brackets move the cut; n and p go to the next and the previous cell of a rare kind.";
  const attributes = {tabindex: "0", role: "application", "aria-roledescription": "mesh", "aria-label": about};

  async function webGl() {
    const three = weft.three || await library();
    const canvas = weft.element("canvas", attributes);
    plot.append(canvas);
    const renderer = new three.WebGLRenderer({canvas, antialias: true, alpha: true, preserveDrawingBuffer: true});
    const scene = new three.Scene(), camera = new three.OrthographicCamera(-1, 1, 1, -1, -10, 10);
    camera.matrixAutoUpdate = false;
    const group = new three.Group();
    scene.add(group, new three.AmbientLight(0xffffff, 1.5));
    const lamp = new three.DirectionalLight(0xffffff, 1.8);
    lamp.position.set(0.4, 0.5, 1);
    scene.add(lamp);
    let geometry = null;
    const offset = {polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1};
    const fronts = new three.MeshLambertMaterial({vertexColors: true, flatShading: true, side: three.FrontSide, ...offset});
    const backs = new three.MeshLambertMaterial({flatShading: true, side: three.BackSide, ...offset});
    const lines = new three.LineBasicMaterial({transparent: true, opacity: 0.35});
    function build() {
      geometry?.dispose();
      group.clear();
      const n = drawn.cell.length, at = new Float32Array(9 * n), color = new Uint8Array(9 * n);
      for (let f = 0; f < n; f++) {
        const rgb = colorOf(drawn.cell[f]);
        for (let i = 0; i < 3; i++) {
          const p = 3 * drawn.corner[3 * f + i];
          for (let k = 0; k < 3; k++) { at[9 * f + 3 * i + k] = points[p + k]; color[9 * f + 3 * i + k] = rgb[k]; }
        }
      }
      geometry = new three.BufferGeometry();
      geometry.setAttribute("position", new three.BufferAttribute(at, 3));
      geometry.setAttribute("color", new three.BufferAttribute(color, 3, true));
      backs.color.set(weft.color("c7"));
      lines.color.set(weft.color("text"));
      group.add(new three.Mesh(geometry, fronts), new three.Mesh(geometry, backs));
      if (view.edges) {
        const ends = new Float32Array(18 * n);
        for (let f = 0; f < n; f++) for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) {
          ends[18 * f + 6 * i + k] = at[9 * f + 3 * i + k];
          ends[18 * f + 6 * i + 3 + k] = at[9 * f + 3 * ((i + 1) % 3) + k];
        }
        const wires = new three.BufferGeometry();
        wires.setAttribute("position", new three.BufferAttribute(ends, 3));
        group.add(new three.LineSegments(wires, lines));
      }
      marks.forEach((xyz, i) => {
        if (hiddenMarks.has(i)) return;
        const made = new three.BufferGeometry();
        made.setAttribute("position", new three.BufferAttribute(xyz, 3));
        const style = {color: markColor(i), depthTest: false, transparent: true};
        group.add(new three.LineSegments(made, new three.LineBasicMaterial(style)));
        group.add(new three.Points(made, new three.PointsMaterial({...style, size: 5, sizeAttenuation: false})));
      });
    }
    three.ColorManagement.enabled = false;
    renderer.outputColorSpace = three.LinearSRGBColorSpace;
    let stale = true;
    return {
      element: canvas, kind: "webgl",
      changed() { stale = true; },
      paint() {
        if (stale) build();
        stale = false;
        const [width, height] = [plot.clientWidth, plot.clientHeight];
        renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
        renderer.setSize(width, height, false);
        const half = 1.08 / view.zoom, wide = width / height;
        Object.assign(camera, {left: -half * Math.max(1, wide), right: half * Math.max(1, wide), top: half * Math.max(1, 1 / wide), bottom: -half * Math.max(1, 1 / wide)});
        camera.updateProjectionMatrix();
        const r = rotation();
        // The camera stays; the mesh turns before it.
        group.matrixAutoUpdate = false;
        group.matrix.set(r[0], r[1], r[2], -view.x, r[3], r[4], r[5], -view.y, r[6], r[7], r[8], 0, 0, 0, 0, 1);
        group.matrixWorldNeedsUpdate = true;
        renderer.render(scene, camera);
      }
    };
  }

  function svgPicture() {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
    plot.append(svg);
    const said1 = weft.element("p", {class: "note"}, "");
    plot.after(said1);
    let few = null;
    return {
      element: svg, kind: "svg",
      changed() { few = null; },
      paint() {
        few ??= weft.meshFaces.fewer(points, drawn, cell => kinds && total[kinds[cell]] <= 2000 && total[kinds[cell]] < count / 2);
        said1.textContent = "This browser has no WebGL, so this is an SVG" + (few.simplified ? " of a simpler mesh with " + few.faces.cell.length.toLocaleString("en-US") + " faces." : ".");
        const [width, height] = [Math.max(50, plot.clientWidth), Math.max(50, plot.clientHeight)];
        const r = rotation(), scale = Math.min(width, height) / 2 / 1.08 * view.zoom;
        const turned = (x, y, z) => [
          width / 2 + (r[0] * x + r[1] * y + r[2] * z - view.x) * scale,
          height / 2 - (r[3] * x + r[4] * y + r[5] * z - view.y) * scale,
          (r[6] * x + r[7] * y + r[8] * z) * scale];
        weft.meshFaces.draw(svg, width, height, points, few.faces, turned, colorOf, weft.rgb(weft.color("c7")), view.edges ? weft.color("text") : null,
          marks.map((xyz, i) => ({xyz, color: markColor(i)})).filter((_, i) => !hiddenMarks.has(i)));
      }
    };
  }

  readColors();
  let painter;
  try {
    painter = hasWebGl() ? await webGl() : svgPicture();
  } catch (error) {
    plot.replaceChildren();
    painter = svgPicture();
  }
  const surface = painter.element;
  const said = weft.element("div", {class: "said", "aria-live": "polite"});
  plot.append(said);
  const tip = weft.tip(plot);
  const later = weft.perFrame(() => painter.paint());

  // The tools: the cut, and what is shown.
  const tools = weft.element("div", {class: "tools"});
  const cut = weft.element("select", {"aria-label": "cut along"}, ...["no cut", "cut along x", "cut along y", "cut along z"].map((name, i) => weft.element("option", {value: String(i - 1)}, name)));
  const slide = weft.element("input", {type: "range", min: "-1", max: "1", step: "0.005", value: "0", "aria-label": "place of the cut", disabled: ""});
  const other = weft.element("input", {type: "checkbox"}), edges = weft.element("input", {type: "checkbox"});
  const count1 = weft.element("span", {class: "share"});
  const reset = weft.element("button", {type: "button"}, "Show all");
  edges.checked = view.edges;
  tools.append(cut, slide, weft.element("label", {}, other, "other half"), weft.element("label", {}, edges, "edges"), reset, count1);
  plot.before(tools);

  function placeText() { return "xyz"[view.axis] + " = " + weft.quantity(spec.center[view.axis] + spec.radius * view.place, ""); }
  /** The place nearest to `place` where the page can cut; in direction `by`, if that is not 0. */
  function nearest(axis, place, by) {
    const places = axis < 0 || !spec.cuts ? null : spec.cuts[axis].filter(each => by * (each - view.place) >= 0 && (by === 0 || each !== view.place));
    if (!places) return place;
    return places.reduce((best, each) => Math.abs(each - place) < Math.abs(best - place) ? each : best, places[0] ?? view.place);
  }
  function cutAt(axis, wanted, by = 0) {
    if (spec.cuts && axis >= 0 && spec.cuts[axis].length === 0) axis = -1;
    const place = nearest(axis, wanted, by);
    Object.assign(view, {axis, place: Math.max(-1, Math.min(1, place))});
    cut.value = String(axis);
    slide.disabled = axis < 0;
    slide.value = String(view.place);
    slide.setAttribute("aria-valuetext", axis < 0 ? "no cut" : placeText());
    choose();
    said.textContent = axis < 0 ? "no cut" : "cut at " + placeText() + ", " + count1.textContent;
  }
  cut.addEventListener("change", () => cutAt(Number(cut.value), view.place));
  slide.addEventListener("input", () => cutAt(view.axis, Number(slide.value)));
  other.addEventListener("change", () => { view.beyond = other.checked; choose(); });
  edges.addEventListener("change", () => { view.edges = edges.checked; painter.changed(); later(); });
  function showAll() { Object.assign(view, {yaw: START[0], pitch: START[1], zoom: 1, x: 0, y: 0}); other.checked = view.beyond = false; cutAt(-1, 0); tip.hide(); }
  reset.addEventListener("click", showAll);

  const legend = weft.element("ul", {class: "legend"});
  function entry(set, index, name, color, n) {
    const swatch = weft.element("span", {class: "swatch"});
    swatch.style.background = color();
    weft.onPaint(() => { swatch.style.background = color(); });
    const button = weft.element("button", {type: "button", "aria-pressed": "true"}, swatch, name + " ", weft.element("span", {class: "share"}, n.toLocaleString("en-US")));
    button.addEventListener("click", () => {
      set.has(index) ? set.delete(index) : set.add(index);
      button.setAttribute("aria-pressed", String(!set.has(index)));
      choose();
    });
    legend.append(weft.element("li", {}, button));
  }
  spec.categories.forEach((name, i) => entry(hidden, i, name, () => weft.color("c" + i % 12), (spec.totals ?? total)[i]));
  spec.markNames.forEach((name, i) => entry(hiddenMarks, i, name, () => markColor(i), marks[i].length / 6));
  plot.after(legend);
  if (values) {
    const bar = weft.element("span", {class: "ramp"});
    bar.style.background = "linear-gradient(to right," + RAMP.map(c => "rgb(" + c + ")") + ")";
    plot.after(weft.element("div", {class: "scale"}, spec.valueName + ": " + weft.quantity(least, spec.unit), bar, weft.quantity(most, spec.unit)));
  }
  plot.after(weft.element("p", {class: "note hint"}, "Drag to turn, with shift to move; zoom with the wheel after a click, or + and −; arrow keys turn, 0 shows all, x y z look along an axis, c and [ ] cut" + (spec.categories.length > 1 ? ", n and p go from one rare cell to the next." : ".")));

  const describe = cell => "cell " + (numbers ? numbers[cell] : cell) + (kinds ? "\n" + spec.valueName + ": " + spec.categories[kinds[cell]] : values ? "\n" + spec.valueName + ": " + weft.quantity(values[cell], spec.unit) : "")
    + "\n" + [0, 1, 2].map(k => "xyz"[k] + " " + weft.number(spec.center[k] + spec.radius * middle(cell, k))).join("  ");

  /** Goes to a cell: turns its front to the reader, and puts it into the middle. */
  function goTo(cell) {
    const m = [0, 1, 2].map(k => middle(cell, k));
    if (spec.corners === 3) {
      const [a, b, c] = [0, 1, 2].map(i => 3 * cells[3 * cell + i]);
      const e = (q, k) => points[q + k] - points[a + k];
      const n = [e(b, 1) * e(c, 2) - e(b, 2) * e(c, 1), e(b, 2) * e(c, 0) - e(b, 0) * e(c, 2), e(b, 0) * e(c, 1) - e(b, 1) * e(c, 0)];
      const length = Math.hypot(...n);
      if (length > 0) { view.pitch = -Math.asin(Math.max(-1, Math.min(1, n[2] / length))) * 0.8; view.yaw = Math.atan2(-n[0], -n[1]); }
    }
    const r = rotation();
    view.x = r[0] * m[0] + r[1] * m[1] + r[2] * m[2];
    view.y = r[3] * m[0] + r[4] * m[1] + r[5] * m[2];
    said.textContent = describe(cell).replaceAll("\n", ", ");
    tip.show(plot.clientWidth / 2, plot.clientHeight / 2, describe(cell));
    later();
  }
  let current = -1;
  function step(by) {
    const rare = cell => shown[cell] && (!kinds || total[kinds[cell]] < count / 2 || total[kinds[cell]] <= 20);
    for (let i = 1; i <= count; i++) {
      const cell = (((current < 0 && by < 0 ? 0 : current) + by * i) % count + count) % count;
      if (rare(cell)) { current = cell; goTo(cell); return; }
    }
    said.textContent = "no cell of a rare kind is visible";
  }

  /** The nearest visible face under the pointer, or -1. */
  function under(event) {
    const box = surface.getBoundingClientRect();
    const [width, height] = [box.width, box.height];
    const scale = Math.min(width, height) / 2 / 1.08 * view.zoom, r = rotation();
    const px = (event.clientX - box.left - width / 2) / scale + view.x, py = -(event.clientY - box.top - height / 2) / scale + view.y;
    let best = -1, near = -Infinity;
    const at = (p, i) => r[i] * points[p] + r[i + 1] * points[p + 1] + r[i + 2] * points[p + 2];
    for (let f = 0; f < drawn.cell.length; f++) {
      const [a, b, c] = [3 * drawn.corner[3 * f], 3 * drawn.corner[3 * f + 1], 3 * drawn.corner[3 * f + 2]];
      const [ax, ay, bx, by, cx, cy] = [at(a, 0) - px, at(a, 3) - py, at(b, 0) - px, at(b, 3) - py, at(c, 0) - px, at(c, 3) - py];
      const [u, v, w] = [bx * cy - by * cx, cx * ay - cy * ax, ax * by - ay * bx], sum = u + v + w;
      if (sum === 0 || u * sum < 0 || v * sum < 0 || w * sum < 0) continue;
      const depth = (u * at(a, 6) + v * at(b, 6) + w * at(c, 6)) / sum;
      if (depth > near) { near = depth; best = drawn.cell[f]; }
    }
    return best;
  }

  const turn = (yaw, pitch) => { view.yaw += yaw; view.pitch = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, view.pitch + pitch)); tip.hide(); later(); };
  const move = (x, y) => { view.x += x / view.zoom; view.y += y / view.zoom; tip.hide(); later(); };
  const zoom = factor => { view.zoom = Math.max(0.2, Math.min(1e4, view.zoom * factor)); tip.hide(); later(); };
  let drag = null;
  surface.addEventListener("wheel", event => {
    if (document.activeElement !== surface && !event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1 / 1.15 : 1.15);
  }, {passive: false});
  surface.addEventListener("pointerdown", event => { drag = {x: event.clientX, y: event.clientY, moved: false}; surface.setPointerCapture(event.pointerId); });
  surface.addEventListener("pointerup", event => {
    if (drag && !drag.moved) {
      const cell = under(event), box = surface.getBoundingClientRect();
      if (cell >= 0) { current = cell; tip.show(event.clientX - box.left, event.clientY - box.top, describe(cell)); } else tip.hide();
    }
    drag = null;
  });
  surface.addEventListener("pointermove", event => {
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < 4) return;
    if (event.shiftKey || event.buttons === 4) move(-dx * 2 / plot.clientHeight, dy * 2 / plot.clientHeight); else turn(dx * 0.008, -dy * 0.008);
    drag = {x: event.clientX, y: event.clientY, moved: true};
  });
  surface.addEventListener("keydown", event => {
    const arrows = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]}[event.key];
    const along = {x: [-Math.PI / 2, 0], y: [0, 0], z: [0, -Math.PI / 2]}[event.key];
    if (arrows && event.shiftKey) move(-0.1 * arrows[0], -0.1 * arrows[1]);
    else if (arrows) turn(0.12 * arrows[0], 0.12 * arrows[1]);
    else if (along) { [view.yaw, view.pitch] = along; later(); said.textContent = "looking along " + event.key; }
    else if (event.key === "+" || event.key === "=") zoom(1.25);
    else if (event.key === "-") zoom(0.8);
    else if (event.key === "0") showAll();
    else if (event.key === "c") cutAt(view.axis === 2 ? -1 : view.axis + 1, view.place);
    else if (event.key === "[" && view.axis >= 0) cutAt(view.axis, view.place - 0.04, -1);
    else if (event.key === "]" && view.axis >= 0) cutAt(view.axis, view.place + 0.04, 1);
    else if (event.key === "n" || event.key === "p") step(event.key === "n" ? 1 : -1);
    else return;
    event.preventDefault();
  });
  surface.addEventListener("blur", () => tip.hide());

  choose();
  painter.paint();
  weft.onPaint(() => { readColors(); painter.changed(); painter.paint(); });
  new ResizeObserver(later).observe(plot);
  return {spec, count, view, shown, faces, kind: painter.kind, cutAt, goTo, describe, visible: () => drawn, paint: () => painter.paint()};
};
