// Code shared by all parts of a page: data, colours, numbers, sorting. SPDX-License-Identifier: Apache-2.0
const weft = (() => {
  "use strict";
  const began = performance.timeOrigin;
  const jobs = [];
  const painters = [];

  const read = id => JSON.parse(document.getElementById(id).textContent);

  /** The bytes of a part, inflated by the browser. */
  async function bytes(id) {
    const holder = document.getElementById(id);
    const text = holder.textContent;
    let packed;
    if (Uint8Array.fromBase64) {
      packed = Uint8Array.fromBase64(text);
    } else {
      const raw = atob(text);
      packed = new Uint8Array(raw.length);
      for (let i = 0; i < raw.length; i++) packed[i] = raw.charCodeAt(i);
    }
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  /** A colour from the style sheet, which depends on the scheme. */
  const color = name => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

  /** A colour as [red, green, blue]. */
  function rgb(text) {
    const hex = text.replace("#", "");
    return [0, 2, 4].map(i => parseInt(hex.slice(i, i + 2), 16));
  }

  // What ranks do has one colour on every page: work is blue, orange and green; waiting is red and pink; starting is grey.
  const MEANINGS = {"body": 0, "computing": 0, "handlers": 1, "tasks, completions": 2, "waiting": 3, "collectives": 6, "start-up": 11};

  /** Returns a colour of the style sheet for each name. A name without a meaning gets one that no other has, as long as there are any. */
  function colorNames(names) {
    const meant = names.map(name => MEANINGS[name]);
    const free = [...Array(12).keys()].filter(i => !meant.includes(i));
    let next = 0;
    return meant.map(place => "c" + (place ?? free[next++ % free.length]));
  }

  /** Repaints when the scheme changes, and before and after printing. */
  function onPaint(paint) { painters.push(paint); }
  function repaint() { for (const paint of painters) paint(); }

  /** Formats a number as Java does in the tables. */
  function number(value) {
    if (value === null || value === undefined || !isFinite(value)) return "–";
    const size = Math.abs(value);
    if (size !== 0 && size < 0.1) return String(Number(value.toPrecision(3)));
    const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2;
    return value.toLocaleString("en-US", {minimumFractionDigits: digits, maximumFractionDigits: digits});
  }

  const TIMES = {ns: 1, us: 1e3, "µs": 1e3, ms: 1e6, s: 1e9};
  const brief = value => String(Number(Number(value).toPrecision(3)));

  /** A duration of nanoseconds. */
  function nanos(value) {
    const size = Math.abs(value);
    if (size < 1e3) return brief(value) + " ns";
    if (size < 1e6) return brief(value / 1e3) + " µs";
    if (size < 1e9) return brief(value / 1e6) + " ms";
    return brief(value / 1e9) + " s";
  }

  /** Formats a number with the multiple of its unit that makes it short. */
  function quantity(value, unit) {
    if (value === null || value === undefined || !isFinite(value)) return "–";
    if (TIMES[unit]) return value === 0 ? "0" : nanos(value * TIMES[unit]);
    if (unit === "bytes" || unit === "B") {
      let scaled = value, at = 0;
      while (Math.abs(scaled) >= 1024 && at < 4) { scaled /= 1024; at++; }
      return brief(scaled) + " " + ["B", "KiB", "MiB", "GiB", "TiB"][at];
    }
    let scaled = value, at = 0;
    while (Math.abs(scaled) >= 10000 && at < 4) { scaled /= 1000; at++; }
    const text = at === 0 && size3(value) ? String(value) : brief(scaled);
    return text + ["", " k", " M", " G", " T"][at] + (unit ? (at || unit === "°" ? "" : " ") + unit : "");
  }
  const size3 = value => Number.isInteger(value) && Math.abs(value) < 10000;

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  /** Makes the headings of a table buttons that sort it. */
  function sortable(table) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = element("button", {type: "button"}, ...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "descending"
          || (head.getAttribute("aria-sort") === null && !head.classList.contains("number"));
        heads.forEach(each => each.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", down ? "ascending" : "descending");
        sort(table, column, down ? 1 : -1);
      });
    });
  }

  const texts = new Intl.Collator("en", {numeric: true});

  function sort(table, column, sign) {
    const body = table.tBodies[0];
    const keyed = [...body.rows].map(row => {
      const cell = row.cells[column];
      const value = cell.dataset.value === undefined ? NaN : Number(cell.dataset.value);
      return {row, value, text: cell.textContent};
    });
    keyed.sort((a, b) => {
      const missing = isNaN(a.value) - isNaN(b.value);
      if (missing) return missing; // Rows without a number are last in either order.
      return sign * (isNaN(a.value) ? texts.compare(a.text, b.text) : a.value - b.value);
    });
    body.append(...keyed.map(each => each.row));
  }

  /** A box beside the pointer. */
  function tip(plot) {
    const box = element("div", {class: "tip", hidden: "", "aria-hidden": "true"});
    plot.append(box);
    return {
      show(x, y, text) {
        box.hidden = false;
        box.textContent = text;
        const left = x + 14 + box.offsetWidth > plot.clientWidth ? x - 14 - box.offsetWidth : x + 14;
        box.style.left = Math.max(0, left) + "px";
        box.style.top = Math.max(0, y - box.offsetHeight / 2) + "px";
      },
      hide() { box.hidden = true; }
    };
  }

  /** A canvas with the pixels of the screen. Returns its context, scaled to CSS pixels. */
  function fit(canvas, width, height) {
    const scale = Math.min(3, window.devicePixelRatio || 1);
    canvas.style.height = height + "px";
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const context = canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    return {context, scale};
  }

  /** Calls at most once per frame. */
  function perFrame(work) {
    let asked = false;
    return () => {
      if (asked) return;
      asked = true;
      requestAnimationFrame(() => { asked = false; work(); });
    };
  }

  /** Returns a round step, of which about `most` fit the range. */
  function step(range, most) {
    const raw = range / Math.max(1, most);
    const power = 10 ** Math.floor(Math.log10(raw));
    return [1, 2, 5, 10].map(i => i * power).find(each => each >= raw);
  }

  /** Round places on an axis, at most about `most` of them, with their texts: all in one unit, and with as many digits as make them distinct. */
  function ticks(from, to, most, unit) {
    const scale = TIMES[unit] || 1, width = step((to - from) * scale, most);
    const end = Math.max(Math.abs(from), Math.abs(to)) * scale;
    const [size, name] = !TIMES[unit] ? [1, unit] : end < 1.5e3 ? [1, "ns"] : end < 1.5e6 ? [1e3, "µs"] : end < 1.5e9 ? [1e6, "ms"] : [1e9, "s"];
    const digits = Math.max(0, Math.min(6, -Math.floor(Math.log10(width / size) + 1e-9)));
    const found = [];
    for (let i = Math.ceil(from * scale / width - 1e-9); i * width <= to * scale * (1 + 1e-12); i++) {
      const text = TIMES[unit] || digits > 0 ? (i * width / size).toFixed(digits) : quantity(i * width, "");
      found.push({at: i * width / scale, text: i === 0 ? "0" : text + (name ? " " + name : "")});
    }
    return found;
  }

  return {began, jobs, read, bytes, color, colorNames, rgb, onPaint, repaint, number, nanos, quantity, element, sortable, tip, fit, perFrame, step, ticks, parts: {}};
})();
