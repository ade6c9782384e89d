// Draws a QR code. game/views/share.py loads this when a game is shared; scripts/bundle.mjs puts the
// library inside.
import { renderSVG } from "uqr";

const QUIET_ZONE = 4; // modules of light around the code, which the standard asks for

/** Return a text's QR code as SVG, dark on light whatever the page's colours are. */
export const draw = (text) =>
  renderSVG(text, {
    border: QUIET_ZONE,
    boostEcc: true, // more correction where the code does not grow by it
    pixelSize: 1,
    whiteColor: "#fff",
    blackColor: "#000",
  });
