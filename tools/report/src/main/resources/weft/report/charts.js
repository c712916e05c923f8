// Lines, points, bars and histograms, drawn by Apache ECharts as SVG. SPDX-License-Identifier: Apache-2.0
weft.chart = figure => {
  "use strict";
  const spec = weft.read(figure.id + "-data");
  const plot = figure.querySelector(".plot");
  const bars = spec.kind === "bars" || spec.kind === "histogram";
  const long = Math.max(0, ...spec.categories.map(each => each.length));
  const side = spec.horizontal;
  if (side) plot.style.height = Math.max(160, 90 + spec.categories.length * (spec.stacked ? 26 : 12 + 14 * spec.series.length)) + "px";
  const chart = echarts.init(plot, null, {renderer: "svg"});
  const named = axis => axis.name + (axis.unit && !scaled(axis.unit) ? (axis.name ? " (" : "") + axis.unit + (axis.name ? ")" : "") : "");
  const scaled = unit => ["ns", "us", "ms", "s", "bytes", "B"].includes(unit);

  function option() {
    const text = weft.color("text"), soft = weft.color("soft"), line = weft.color("line");
    const colors = weft.colorNames(spec.series.map(each => each.name)).map(weft.color);
    const shown = value => value === null || (spec.y.log && value <= 0) ? null : value;
    const axisStyle = {
      nameTextStyle: {color: soft}, axisLabel: {color: soft, hideOverlap: true},
      axisLine: {lineStyle: {color: line}}, axisTick: {lineStyle: {color: line}}, splitLine: {lineStyle: {color: line, opacity: 0.6}}
    };
    const values = {
      ...axisStyle, type: spec.y.log ? "log" : "value", name: named(spec.y),
      nameLocation: side ? "middle" : "end", nameGap: side ? 30 : 14,
      nameTextStyle: {color: soft, align: side ? "center" : "left", padding: side ? 0 : [0, 0, 0, -40]},
      axisLabel: {color: soft, hideOverlap: true, formatter: value => weft.quantity(value, scaled(spec.y.unit) ? spec.y.unit : "")}
    };
    const xs = spec.series.flatMap(each => each.x).filter(x => x !== null && (!spec.x.log || x > 0));
    let from = Infinity, to = -Infinity;
    for (const x of xs) { if (x < from) from = x; if (x > to) to = x; }
    // Lines fill their chart; rounded ends would leave a part of it empty.
    const ends = spec.kind === "lines" && from < to ? {min: from, max: to} : {};
    const places = bars ? {
      ...axisStyle, type: "category", data: spec.categories, name: named(spec.x), nameLocation: "middle",
      nameGap: side ? Math.min(240, 14 + long * 7) : 34, inverse: side, splitLine: {show: false},
      axisLabel: {color: soft, hideOverlap: true, width: side ? 230 : 140, overflow: side ? "break" : "truncate"}
    } : {
      ...axisStyle, type: spec.x.log ? "log" : "value", logBase: spec.x.unit === "bytes" ? 2 : 10, name: named(spec.x),
      nameLocation: "middle", nameGap: 34, scale: true, ...ends, splitLine: {show: false},
      axisLabel: {color: soft, hideOverlap: true, formatter: value => weft.quantity(value, scaled(spec.x.unit) ? spec.x.unit : "")}
    };
    if (side) places.name = "";
    const series = spec.series.map((each, i) => {
      if (bars) {
        return {
          name: each.name, type: "bar", stack: spec.stacked ? "all" : undefined, data: each.y.map(shown),
          barCategoryGap: spec.kind === "histogram" ? "4%" : "28%", barMaxWidth: 60,
          itemStyle: {color: colors[i]}, large: each.y.length > 3000
        };
      }
      const points = each.x.map((x, k) => [x, shown(each.y[k])]).filter(p => p[0] !== null && (!spec.x.log || p[0] > 0));
      if (spec.kind === "scatter") {
        return {name: each.name, type: "scatter", data: points, symbolSize: points.length > 500 ? 4 : 7, itemStyle: {color: colors[i], opacity: 0.75}};
      }
      return {
        name: each.name, type: "line", data: points, stack: spec.stacked ? "all" : undefined,
        areaStyle: spec.stacked ? {opacity: 0.55} : undefined, sampling: points.length > 4000 ? "lttb" : undefined,
        showSymbol: points.length <= 60, symbol: ["circle", "rect", "triangle", "diamond"][i % 4], symbolSize: 7,
        lineStyle: {color: colors[i], width: 2}, itemStyle: {color: colors[i]}, connectNulls: false
      };
    });
    // A limit is a separate series, so that it appears in the legend and can be read like the others.
    for (const limit of spec.limits) {
      const style = {type: "dashed", width: 2, color: text};
      const made = {name: limit.name, type: "line", symbol: "none", lineStyle: style, itemStyle: {color: text}, emphasis: {disabled: true}};
      series.push(bars
        ? {...made, data: [], markLine: {symbol: "none", silent: true, lineStyle: style, label: {show: false}, data: [side ? {xAxis: limit.value} : {yAxis: limit.value}]}}
        : {...made, data: [[from, limit.value], [to, limit.value]]});
    }
    const legend = series.length > 1;
    return {
      animation: false, backgroundColor: "transparent", color: colors,
      aria: {enabled: true, label: {description: spec.description}},
      textStyle: {color: text, fontFamily: getComputedStyle(document.body).fontFamily},
      legend: legend ? {type: "scroll", top: 0, left: 0, textStyle: {color: text}, pageTextStyle: {color: text}, pageIconColor: text, inactiveColor: soft} : undefined,
      tooltip: {
        trigger: spec.kind === "scatter" ? "item" : "axis", confine: true, backgroundColor: weft.color("page"), borderColor: line, textStyle: {color: text},
        axisPointer: {type: bars ? "shadow" : "line"}, formatter: found => tooltip(found)
      },
      grid: {left: 16, right: 28, top: legend ? 62 : 34, bottom: side ? 40 : 44, outerBoundsMode: "same", outerBoundsContain: "axisLabel", containLabel: true},
      xAxis: side ? values : places, yAxis: side ? places : values, series
    };
  }

  function tooltip(found) {
    const all = Array.isArray(found) ? found : [found];
    if (all.length === 0) return "";
    const box = weft.element("div");
    const first = all[0];
    const at = bars ? spec.categories[first.dataIndex] : (spec.x.name ? spec.x.name + " " : "") + weft.quantity(first.value[0], spec.x.unit);
    box.append(weft.element("strong", {}, String(at)));
    for (const each of all) {
      const value = Array.isArray(each.value) ? (side ? each.value[0] : each.value[1]) : each.value;
      if (value === null || value === undefined) continue;
      const swatch = weft.element("span", {class: "swatch"});
      swatch.style.background = each.color;
      swatch.style.marginRight = "6px";
      box.append(weft.element("div", {}, swatch, each.seriesName + ": " + weft.quantity(value, spec.y.unit)));
    }
    return box;
  }

  const paint = () => chart.setOption(option(), {notMerge: true});
  paint();
  weft.onPaint(() => { paint(); chart.resize(); });
  new ResizeObserver(() => chart.resize()).observe(plot);
  return {spec, chart};
};
