// The faces of a mesh that are visible, and their picture without WebGL. SPDX-License-Identifier: Apache-2.0
weft.meshFaces = (() => {
  "use strict";

  /** All faces: three points each, the cell in front of which they lie, and the one behind or -1. */
  function all(points, cells, corners, inner) {
    const n = cells.length / corners;
    return corners === 3 ? triangles(cells, n) : tets(points, cells, n, inner);
  }

  function triangles(cells, n) {
    const owner = new Int32Array(n), other = new Int32Array(n).fill(-1);
    for (let i = 0; i < n; i++) owner[i] = cells[3 * i] < 0 ? -1 : i;
    return {corner: cells, owner, other};
  }

  /** @param inner bits of faces that are never visible, or null */
  function tets(points, cells, n, inner) {
    const count = 4 * n;
    const corner = new Int32Array(3 * count), owner = new Int32Array(count);
    // Opposite each corner, with the order that makes the front point outwards of a positive tet.
    const order = [1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1];
    let used = 0;
    for (let t = 0; t < n; t++) {
      if (cells[4 * t] < 0) continue;
      const at = i => 3 * cells[4 * t + i];
      const edge = (i, k) => points[at(i) + k] - points[at(0) + k];
      const volume = edge(1, 0) * (edge(2, 1) * edge(3, 2) - edge(2, 2) * edge(3, 1))
        - edge(1, 1) * (edge(2, 0) * edge(3, 2) - edge(2, 2) * edge(3, 0))
        + edge(1, 2) * (edge(2, 0) * edge(3, 1) - edge(2, 1) * edge(3, 0));
      for (let f = 0; f < 4; f++) {
        if (inner && inner[t] >> f & 1) continue;
        const [a, b, c] = [0, 1, 2].map(i => cells[4 * t + order[3 * f + i]]);
        corner.set(volume > 0 ? [a, b, c] : [a, c, b], 3 * used);
        owner[used++] = t;
      }
    }
    return paired(corner.subarray(0, 3 * used), owner.subarray(0, used), points.length / 3);
  }

  /** Finds the two cells of each face. Buckets by the smallest point hold only a few faces each. */
  function paired(corner, owner, pointCount) {
    const faces = owner.length;
    const starts = new Int32Array(pointCount + 1);
    const least = f => Math.min(corner[3 * f], corner[3 * f + 1], corner[3 * f + 2]);
    const most = f => Math.max(corner[3 * f], corner[3 * f + 1], corner[3 * f + 2]);
    const sum = f => corner[3 * f] + corner[3 * f + 1] + corner[3 * f + 2];
    for (let f = 0; f < faces; f++) starts[least(f) + 1]++;
    for (let p = 0; p < pointCount; p++) starts[p + 1] += starts[p];
    const next = starts.slice(), sorted = new Int32Array(faces), other = new Int32Array(faces).fill(-1);
    const kept = new Uint8Array(faces).fill(1);
    for (let f = 0; f < faces; f++) {
      const p = least(f);
      for (let i = starts[p]; i < next[p]; i++) {
        const g = sorted[i];
        if (other[g] < 0 && kept[g] && most(g) === most(f) && sum(g) === sum(f)) { other[g] = owner[f]; kept[f] = 0; break; }
      }
      if (kept[f]) sorted[next[p]++] = f;
    }
    const total = kept.reduce((n, k) => n + k, 0);
    const result = {corner: new Int32Array(3 * total), owner: new Int32Array(total), other: new Int32Array(total)};
    let at = 0;
    for (let f = 0; f < faces; f++) {
      if (!kept[f]) continue;
      for (let k = 0; k < 3; k++) result.corner[3 * at + k] = corner[3 * f + k];
      result.owner[at] = owner[f];
      result.other[at++] = other[f];
    }
    return result;
  }

  /** The faces between a visible cell and none: their corners, front outwards, and their cells. */
  function visible(faces, shown) {
    const n = faces.owner.length;
    let count = 0;
    const is = cell => cell >= 0 && shown[cell] === 1;
    for (let f = 0; f < n; f++) if (is(faces.owner[f]) !== is(faces.other[f])) count++;
    const corner = new Int32Array(3 * count), cell = new Int32Array(count);
    let at = 0;
    for (let f = 0; f < n; f++) {
      const front = is(faces.owner[f]);
      if (front === is(faces.other[f])) continue;
      corner[3 * at] = faces.corner[3 * f];
      corner[3 * at + 1] = faces.corner[3 * f + (front ? 1 : 2)];
      corner[3 * at + 2] = faces.corner[3 * f + (front ? 2 : 1)];
      cell[at++] = front ? faces.owner[f] : faces.other[f];
    }
    return {corner, cell};
  }

  const MOST_DRAWN = 12000;

  /** Joins points that are close, until few enough faces are left for an SVG. Rare cells stay. */
  function fewer(points, faces, isRare) {
    if (faces.cell.length <= MOST_DRAWN) return {faces, points, simplified: false};
    let result = null;
    for (let grid = 80; grid >= 4; grid = Math.floor(grid * 0.75)) {
      const first = new Map(), to = new Int32Array(points.length / 3).fill(-1);
      const corner = [], cell = [], seen = new Set();
      const place = p => {
        if (to[p] < 0) {
          const key = [0, 1, 2].reduce((n, k) => n * 256 + Math.floor((points[3 * p + k] + 1) / 2 * grid), 0);
          if (!first.has(key)) first.set(key, p);
          to[p] = first.get(key);
        }
        return to[p];
      };
      for (let f = 0; f < faces.cell.length; f++) {
        let [a, b, c] = [faces.corner[3 * f], faces.corner[3 * f + 1], faces.corner[3 * f + 2]];
        if (!isRare(faces.cell[f])) {
          [a, b, c] = [place(a), place(b), place(c)];
          if (a === b || b === c || c === a) continue;
          const key = a + "," + b + "," + c;
          if (seen.has(key)) continue;
          seen.add(key);
        }
        corner.push(a, b, c);
        cell.push(faces.cell[f]);
        if (cell.length > MOST_DRAWN && grid > 5) break;
      }
      result = {faces: {corner, cell}, points, simplified: true};
      if (cell.length <= MOST_DRAWN) break;
    }
    return result;
  }

  const SVG = "http://www.w3.org/2000/svg";

  /** Draws faces into an SVG, from the farthest to the nearest. `turned` gives x, y and depth. */
  function draw(svg, width, height, points, faces, turned, colorOf, back, edge, marks) {
    const n = points.length / 3, at = new Float64Array(3 * n);
    for (let p = 0; p < n; p++) at.set(turned(points[3 * p], points[3 * p + 1], points[3 * p + 2]), 3 * p);
    const count = faces.cell.length, depth = new Float64Array(count);
    for (let f = 0; f < count; f++) for (let k = 0; k < 3; k++) depth[f] += at[3 * faces.corner[3 * f + k] + 2];
    const order = Int32Array.from({length: count}, (_, f) => f).sort((f, g) => depth[f] - depth[g]);
    svg.setAttribute("viewBox", "0 0 " + width + " " + height);
    const made = document.createDocumentFragment();
    const add = (name, attributes) => {
      const element = document.createElementNS(SVG, name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      made.append(element);
    };
    let path = "", fill = "";
    const flush = () => { if (path) add("path", {d: path, fill, stroke: edge || fill, "stroke-width": edge ? 0.6 : 0.4, "stroke-linejoin": "round"}); path = ""; };
    for (const f of order) {
      const [a, b, c] = [0, 1, 2].map(k => 3 * faces.corner[3 * f + k]);
      const u = [at[b] - at[a], at[b + 1] - at[a + 1], at[b + 2] - at[a + 2]];
      const v = [at[c] - at[a], at[c + 1] - at[a + 1], at[c + 2] - at[a + 2]];
      const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      const length = Math.hypot(...normal) || 1;
      // The y axis of a picture points down, which turns the front of a face around.
      const front = -normal[2] > 0;
      const light = Math.round((0.45 + 0.55 * Math.abs(normal[2]) / length) * 12) / 12;
      const shade = (front ? colorOf(faces.cell[f]) : back).map(x => Math.round(x * light));
      const color = "rgb(" + shade + ")";
      if (color !== fill) { flush(); fill = color; }
      path += "M" + [a, b, c].map(i => at[i].toFixed(1) + " " + at[i + 1].toFixed(1)).join("L") + "Z";
    }
    flush();
    for (const {xyz, color} of marks) {
      for (let i = 0; i < xyz.length; i += 6) {
        const [p, q] = [turned(xyz[i], xyz[i + 1], xyz[i + 2]), turned(xyz[i + 3], xyz[i + 4], xyz[i + 5])];
        add("line", {x1: p[0], y1: p[1], x2: q[0], y2: q[1], stroke: color, "stroke-width": 2});
        add("circle", {cx: p[0], cy: p[1], r: 2.5, fill: color});
        add("circle", {cx: q[0], cy: q[1], r: 2.5, fill: color});
      }
    }
    svg.replaceChildren(made);
  }

  return {all, visible, fewer, draw};
})();
