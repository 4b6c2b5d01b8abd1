import { api } from "../../app/client/api.ts";
import { shortAddressParts } from "../../ui/address/readableAddress.ts";
import { curveThrough } from "../../ui/charts/curve.ts";
import { pictureData } from "../qrCodes/qrPreview.ts";

/** What the picture of a link says. */
export interface ShareCard {
  readonly id: number;
  readonly shorturl: string;
  readonly title: string;
  /** Its clicks in words, for example "186 clicks in 30 days". */
  readonly countOf: (clicks: number) => string;
}

/** As wide and high as chats show previews. */
const size = { width: 1200, height: 630 } as const;
const colors = {
  paper: "#f6f2ea",
  sheet: "#fffdf9",
  ink: "#211d17",
  soft: "#6b6256",
  clay: "#c2501c",
};
const sans = '"Waypost Sans", "Waypost Persian", system-ui, sans-serif';
const mono = '"Waypost Mono", ui-monospace, monospace';
const display = '"Waypost Display", "Waypost Persian", Georgia, serif';
const edge = 64;

/** A picture of a link for chats: its blade, its code and its clicks of 30 days, as a PNG. */
async function drawShareCard(card: ShareCard): Promise<Blob> {
  const [qr, days] = await Promise.all([codeOf(card.shorturl), daysOf(card.id)]);
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser draws no pictures.");
  context.fillStyle = colors.paper;
  context.fillRect(0, 0, size.width, size.height);
  drawBlade(context, card);
  drawCode(context, qr);
  drawClicks(context, days, card);
  return canvas.convertToBlob({ type: "image/png" });
}

/** Puts it into the clipboard; drawing goes on meanwhile, as Safari asks for. */
export async function copyShareCard(card: ShareCard): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": drawShareCard(card) })]);
}

async function codeOf(payload: string): Promise<HTMLImageElement> {
  const look = { pattern: "rounded", eyes: "rounded" } as const;
  const { data } = await api.call("previewQrCode", {
    body: { type: "text", data: payload, ...look },
  });
  const image = new Image();
  image.src = pictureData(data.svg);
  await image.decode();
  return image;
}

async function daysOf(id: number): Promise<readonly number[]> {
  const { links } = await api.call("getSparklines", { query: { ids: String(id), days: 30 } });
  return links[0]?.clicks ?? [];
}

type Context = OffscreenCanvasRenderingContext2D;

function drawBlade(context: Context, { shorturl, title }: ShareCard): void {
  const { host, alias } = shortAddressParts(shorturl);
  const [top, height, point] = [edge, 200, 64];
  const most = 640;
  context.textAlign = "left";
  context.direction = "ltr";
  let letters = 88;
  do {
    context.font = `600 ${letters}px ${sans}`;
    letters -= 4;
  } while (letters > 28 && context.measureText(`/${alias}`).width > most - 100);
  const aliasFont = context.font;
  const width = Math.min(most, Math.max(320, context.measureText(`/${alias}`).width + 100));
  context.fillStyle = colors.clay;
  context.beginPath();
  context.roundRect(edge, top, width - point + 1, height, [20, 0, 0, 20]);
  context.moveTo(edge + width - point, top);
  context.lineTo(edge + width, top + height / 2);
  context.lineTo(edge + width - point, top + height);
  context.fill();
  context.fillStyle = colors.sheet;
  context.font = `500 26px ${mono}`;
  context.fillText(host, edge + 36, top + 62, most - 100);
  context.font = aliasFont;
  context.fillText(`/${alias}`, edge + 32, top + 150, most - 100);
  context.fillStyle = colors.ink;
  context.font = `600 32px ${sans}`;
  context.fillText(title, edge, top + height + 60, most);
}

function drawCode(context: Context, qr: HTMLImageElement): void {
  const side = 340;
  const left = size.width - edge - side;
  context.fillStyle = "#fff";
  context.beginPath();
  context.roundRect(left, edge, side, side, 24);
  context.fill();
  context.drawImage(qr, left + 8, edge + 8, side - 16, side - 16);
}

function drawClicks(context: Context, days: readonly number[], { countOf }: ShareCard): void {
  const [top, floor] = [470, size.height];
  const most = Math.max(10, ...days);
  const gap = size.width / Math.max(1, days.length - 1);
  const line = curveThrough(
    days.map((clicks, place) => ({
      x: place * gap,
      y: floor - 24 - (clicks / most) * (floor - top),
    })),
  );
  if (days.length > 1) {
    const fill = context.createLinearGradient(0, top, 0, floor);
    fill.addColorStop(0, `${colors.clay}48`);
    fill.addColorStop(1, `${colors.clay}00`);
    context.fillStyle = fill;
    const area = new Path2D(`${line}L${size.width} ${floor}L0 ${floor}Z`);
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is no array
    context.fill(area);
    context.strokeStyle = colors.clay;
    context.lineWidth = 4;
    context.stroke(new Path2D(line));
  }
  context.fillStyle = colors.soft;
  context.font = `500 34px ${display}`;
  context.fillText(countOf(days.reduce((sum, clicks) => sum + clicks, 0)), edge, 410);
}
