(async () => {
  "use strict";
  const page = document.documentElement;
  document.querySelectorAll("table.sortable").forEach(weft.sortable);
  const start = async (selector, make) => {
    for (const figure of document.querySelectorAll(selector)) {
      try {
        weft.parts[figure.id] = await make(figure);
      } catch (error) {
        figure.querySelector(".plot").append(weft.element("p", {class: "failed"}, "This browser cannot show this part (" + error + "); its numbers are below."));
        console.error(error);
      }
    }
  };
  if (weft.chart) await start("figure.chart", weft.chart);
  await start("figure.heatmap", weft.heatMap);
  await start("figure.timeline", weft.timeline);
  if (weft.mesh) await start("figure.mesh", weft.mesh);
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", weft.repaint);
  const printing = on => { page.classList.toggle("printing", on); weft.repaint(); };
  addEventListener("beforeprint", () => printing(true));
  addEventListener("afterprint", () => printing(false));
  matchMedia("print").addEventListener("change", event => printing(event.matches));
  requestAnimationFrame(() => setTimeout(() => { page.dataset.ready = Math.round(performance.now()); }));
})();
