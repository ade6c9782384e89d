// Fits the games' frames to their height. "Embed" in the README says what is told and how to hear it.
(() => {
  const from = "vanishing-pyramids";
  const site = new URL(".", document.currentScript.src);
  const ours = () =>
    [...document.querySelectorAll("iframe")].filter((frame) => frame.src.startsWith(site.href));
  addEventListener("message", ({ source, origin, data }) => {
    const frame = ours().find((one) => one.contentWindow === source);
    if (!frame || !data || data.from !== from) return;
    // A frame with a sandbox of its own has no origin.
    if (origin !== site.origin && !(origin === "null" && frame.hasAttribute("sandbox"))) return;
    const { type, height } = data;
    if (type === "height" && height > 99 && height < 2000) frame.style.height = `${height}px`;
    frame.dispatchEvent(new CustomEvent(from, { detail: data, bubbles: true }));
  });
  for (const frame of ours()) frame.contentWindow.postMessage({ from, type: "ask" }, "*");
})();
