import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { clickLine } from "../../src/server/store/clicks/clickLine.ts";
import { seal } from "../../src/server/store/lines.ts";

const span = 28 * 86_400_000;
const linesTogether = 16;

const of = <Item>(list: readonly Item[], place: number) => list[place % list.length];

/** Lines of clicks of four weeks up to a moment, as visitors of many kinds leave them. */
export function writeClicks(
  dataDir: string,
  {
    links,
    count,
    until,
  }: { readonly links: number; readonly count: number; readonly until: number },
): void {
  mkdirSync(join(dataDir, "clicks"), { recursive: true });
  let month = "";
  let text = "";
  let group: string[] = [];
  const flush = () => {
    if (group.length > 0) text += seal(group.join("\n"));
    group = [];
    if (text !== "") appendFileSync(join(dataDir, "clicks", `${month}.ndjson`), text);
    text = "";
  };
  for (let place = 0; place < count; place += 1) {
    const at = until - span + Math.floor((place / count) * span);
    const present = new Date(at).toISOString().slice(0, 7);
    if (present !== month) {
      flush();
      month = present;
    }
    const mixed = Math.imul(place, 2_654_435_761) >>> 8;
    const isBot = mixed % 12 === 0;
    group.push(
      clickLine({
        at,
        link: 1 + ((mixed * 31) % links),
        visitor: isBot ? undefined : visitorKey(mixed % 200_000),
        bot: isBot ? "Googlebot" : undefined,
        country: of(["IR", "DE", "US", "FR", "TR", "NL", "GB", "CA"], mixed >>> 3),
        browser: of(["Chrome", "Firefox", "Mobile Safari", "Edge"], mixed >>> 5),
        os: of(["Windows", "Android", "iOS", "Linux", "macOS"], mixed >>> 7),
        device: of(["windows", "android", "iphone", "linux", "mac"], mixed >>> 7),
        referrer: mixed % 3 === 0 ? undefined : `site-${(mixed >>> 4) % 400}.example`,
        social: mixed % 17 === 0 ? "twitter" : undefined,
        language: of(["fa", "en", "de", "fr"], mixed >>> 6),
      }),
    );
    if (group.length < linesTogether) continue;
    text += seal(group.join("\n"));
    group = [];
    if (text.length > 1 << 22) flush();
  }
  flush();
}

function visitorKey(number: number): string {
  return Buffer.from(`${number}`.padStart(12, "0")).toString("base64url");
}
