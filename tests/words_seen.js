// Looks at all words that are seen now; returns those without the marks of the stretched language,
// and those that are cut off. In an open dialog only its own words count. Keys, the names of languages
// and what Intl makes are not in the catalogues.
([open, close]) => {
  const NOT_OURS = "script, py-config, noscript, textarea, iframe, [aria-hidden], dt, .month, [lang]:not(html)";
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !element.closest("[inert], .unseen, svg, [data-command=day]");
  const foreign = (text) => /\p{L}{3}/u.test(text) && !text.includes(open) && !text.includes(close);
  const unmarked = [], cut = [];
  const top = document.querySelector("dialog[open]") ?? document.body;
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement, text = node.nodeValue.trim();
    if (!text || !seen(parent) || parent.closest(NOT_OURS)) continue;
    const block = parent.closest("p, li, td, th, dt, dd, button, h1, h2, h3, label, legend, span, option, div");
    if (foreign(text) && foreign(block.textContent)) unmarked.push(text);
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right, width } = range.getBoundingClientRect();
    if (!width) continue;
    if (left < -1 || right > innerWidth + 1) cut.push(text + " (off the screen)");
    for (let box = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.overflowX === "visible") continue;
      const { left: from, right: to } = box.getBoundingClientRect();
      const isName = style.textOverflow === "ellipsis" && box.closest(".seat-name, .log-moves, .tabs, .scores");
      if ((left < from - 1 || right > to + 1) && !isName) cut.push(`${text} (in ${box.className || box.tagName})`);
      break;
    }
  }
  for (const element of top.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      const text = element.getAttribute(name);
      if (text && seen(element) && foreign(text)) unmarked.push(`${name}=${text}`);
    }
  }
  return [unmarked, cut];
}
