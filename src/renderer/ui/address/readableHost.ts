/** What a label in Arabic script begins with once it is a name of the DNS (RFC 5890). */
const prefix = "xn--";

/** Letters of one script, so that no foreign letter can pass for a Latin one. */
const arabicOnly = /^[\p{Script=Arabic}\p{M}\d\u200c-]+$/u;

/** A host as its owner wrote it: labels in Arabic script as letters, all others as they are. */
export function readableHost(host: string): string {
  if (!host.toLowerCase().includes(prefix)) return host;
  return host
    .split(".")
    .map((label) => {
      if (!label.toLowerCase().startsWith(prefix)) return label;
      const text = decoded(label.slice(prefix.length).toLowerCase());
      return text !== null && arabicOnly.test(text) ? text : label;
    })
    .join(".");
}

/** Punycode (RFC 3492, section 6.2); null: it is none. */
function decoded(label: string): string | null {
  const basicEnd = Math.max(0, label.lastIndexOf("-"));
  const points = Array.from(label.slice(0, basicEnd), (letter) => letter.charCodeAt(0));
  let point = 128;
  let place = 0;
  let bias = 72;
  for (let at = basicEnd === 0 ? 0 : basicEnd + 1; at < label.length;) {
    const before = place;
    let weight = 1;
    for (let k = 36; ; k += 36) {
      const digit = "abcdefghijklmnopqrstuvwxyz0123456789".indexOf(label.charAt(at));
      if (at >= label.length || digit === -1) return null;
      at += 1;
      place += digit * weight;
      const threshold = Math.min(26, Math.max(1, k - bias));
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    bias = adapted(place - before, points.length + 1, before === 0);
    point += Math.floor(place / (points.length + 1));
    place %= points.length + 1;
    if (point > 0x10_ff_ff) return null;
    points.splice(place, 0, point);
    place += 1;
  }
  return String.fromCodePoint(...points);
}

function adapted(step: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(step / (isFirst ? 700 : 2));
  delta += Math.floor(delta / count);
  let k = 0;
  for (; delta > 455; k += 36) delta = Math.floor(delta / 35);
  return k + Math.floor((36 * delta) / (delta + 38));
}
