// Heat maps on a canvas, even with more cells than pixels. SPDX-License-Identifier: Apache-2.0
weft.heatMap = async figure => {
  "use strict";
  const spec = weft.read(figure.id + "-data");
  const packed = await weft.bytes(figure.id + "-cells");
  const cells = spec.format === "float64" ? new Float64Array(packed.buffer) : new Float32Array(packed.buffer);
  const {rows, columns} = spec;
  const plot = figure.querySelector(".plot");
  let least = Infinity, most = -Infinity, total = 0;
  for (const value of cells) {
    if (value === value) {
      if (value < least && !(spec.log && value <= 0)) least = value;
      if (value > most) most = value;
      total += value;
    }
  }
  const floor = spec.log || least < 0 ? least : 0;
  const categorical = spec.categories.length > 0;
  const view = {left: 0, top: 0, right: columns, bottom: rows};
  const cursor = {row: 0, column: 0, on: false};

  // From light to dark or from dark to light: the lowest value has nearly the colour of the page.
  const LIGHT = ["#f1f4f7", "#cfe3ee", "#8fc7d6", "#4aa3bf", "#2474a8", "#1d4488", "#1a1a52"];
  const DARK = ["#22282d", "#1f3d55", "#1f5f7e", "#2a8a94", "#59b58a", "#aed86b", "#fdf59a"];
  let ramp = [];

  function paintRamp() {
    const dark = weft.rgb(weft.color("page"))[0] < 128;
    const stops = (dark ? DARK : LIGHT).map(weft.rgb);
    ramp = [];
    for (let i = 0; i < 256; i++) {
      const place = i / 255 * (stops.length - 1), k = Math.min(stops.length - 2, Math.floor(place)), part = place - k;
      const [r, g, b] = [0, 1, 2].map(c => Math.round(stops[k][c] + (stops[k + 1][c] - stops[k][c]) * part));
      ramp.push(0xff000000 | b << 16 | g << 8 | r);
    }
  }

  const kinds = () => spec.categories.map((_, i) => {
    if (i < 12) {
      const [r, g, b] = weft.rgb(weft.color("c" + i));
      return 0xff000000 | b << 16 | g << 8 | r;
    }
    // Beyond twelve categories, hues at the golden angle make neighbours distinct.
    const hue = i * 137.508 % 360, light = 0.45 + 0.2 * (i % 3) / 2;
    const channel = n => { const k = (n + hue / 30) % 12; return Math.round(255 * (light - 0.5 * Math.min(light, 1 - light) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))); };
    return 0xff000000 | channel(4) << 16 | channel(8) << 8 | channel(0);
  });
  let kindColors = [];

  function colorOf(value) {
    if (value !== value) return 0;
    if (categorical) return kindColors[value] || 0;
    if (spec.log) {
      // Even the smallest value must look different from no value.
      if (value <= 0) return ramp[0];
      return ramp[Math.min(255, Math.round(40 + (most === floor ? 1 : Math.log(value / floor) / Math.log(most / floor)) * 215))];
    }
    const part = most === floor ? (most === 0 ? 0 : 1) : (value - floor) / (most - floor);
    return ramp[Math.max(0, Math.min(255, Math.round(part * 255)))];
  }

  const canvas = weft.element("canvas", {
    tabindex: "0", role: "application", "aria-roledescription": "heat map",
    "aria-label": spec.title + ". " + rows + " rows (" + spec.rowAxis.name + "), " + columns + " columns (" + spec.columnAxis.name + "). "
      + (categorical ? "" : "Values from " + weft.quantity(least, spec.unit) + " to " + weft.quantity(most, spec.unit) + ". ")
      + "Arrow keys move to a cell, plus and minus zoom, 0 shows all, m goes to the largest."
  });
  const said = weft.element("div", {class: "said", "aria-live": "polite"});
  plot.append(canvas, said);
  const tip = weft.tip(plot);
  const scale = weft.element("div", {class: "scale"});
  plot.after(scale);
  plot.after(weft.element("p", {class: "note hint"}, "Click, then zoom with the wheel or + and −; drag or use the arrow keys; 0 shows all" + (categorical ? "." : "; m goes to the largest.")));

  const labelOf = (axis, index, step, n) => axis.labels.length ? axis.labels[Math.min(axis.labels.length - 1, index * step)]
    : axis.range ? weft.quantity(axis.from + (axis.to - axis.from) * index / n, axis.unit)
    : step === 1 ? String(index) : index * step + "–" + ((index + 1) * step - 1);
  const nameOf = value => categorical ? spec.categories[value] ?? "–" : weft.quantity(value, spec.unit) + (spec.unit ? "" : "") ;
  const describe = (row, column) => spec.rowAxis.name + " " + labelOf(spec.rowAxis, row, spec.rowStep, rows) + "\n"
    + spec.columnAxis.name + " " + labelOf(spec.columnAxis, column, spec.columnStep, columns) + "\n"
    + spec.valueName + ": " + nameOf(cells[row * columns + column]);

  let area = {x: 60, y: 8, width: 10, height: 10};

  function paint() {
    const width = plot.clientWidth;
    paintRamp();
    kindColors = kinds();
    const longest = Math.max(...[0, rows - 1].map(i => labelOf(spec.rowAxis, i, spec.rowStep, rows).length), spec.rowAxis.labels.reduce((n, each) => Math.max(n, each.length), 0));
    const side = Math.min(width * 0.35, 34 + longest * 7);
    // Cells are square if both axes count the same things. A map over time fills its width.
    const wide = spec.columnAxis.range || columns > 3 * rows;
    const inner = width - side - 12;
    const size = wide ? inner : Math.min(inner, 620, Math.max(220, 44 * columns));
    const high = wide ? Math.max(120, Math.min(520, rows * 22)) : Math.max(60, Math.min(900, size * Math.min(4, rows / columns)));
    area = {x: side, y: 8, width: size, height: high};
    const {context, scale: dots} = weft.fit(canvas, width, high + 52);
    const w = Math.max(1, Math.round(area.width * dots)), h = Math.max(1, Math.round(area.height * dots));
    const image = context.createImageData(w, h);
    const pixels = new Uint32Array(image.data.buffer);
    const gap = area.width / (view.right - view.left) > 12 && area.height / (view.bottom - view.top) > 12;
    const edges = (from, to, n, limit) => {
      const found = new Int32Array(n + 1);
      for (let i = 0; i <= n; i++) found[i] = Math.max(0, Math.min(limit, Math.floor(from + (to - from) * i / n)));
      return found;
    };
    const xs = edges(view.left, view.right, w, columns), ys = edges(view.top, view.bottom, h, rows);
    for (let y = 0; y < h; y++) {
      if (y > 0 && ys[y] === ys[y - 1] && ys[y + 1] === ys[y] ) { pixels.copyWithin(y * w, (y - 1) * w, y * w); continue; }
      for (let x = 0; x < w; x++) {
        let best = NaN;
        // If several cells share a pixel, it shows the largest, so that peaks stay visible.
        const r1 = Math.max(ys[y] + 1, ys[y + 1]), c1 = Math.max(xs[x] + 1, xs[x + 1]);
        for (let r = ys[y]; r < r1 && r < rows; r++) {
          for (let c = xs[x]; c < c1 && c < columns; c++) {
            const value = cells[r * columns + c];
            if (!(value <= best)) best = value === value ? value : best;
          }
        }
        pixels[y * w + x] = colorOf(best);
      }
    }
    context.putImageData(image, Math.round(area.x * dots), Math.round(area.y * dots));
    const perColumn = area.width / (view.right - view.left), perRow = area.height / (view.bottom - view.top);
    if (gap) {
      context.strokeStyle = weft.color("page");
      context.lineWidth = 1;
      context.beginPath();
      for (let c = Math.ceil(view.left); c <= view.right; c++) { const x = area.x + (c - view.left) * perColumn; context.moveTo(x, area.y); context.lineTo(x, area.y + area.height); }
      for (let r = Math.ceil(view.top); r <= view.bottom; r++) { const y = area.y + (r - view.top) * perRow; context.moveTo(area.x, y); context.lineTo(area.x + area.width, y); }
      context.stroke();
    }
    context.fillStyle = weft.color("soft");
    context.font = "12px " + getComputedStyle(document.body).fontFamily;
    context.textBaseline = "middle";
    context.textAlign = "right";
    const rowStep = Math.max(1, weft.step(view.bottom - view.top, area.height / 18));
    for (let r = Math.ceil(view.top / rowStep) * rowStep; r < view.bottom; r += rowStep) {
      context.fillText(labelOf(spec.rowAxis, r, spec.rowStep, rows), area.x - 6, area.y + (r - view.top + (perRow > 8 ? 0.5 : 0)) * perRow, area.x - 22);
    }
    context.textAlign = "center";
    if (spec.columnAxis.range) {
      // Steps of a quantity have ticks at round places.
      const {from, to, unit} = spec.columnAxis, per = (to - from) / columns;
      for (const tick of weft.ticks(from + view.left * per, from + view.right * per, area.width / 80, unit)) {
        const x = area.x + ((tick.at - from) / per - view.left) * perColumn;
        context.fillText(tick.text, Math.min(x, width - 4 - tick.text.length * 3.5), area.y + area.height + 12);
      }
    }
    const widest = 10 + 7 * Math.max(...[0, columns - 1].map(i => labelOf(spec.columnAxis, i, spec.columnStep, columns).length), spec.columnAxis.labels.reduce((n, each) => Math.max(n, each.length), 0));
    const columnStep = Math.max(1, weft.step(view.right - view.left, area.width / widest));
    for (let c = spec.columnAxis.range ? Infinity : Math.ceil(view.left / columnStep) * columnStep; c < view.right; c += columnStep) {
      context.fillText(labelOf(spec.columnAxis, c, spec.columnStep, columns), area.x + (c - view.left + (perColumn > 8 ? 0.5 : 0)) * perColumn, area.y + area.height + 12);
    }
    context.fillText(spec.columnAxis.name, area.x + area.width / 2, area.y + area.height + 32);
    context.save();
    context.translate(9, area.y + area.height / 2);
    context.rotate(-Math.PI / 2);
    context.fillText(spec.rowAxis.name, 0, 0);
    context.restore();
    if (cursor.on) {
      context.strokeStyle = weft.color("text");
      context.lineWidth = 2;
      context.strokeRect(area.x + (cursor.column - view.left) * perColumn - 1, area.y + (cursor.row - view.top) * perRow - 1, Math.max(3, perColumn) + 2, Math.max(3, perRow) + 2);
    }
    paintScale();
  }

  function paintScale() {
    scale.replaceChildren();
    if (categorical) {
      const list = weft.element("ul", {class: "legend"});
      spec.categories.slice(0, 40).forEach((name, i) => {
        const swatch = weft.element("span", {class: "swatch"});
        const c = kindColors[i];
        swatch.style.background = "rgb(" + (c & 255) + "," + (c >> 8 & 255) + "," + (c >> 16 & 255) + ")";
        const item = weft.element("li", {}, swatch, " " + name);
        list.append(item);
      });
      if (spec.categories.length > 40) list.append(weft.element("li", {}, "and " + (spec.categories.length - 40) + " more"));
      scale.append(list);
      return;
    }
    const bar = weft.element("span", {class: "ramp"});
    bar.style.background = "linear-gradient(to right," + [0, 42, 85, 128, 170, 212, 255].map(i => "rgb(" + (ramp[i] & 255) + "," + (ramp[i] >> 8 & 255) + "," + (ramp[i] >> 16 & 255) + ")").join(",") + ")";
    scale.append(spec.valueName + (spec.log ? ", logarithmic: " : ": ") + weft.quantity(floor, spec.unit), bar, weft.quantity(most, spec.unit));
  }

  const later = weft.perFrame(paint);

  function zoom(factor, row, column) {
    for (const [low, high, at, n] of [["left", "right", column, columns], ["top", "bottom", row, rows]]) {
      const size = Math.max(Math.min(4, n), Math.min(n, (view[high] - view[low]) * factor));
      const part = (at - view[low]) / (view[high] - view[low]);
      view[low] = Math.max(0, Math.min(n - size, at - size * part));
      view[high] = view[low] + size;
    }
    later();
  }

  function pan(rowStep, columnStep) {
    const move = (low, high, by, n) => { const size = view[high] - view[low]; view[low] = Math.max(0, Math.min(n - size, view[low] + by)); view[high] = view[low] + size; };
    move("left", "right", columnStep, columns);
    move("top", "bottom", rowStep, rows);
    later();
  }

  function place(event) {
    const box = canvas.getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top;
    const column = view.left + (x - area.x) / area.width * (view.right - view.left);
    const row = view.top + (y - area.y) / area.height * (view.bottom - view.top);
    const inside = x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
    return {x, y, row, column, inside};
  }

  function goTo(row, column) {
    cursor.on = true;
    cursor.row = Math.max(0, Math.min(rows - 1, row));
    cursor.column = Math.max(0, Math.min(columns - 1, column));
    if (cursor.row < view.top) pan(cursor.row - view.top, 0);
    if (cursor.row + 1 > view.bottom) pan(cursor.row + 1 - view.bottom, 0);
    if (cursor.column < view.left) pan(0, cursor.column - view.left);
    if (cursor.column + 1 > view.right) pan(0, cursor.column + 1 - view.right);
    const text = describe(cursor.row, cursor.column);
    said.textContent = text.replaceAll("\n", ", ");
    tip.show(area.x + (cursor.column + 1 - view.left) * area.width / (view.right - view.left), area.y + (cursor.row - view.top) * area.height / (view.bottom - view.top), text);
    later();
  }

  let drag = null;
  canvas.addEventListener("wheel", event => {
    if (document.activeElement !== canvas && !event.ctrlKey) return;
    event.preventDefault();
    const at = place(event);
    zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, at.row, at.column);
  }, {passive: false});
  canvas.addEventListener("pointerdown", event => { drag = {x: event.clientX, y: event.clientY}; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointerup", () => { drag = null; });
  canvas.addEventListener("pointermove", event => {
    if (drag) {
      pan((drag.y - event.clientY) / area.height * (view.bottom - view.top), (drag.x - event.clientX) / area.width * (view.right - view.left));
      drag = {x: event.clientX, y: event.clientY};
      tip.hide();
      return;
    }
    const at = place(event);
    if (at.inside) tip.show(at.x, at.y, describe(Math.min(rows - 1, Math.floor(at.row)), Math.min(columns - 1, Math.floor(at.column))));
    else tip.hide();
  });
  canvas.addEventListener("pointerleave", () => tip.hide());
  canvas.addEventListener("blur", () => { tip.hide(); cursor.on = false; later(); });
  canvas.addEventListener("keydown", event => {
    const jump = event.shiftKey ? 10 : 1;
    const moves = {ArrowUp: [-jump, 0], ArrowDown: [jump, 0], ArrowLeft: [0, -jump], ArrowRight: [0, jump]};
    if (moves[event.key]) goTo(cursor.row + moves[event.key][0], cursor.column + moves[event.key][1]);
    else if (event.key === "+" || event.key === "=") zoom(1 / 1.4, cursor.row + 0.5, cursor.column + 0.5);
    else if (event.key === "-") zoom(1.4, cursor.row + 0.5, cursor.column + 0.5);
    else if (event.key === "0") { Object.assign(view, {left: 0, top: 0, right: columns, bottom: rows}); later(); }
    else if (event.key === "m" && !categorical) { let best = 0; for (let i = 1; i < cells.length; i++) if (cells[i] > cells[best] || cells[best] !== cells[best]) best = i; goTo(Math.floor(best / columns), best % columns); }
    else return;
    event.preventDefault();
  });
  paint();
  weft.onPaint(paint);
  new ResizeObserver(later).observe(plot);
  return {spec, cells, total, view, describe, goTo};
};
