import { create } from "qrcode";

/** Modules of quiet around a code. */
const quiet = 4;

/** Draws a code that leads to an address, black on white in every color scheme. */
export function drawQr(svg: SVGElement, address: string): void {
  const { modules } = create(address, { errorCorrectionLevel: "M" });
  const { size, data } = modules;
  let path = "";
  for (let place = 0; place < data.length; place += 1) {
    if (data[place] !== 0) path += `M${place % size} ${Math.floor(place / size)}h1v1h-1z`;
  }
  const width = size + 2 * quiet;
  svg.setAttribute("viewBox", `${-quiet} ${-quiet} ${width} ${width}`);
  svg.querySelector("path")?.setAttribute("d", path);
}
