// Activities of ranks over time on a canvas, for millions of slices. SPDX-License-Identifier: Apache-2.0
weft.timeline = async figure => {
  "use strict";
  const spec = weft.read(figure.id + "-data");
  const packed = await weft.bytes(figure.id + "-slices");
  const plot = figure.querySelector(".plot");
  const rows = spec.rows.length;
  const length = Math.max(1, spec.length);
  const quantum = spec.quantum;

  // ---- the slices: each row is a list of runs without gaps; name 0 means none ----
  const runs = spec.runs.reduce((a, b) => a + b, 0);
  const names = spec.wide ? new Uint16Array(packed.buffer.slice(0, 2 * runs)) : packed.subarray(0, runs);
  const starts = new Int32Array(runs + rows); // Each row ends with the end of its last run.
  const firstRun = new Int32Array(rows + 1);
  const ids = new (spec.wide ? Uint16Array : Uint8Array)(runs + rows);

  // ---- groups: twelve colours; further groups share the last ----
  const COLORS = 12;
  const shownGroups = Math.min(spec.groups.length, COLORS);
  const groupOf = new Uint8Array(spec.names.length + 1);
  spec.groupOf.forEach((group, i) => { groupOf[i + 1] = 1 + Math.min(group, COLORS - 1); });
  const kinds = shownGroups + 1; // 0 means none.
  const groupNames = spec.groups.slice(0, shownGroups);
  if (spec.groups.length > COLORS) groupNames[COLORS - 1] = "others";
  const colorNames = weft.colorNames(groupNames);

  // ---- cumulative time of each group by bin: the time in a range of bins is one subtraction ----
  const memoryOfBins = 24e6;
  let bins = 64;
  while (bins < 16384 && bins * 2 * rows * kinds <= memoryOfBins && bins < length) bins *= 2;
  const binWidth = Math.ceil(length / bins); // Whole quanta, so that no bin edge divides a quantum.
  const upTo = new Uint32Array((bins + 1) * rows * kinds);

  decode();

  function decode() {
    let at = spec.wide ? 2 * runs : runs, from = 0;
    for (let row = 0; row < rows; row++) {
      const first = from + row;
      firstRun[row] = first;
      let time = 0;
      const base = row * (bins + 1) * kinds;
      for (let i = 0; i < spec.runs[row]; i++, from++) {
        let size = 0, factor = 1, byte;
        do { byte = packed[at++]; size += (byte & 127) * factor; factor *= 128; } while (byte & 128);
        const name = names[from], kind = groupOf[name];
        ids[from + row] = name;
        starts[from + row] = time;
        const end = time + size;
        let bin = Math.floor(time / binWidth);
        const last = Math.min(bins - 1, Math.floor(end / binWidth));
        if (bin >= last) {
          upTo[base + (Math.min(bins - 1, bin) + 1) * kinds + kind] += size;
        } else {
          for (let left = time; bin <= last; bin++) {
            const right = bin === last ? end : (bin + 1) * binWidth;
            upTo[base + (bin + 1) * kinds + kind] += right - left;
            left = right;
          }
        }
        time = end;
      }
      starts[from + row] = time;
      for (let bin = 1; bin <= bins; bin++) {
        const here = base + bin * kinds;
        for (let kind = 0; kind < kinds; kind++) upTo[here + kind] += upTo[here - kinds + kind];
      }
    }
    firstRun[rows] = runs + rows;
  }

  /** Returns the run of a row at a time. */
  function runAt(row, time) {
    let low = firstRun[row], high = firstRun[row + 1] - 2;
    if (high < low) return -1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= time) low = middle; else high = middle - 1;
    }
    return low;
  }

  // ---- the view ----
  const view = {from: 0, to: length, top: 0};
  const cursor = {row: 0, time: 0, on: false};
  const off = new Uint8Array(kinds);
  let found = null; // The names that match the search.
  let colors = [];
  let rowHeight = Math.max(1, Math.min(30, Math.floor(520 / rows)));
  const usual = rowHeight;
  let area = {x: 60, y: 24, width: 10, height: 10};

  const live = weft.element("div", {class: "said", "aria-live": "polite"});
  const canvas = weft.element("canvas", {
    tabindex: "0", role: "application", "aria-roledescription": "timeline of ranks",
    "aria-label": spec.title + ". " + rows + " rows over " + weft.nanos(length * quantum)
      + ". Left and right move, plus and minus zoom, up and down choose a row, n and p go to the next and the previous slice, 0 shows all."
  });
  const search = weft.element("input", {type: "search", placeholder: "Search by name", "aria-label": "Search slices of " + spec.title + " by name"});
  const next = weft.element("button", {type: "button"}, "Next");
  const count = weft.element("span", {class: "share", "aria-live": "polite"});
  const button = (text, label, work) => { const made = weft.element("button", {type: "button", "aria-label": label}, text); made.addEventListener("click", work); return made; };
  const tools = weft.element("div", {class: "tools"},
    button("−", "Zoom out", () => zoom(1.6, middle())), button("+", "Zoom in", () => zoom(1 / 1.6, middle())),
    button("All", "Show all", all), search, next, count);
  const legend = weft.element("ul", {class: "legend", "aria-label": "Groups, with their share of the time in view"});
  plot.before(tools);
  plot.append(canvas, live);
  plot.after(weft.element("p", {class: "note hint"}, "Click, then zoom with the wheel or + and −; drag or use the arrow keys; n and p go from slice to slice; 0 shows all."));
  plot.after(legend);
  const tip = weft.tip(plot);

  const shares = groupNames.map((name, i) => {
    const swatch = weft.element("span", {class: "swatch"});
    const share = weft.element("span", {class: "share"});
    const made = weft.element("button", {type: "button", "aria-pressed": "true"}, swatch, name + " ", share);
    made.addEventListener("click", () => {
      off[i + 1] ^= 1;
      made.setAttribute("aria-pressed", String(!off[i + 1]));
      later();
    });
    legend.append(weft.element("li", {}, made));
    return {swatch, share};
  });

  function readColors() {
    const pack = name => { const [r, g, b] = weft.rgb(weft.color(name)); return 0xff000000 | b << 16 | g << 8 | r; };
    colors = [pack("idle")];
    for (const name of colorNames) colors.push(pack(name));
    shares.forEach((each, i) => { each.swatch.style.background = weft.color(colorNames[i]); });
  }

  const middle = () => cursor.on ? cursor.time : (view.from + view.to) / 2;

  /** Writes the time of each group of a row between two times to `into`. Uses bins, or runs if bins are too wide. */
  function measure(row, from, to, into) {
    into.fill(0);
    const base = row * (bins + 1) * kinds;
    const a = Math.ceil(from / binWidth), b = Math.floor(to / binWidth);
    if (b - a >= 8) {
      for (let kind = 0; kind < kinds; kind++) into[kind] = upTo[base + b * kinds + kind] - upTo[base + a * kinds + kind];
      scan(row, from, a * binWidth, into);
      scan(row, b * binWidth, to, into);
    } else {
      scan(row, from, to, into);
    }
  }

  function scan(row, from, to, into) {
    if (to <= from) return;
    const end = firstRun[row + 1] - 1;
    for (let run = runAt(row, from); run >= 0 && run < end && starts[run] < to; run++) {
      const part = Math.min(to, starts[run + 1]) - Math.max(from, starts[run]);
      if (part > 0) into[groupOf[ids[run]]] += part;
    }
  }

  const sharesOfPixel = new Float64Array(kinds);
  let column = new Uint32Array(64);

  /** Paints one row. Each column of pixels shows the groups of its time, stacked. */
  function paintRow(pixels, width, row, top, bottom) {
    const perPixel = (view.to - view.from) / width;
    const base = row * (bins + 1) * kinds;
    const high = bottom - top;
    if (high <= 0) return;
    if (column.length < high) column = new Uint32Array(high);
    const end = firstRun[row + 1] - 1;
    const coarse = perPixel >= 2 * binWidth && !found;
    let run = coarse ? 0 : runAt(row, view.from);
    for (let x = 0; x < width; x++) {
      const from = view.from + x * perPixel, to = from + perPixel;
      let whole = -1;
      if (coarse) {
        const a = base + Math.min(bins, Math.round(from / binWidth)) * kinds, b = base + Math.min(bins, Math.round(to / binWidth)) * kinds;
        for (let kind = 0; kind < kinds; kind++) sharesOfPixel[kind] = upTo[b + kind] - upTo[a + kind];
      } else {
        while (run >= 0 && run < end - 1 && starts[run + 1] <= from) run++;
        if (run >= 0 && run < end && starts[run] <= from && starts[run + 1] >= to) {
          whole = match(ids[run]);
        } else {
          sharesOfPixel.fill(0);
          for (let i = run; i >= 0 && i < end && starts[i] < to; i++) {
            const part = Math.min(to, starts[i + 1]) - Math.max(from, starts[i]);
            if (part > 0) sharesOfPixel[match(ids[i])] += part;
            run = i;
          }
        }
      }
      if (whole >= 0) {
        const c = colors[off[whole] ? 0 : whole];
        for (let y = top; y < bottom; y++) pixels[y * width + x] = c;
        continue;
      }
      let sum = 0;
      for (let kind = 1; kind < kinds; kind++) sum += sharesOfPixel[kind];
      if (sum <= 0) {
        for (let y = top; y < bottom; y++) pixels[y * width + x] = colors[0];
        continue;
      }
      const span = Math.max(sum + sharesOfPixel[0], 1e-9);
      if (high < 4) {
        // Too low for a stack, so show the group with the most time.
        let best = 0;
        for (let kind = 1; kind < kinds; kind++) if (!off[kind] && sharesOfPixel[kind] > sharesOfPixel[best]) best = kind;
        for (let y = top; y < bottom; y++) pixels[y * width + x] = colors[best];
        continue;
      }
      let y = bottom, filled = 0;
      for (let kind = 1; kind < kinds && y > top; kind++) {
        if (sharesOfPixel[kind] <= 0) continue;
        filled += sharesOfPixel[kind] / span;
        const to = Math.max(top, bottom - Math.round(filled * high));
        const c = colors[off[kind] ? 0 : kind];
        while (y > to) pixels[--y * width + x] = c;
      }
      while (y > top) pixels[--y * width + x] = colors[0];
    }
  }

  /** Returns the group of a name; 0 if the search excludes it. */
  const match = name => found && !found[name] ? 0 : groupOf[name];

  function paint() {
    const width = plot.clientWidth;
    readColors();
    const longest = spec.rows.reduce((n, each) => Math.max(n, each.length), 0);
    area = {x: Math.min(width * 0.3, 12 + longest * 7), y: 26, width: 0, height: Math.min(1040, Math.max(16, rows * rowHeight))};
    area.width = width - area.x - 4;
    area.height = Math.min(area.height, rowHeight > usual ? 640 : area.height);
    view.top = Math.max(0, Math.min(rows - area.height / rowHeight, view.top));
    const {context, scale} = weft.fit(canvas, width, area.height + 34);
    const w = Math.round(area.width * scale), h = Math.round(area.height * scale);
    const image = context.createImageData(w, h);
    const pixels = new Uint32Array(image.data.buffer);
    const high = rowHeight * scale, gap = rowHeight >= 8 ? Math.round(2 * scale) : 0;
    const lastRow = Math.min(rows, Math.ceil(view.top + area.height / rowHeight));
    for (let row = Math.floor(view.top); row < lastRow; row++) {
      const top = Math.round((row - view.top) * high), bottom = Math.round((row + 1 - view.top) * high) - gap;
      paintRow(pixels, w, row, Math.max(0, top), Math.min(h, bottom));
    }
    context.putImageData(image, Math.round(area.x * scale), Math.round(area.y * scale));
    context.font = "12px " + getComputedStyle(document.body).fontFamily;
    paintNames(context, lastRow);
    paintAxes(context, lastRow);
    paintCursor(context);
    paintShares();
  }

  const xOf = time => area.x + (time - view.from) / (view.to - view.from) * area.width;
  const yOf = row => area.y + (row - view.top) * rowHeight;

  /** Writes names on slices that are wide enough. */
  function paintNames(context, lastRow) {
    if (rowHeight < 14 || !spec.exact && view.to - view.from > length / 4) return;
    const narrow = 44 / area.width * (view.to - view.from);
    context.textBaseline = "middle";
    context.textAlign = "left";
    for (let row = Math.floor(view.top); row < lastRow; row++) {
      const end = firstRun[row + 1] - 1;
      let at = runAt(row, view.from), looked = 0;
      for (; at >= 0 && at < end && starts[at] < view.to && looked < 20000; at++, looked++) {
        if (starts[at + 1] - starts[at] < narrow || ids[at] === 0 || off[groupOf[ids[at]]] || match(ids[at]) === 0) continue;
        const left = Math.max(xOf(starts[at]), area.x), right = Math.min(xOf(starts[at + 1]), area.x + area.width);
        if (right - left < 40) continue;
        const c = colors[groupOf[ids[at]]];
        const bright = 0.3 * (c & 255) + 0.59 * (c >> 8 & 255) + 0.11 * (c >> 16 & 255);
        context.fillStyle = bright > 140 ? "#10151a" : "#ffffff";
        let text = spec.names[ids[at] - 1];
        const room = Math.floor((right - left - 8) / 6.6);
        if (text.length > room) text = room < 4 ? "" : text.slice(0, room - 1) + "…";
        context.fillText(text, left + 4, yOf(row) + rowHeight / 2);
      }
    }
  }

  function paintAxes(context, lastRow) {
    context.fillStyle = weft.color("soft");
    context.strokeStyle = weft.color("line");
    context.textBaseline = "middle";
    context.textAlign = "right";
    const every = Math.max(1, Math.ceil(weft.step(14, rowHeight) * 1), Math.ceil(14 / rowHeight));
    for (let row = Math.floor(view.top); row < lastRow; row++) {
      if (row % every === 0) context.fillText(spec.rows[row], area.x - 6, yOf(row) + Math.max(rowHeight, 8) / 2, area.x - 8);
    }
    context.textAlign = "center";
    const step = weft.step((view.to - view.from) * quantum, area.width / 110) / quantum;
    context.beginPath();
    for (let tick = Math.ceil(view.from / step) * step; tick <= view.to; tick += step) {
      const x = xOf(tick);
      context.moveTo(x, area.y - 5);
      context.lineTo(x, area.y);
      if (x > area.x + 12 && x < area.x + area.width - 24 || tick === 0) context.fillText(tickText(tick * quantum, step * quantum), Math.max(x, area.x + 8), 11);
    }
    context.moveTo(area.x, area.y - 0.5);
    context.lineTo(area.x + area.width, area.y - 0.5);
    context.stroke();
    context.fillStyle = weft.color("c3");
    for (const mark of spec.marks) {
      const x = xOf(mark.time / quantum), y = yOf(mark.row);
      if (x < area.x || x > area.x + area.width || y < area.y || y > area.y + area.height) continue;
      context.beginPath();
      context.moveTo(x - 5, y);
      context.lineTo(x + 5, y);
      context.lineTo(x, y + 9);
      context.fill();
    }
  }

  /** Formats ticks in one unit, with as many digits as make them distinct. */
  function tickText(value, step) {
    if (value === 0) return "0";
    const most = view.to * quantum;
    const [unit, name] = most < 1.5e3 ? [1, "ns"] : most < 1.5e6 ? [1e3, "µs"] : most < 1.5e9 ? [1e6, "ms"] : [1e9, "s"];
    const digits = Math.max(0, Math.min(9, -Math.floor(Math.log10(step / unit) + 1e-9)));
    return (value / unit).toFixed(digits) + " " + name;
  }

  function paintCursor(context) {
    if (!cursor.on) return;
    const x = xOf(cursor.time), y = yOf(cursor.row);
    context.strokeStyle = weft.color("text");
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(x, area.y);
    context.lineTo(x, area.y + area.height);
    context.stroke();
    context.strokeRect(area.x, y, area.width, Math.max(3, rowHeight - (rowHeight >= 8 ? 2 : 0)));
  }

  const scratch = new Float64Array(kinds);
  function paintShares() {
    const all = totals(view.from, view.to);
    const sum = (view.to - view.from) * rows;
    shares.forEach((each, i) => {
      const part = 100 * all[i + 1] / sum;
      each.share.textContent = (part > 0 && part < 0.1 ? "< 0.1" : part.toFixed(1)) + " %";
    });
  }

  /** Returns the time of each group over all rows, in quanta. The first group means none. */
  function totals(from, to) {
    const all = new Float64Array(kinds);
    for (let row = 0; row < rows; row++) {
      measure(row, from, to, scratch);
      for (let kind = 0; kind < kinds; kind++) all[kind] += scratch[kind];
    }
    return all;
  }

  // ---- moving ----
  const later = weft.perFrame(paint);

  function show(from, to) {
    const size = Math.max(Math.min(length, spec.exact ? 20 / quantum + 8 : 64), Math.min(length, to - from));
    view.from = Math.max(0, Math.min(length - size, from));
    view.to = view.from + size;
    later();
  }

  function zoom(factor, at) {
    const size = Math.min(length, (view.to - view.from) * factor);
    const part = (at - view.from) / (view.to - view.from);
    show(at - size * part, at - size * part + size);
  }

  function pan(part) { const by = (view.to - view.from) * part; show(view.from + by, view.to + by); }
  function all() { rowHeight = usual; view.top = 0; show(0, length); }

  function describe(row, time) {
    const mark = spec.marks.find(each => each.row === row && Math.abs(xOf(each.time / quantum) - xOf(time)) < 6);
    const run = runAt(row, time);
    const begin = run < 0 ? 0 : starts[run], end = run < 0 ? length : starts[run + 1];
    const name = run < 0 || ids[run] === 0 || time >= end ? "nothing recorded" : spec.names[ids[run] - 1];
    const group = run < 0 || ids[run] === 0 || time >= end ? "" : spec.groups[spec.groupOf[ids[run] - 1]];
    let text = spec.rows[row] + ", " + (group && group !== name ? group + ": " : "") + name + "\nfrom " + weft.nanos(begin * quantum)
      + (time >= end ? "" : ", for " + (spec.exact ? "" : "about ") + weft.nanos((end - begin) * quantum));
    const perPixel = (view.to - view.from) / area.width;
    if (run >= 0 && end - begin < perPixel) {
      measure(row, time - perPixel / 2, time + perPixel / 2, scratch);
      const parts = [];
      for (let kind = 1; kind < kinds; kind++) if (scratch[kind] > 0) parts.push([scratch[kind] / perPixel, groupNames[kind - 1]]);
      parts.sort((a, b) => b[0] - a[0]);
      text = spec.rows[row] + ", around " + weft.nanos(time * quantum) + "\n" + parts.slice(0, 5).map(each => (100 * each[0]).toFixed(0) + " % " + each[1]).join("\n");
    }
    return mark ? text + "\n" + mark.text : text;
  }

  function goTo(row, time) {
    cursor.on = true;
    cursor.row = Math.max(0, Math.min(rows - 1, row));
    cursor.time = Math.max(0, Math.min(length, time));
    if (cursor.time < view.from || cursor.time > view.to) show(cursor.time - (view.to - view.from) / 2, cursor.time + (view.to - view.from) / 2);
    if (cursor.row < view.top) view.top = cursor.row;
    if (yOf(cursor.row + 1) > area.y + area.height) view.top = cursor.row + 1 - area.height / rowHeight;
    const text = describe(cursor.row, cursor.time);
    live.textContent = text.replaceAll("\n", ", ");
    tip.show(xOf(cursor.time), yOf(cursor.row) + rowHeight, text);
    later();
  }

  /** Finds the next or previous slice of the row that has a name and matches the search. */
  function step(direction) {
    const row = cursor.row, end = firstRun[row + 1] - 1;
    let run = runAt(row, cursor.time) + direction;
    while (run >= firstRun[row] && run < end && (ids[run] === 0 || found && !found[ids[run]])) run += direction;
    if (run < firstRun[row] || run >= end) { live.textContent = "No more on " + spec.rows[row]; return; }
    const size = starts[run + 1] - starts[run];
    if (size > 0 && size < (view.to - view.from) / 400) show(starts[run] - size * 100, starts[run] + size * 100);
    goTo(row, starts[run]);
  }

  function find() {
    const wanted = search.value.trim().toLowerCase();
    found = null;
    count.textContent = "";
    if (wanted) {
      found = new Uint8Array(spec.names.length + 1);
      let names = 0;
      spec.names.forEach((name, i) => {
        if (name.toLowerCase().includes(wanted) || spec.groups[spec.groupOf[i]].toLowerCase().includes(wanted)) { found[i + 1] = 1; names++; }
      });
      let slices = 0, time = 0;
      for (let row = 0; row < rows; row++) {
        for (let run = firstRun[row]; run < firstRun[row + 1] - 1; run++) if (found[ids[run]]) { slices++; time += starts[run + 1] - starts[run]; }
      }
      count.textContent = names === 0 ? "no such name" : names + (names === 1 ? " name, " : " names, ") + (spec.exact ? weft.number(slices) + " slices, " : "") + weft.nanos(time * quantum);
    }
    later();
  }

  /** Moves to the next slice that matches the search, on this row or below. */
  function findNext() {
    if (!found) return;
    for (let tries = 0, row = cursor.row, run = cursor.on ? runAt(row, cursor.time) + 1 : firstRun[row]; tries <= rows; tries++) {
      for (; run >= 0 && run < firstRun[row + 1] - 1; run++) {
        if (found[ids[run]]) {
          const size = Math.max(1, starts[run + 1] - starts[run]);
          if (size < (view.to - view.from) / 400) show(starts[run] - size * 100, starts[run] + size * 100);
          goTo(row, starts[run]);
          return;
        }
      }
      row = (row + 1) % rows;
      run = firstRun[row];
    }
  }

  let typing = 0;
  search.addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(find, 150); });
  search.addEventListener("keydown", event => { if (event.key === "Enter") { find(); findNext(); event.preventDefault(); } });
  next.addEventListener("click", findNext);

  function place(event) {
    const box = canvas.getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top;
    const row = Math.floor(view.top + (y - area.y) / rowHeight);
    return {x, y, row, time: view.from + (x - area.x) / area.width * (view.to - view.from), inside: x >= area.x && y >= area.y && row >= 0 && row < rows && y < area.y + area.height};
  }

  let drag = null;
  canvas.addEventListener("wheel", event => {
    if (document.activeElement !== canvas && !event.ctrlKey) return;
    event.preventDefault();
    if (event.shiftKey) heighten(event.deltaY > 0 ? 1 / 1.3 : 1.3);
    else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) pan(event.deltaX / area.width);
    else zoom(event.deltaY > 0 ? 1.25 : 1 / 1.25, place(event).time);
  }, {passive: false});
  canvas.addEventListener("pointerdown", event => { drag = {x: event.clientX, y: event.clientY}; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointerup", () => { drag = null; });
  canvas.addEventListener("pointermove", event => {
    if (drag) {
      view.top += (drag.y - event.clientY) / rowHeight;
      pan((drag.x - event.clientX) / area.width);
      drag = {x: event.clientX, y: event.clientY};
      tip.hide();
      return;
    }
    const at = place(event);
    if (at.inside) tip.show(at.x, at.y, describe(at.row, at.time)); else tip.hide();
  });
  canvas.addEventListener("pointerleave", () => tip.hide());
  canvas.addEventListener("blur", () => tip.hide());

  function heighten(factor) { rowHeight = Math.max(usual, Math.min(60, rowHeight * factor)); later(); }

  canvas.addEventListener("keydown", event => {
    const far = event.shiftKey ? 0.5 : 0.1;
    const keys = {
      ArrowLeft: () => pan(-far), ArrowRight: () => pan(far),
      ArrowUp: () => goTo(cursor.row - (event.shiftKey ? 10 : 1), cursor.on ? cursor.time : middle()),
      ArrowDown: () => goTo(cursor.row + (event.shiftKey ? 10 : 1), cursor.on ? cursor.time : middle()),
      "+": () => zoom(1 / 1.5, middle()), "=": () => zoom(1 / 1.5, middle()), "-": () => zoom(1.5, middle()),
      "0": all, Home: () => show(0, view.to - view.from), End: () => show(length - (view.to - view.from), length),
      n: () => step(1), p: () => step(-1), "]": () => heighten(1.3), "[": () => heighten(1 / 1.3),
      "/": () => search.focus(), Escape: () => { cursor.on = false; tip.hide(); later(); }
    };
    if (keys[event.key] && !event.ctrlKey && !event.metaKey) { keys[event.key](); event.preventDefault(); }
  });

  paint();
  weft.onPaint(paint);
  new ResizeObserver(later).observe(plot);
  return {spec, runs, view, show, zoom, goTo, step, paint, totals, measure, describe, runAt, starts, ids, search, find};
};
