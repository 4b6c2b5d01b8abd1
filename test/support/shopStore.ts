import type { Filled } from "./fullStore.ts";
import { startTestServer, type TestServer } from "./server.ts";
import { androidPhone, chromeOnMac, edge, firefoxOnWindows, iphone } from "./userAgents.ts";

const day = 86_400_000;
/** Days that the shop's links have been out. */
const days = 60;

/** Address, title, tags, channel, campaign and clicks in ten days: what a shop of tea hands out. */
const links: readonly (readonly [
  alias: string,
  target: string,
  title: string,
  tags: readonly string[],
  channel: number | null,
  campaign: number | null,
  clicks: number,
])[] = [
  ["spring", "collections/spring-2026", "Spring harvest", ["tea", "new"], 0, 0, 42],
  ["بهار", "fa/collections/spring-2026", "برداشت بهاره", ["tea", "بهار"], 2, 0, 31],
  ["oolong", "products/oolong-tasting-set", "Oolong tasting set", ["tea", "gift"], 1, 0, 18],
  ["gift", "gift-cards", "Gift cards", ["gift"], 0, 1, 12],
  ["hours", "visit-us", "Opening hours and how to find us", [], 3, null, 9],
  ["menu", "menu.pdf", "Tea room menu", ["tea room"], 3, null, 24],
  ["چای-سبز", "fa/guides/brewing", "راهنمای دم‌کردن چای سبز", ["راهنما"], 2, null, 7],
  ["brew", "guides/brewing-green-tea", "How to brew green tea", ["guide"], 1, null, 15],
  ["letter-5", "letters/2026-05", "Newsletter, May", ["letter"], 1, null, 20],
  ["wholesale", "wholesale/price-list", "Price list for shops", [], null, null, 2],
  ["jobs", "jobs/tea-room", "", [], null, null, 0],
  ["teapots", "collections/cast-iron-teapots", "Cast-iron teapots", ["new"], 0, 1, 6],
];

const visitors = [
  ["DE", iphone, "https://www.instagram.com/"],
  ["DE", chromeOnMac, ""],
  ["IR", androidPhone, "https://t.me/"],
  ["IR", firefoxOnWindows, ""],
  ["AT", iphone, ""],
  ["GB", edge, "https://www.google.com/"],
  ["US", androidPhone, "https://www.facebook.com/"],
  ["JP", iphone, "https://www.instagram.com/"],
  ["FR", "curl/8.5.0", ""],
] as const;

/** What a shop's owner has after two months: a dozen links, where they are shared, what for, and who came. */
export async function startShop(): Promise<{ service: TestServer; made: Filled }> {
  let behind = days * day;
  const service = await startTestServer({
    guiPort: 0,
    publicPort: 0,
    clock: () => Date.now() - behind,
    settings: { "geo.provider": "cloudflare", "targets.ask": "false" },
  });
  async function ask(method: string, path: string, body?: unknown) {
    const answer = await service.api(method, path, body, service.localKey);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  }
  const add = async (kind: string, body: unknown): Promise<number> =>
    (await ask("POST", `/api/${kind}/add`, body)).id;

  async function visit(alias: string, number: number): Promise<void> {
    const [country, agent, referer] = visitors[number % visitors.length] ?? visitors[0];
    await service.visit(
      `/${encodeURIComponent(alias)}`,
      {
        "user-agent": agent,
        "cf-ipcountry": country,
        "cf-connecting-ip": `203.0.113.${number % 200}`,
        "accept-language": country === "IR" ? "fa" : "en",
        ...(referer !== "" && { referer }),
      },
      service.publicUrl ?? "",
    );
  }

  await ask("PUT", "/api/settings", { set: { verifyDomains: false } });
  const channels = [
    await add("channel", { name: "Instagram", color: "#b86177", starred: true }),
    await add("channel", { name: "Newsletter", description: "First Monday", color: "#4584c2" }),
    await add("channel", { name: "کانال تلگرام", color: "#009595" }),
    await add("channel", { name: "Shop window", color: "#a4771c" }),
  ];
  const campaigns = [
    await add("campaign", { name: "Spring 2026", slug: "spring-2026", public: true }),
    await add("campaign", { name: "Mother’s Day", slug: "mothers-day" }),
  ];
  const pixel = await add("pixel", { type: "gapixel", name: "Shop", tag: "G-ABC1234567" });
  const splash = await add("splash", {
    name: "Before the tea room",
    title: "We close at six today",
    message: "The tea room opens again tomorrow at ten.",
    delay: 5,
  });
  const banner = await add("overlay", {
    type: "message",
    name: "Free delivery",
    message: "Free delivery until Sunday",
    button: "Look around",
    link: "https://tea.example.org/",
  });
  const form = await add("overlay", {
    type: "contact",
    name: "Questions about tea",
    message: "A question about tea?",
    fields: ["name", "email", "message"],
  });
  const domain = await add("domain", { domain: "https://go.tea.example.org" });

  const more: Readonly<Record<string, object>> = {
    spring: {
      description: "On the card beside the till",
      status: "public",
      pixels: [pixel],
      geotarget: [{ location: "Iran", link: "https://tea.example.org/fa/collections/spring-2026" }],
    },
    wholesale: { password: "Oolong-2026" },
    "letter-5": { type: `overlay-${banner}` },
    menu: { type: String(splash) },
    jobs: { type: `overlay-${form}`, expiry: "2027-03-31" },
  };
  const ids: number[] = [];
  for (const [alias, target, name, tags, channel, campaign] of links) {
    behind -= day / 3;
    ids.push(
      await add("url", {
        url: `https://tea.example.org/${target}`,
        custom: alias,
        ...(name !== "" && { name }),
        tags,
        ...(channel !== null && { channel: channels[channel] }),
        ...(campaign !== null && { campaign: campaigns[campaign] }),
        ...more[alias],
      }),
    );
  }
  const bio = await add("bio", {
    name: "Tea by the river",
    custom: "tea",
    description: "Loose leaf tea, and a room to drink it in.",
    links: [
      { title: "Spring harvest", url: "https://tea.example.org/collections/spring-2026" },
      { title: "Tea room menu", url: "https://tea.example.org/menu.pdf" },
      { title: "راهنمای دم‌کردن", url: "https://tea.example.org/fa/guides/brewing" },
    ],
  });
  const qr = await add("qr", {
    type: "link",
    data: "https://tea.example.org/collections/spring-2026",
    name: "Card beside the till",
    foreground: "rgb(43,99,57)",
  });
  await add("qr", {
    type: "wifi",
    data: { ssid: "Tea room", encryption: "wpa", pass: "first flush" },
    name: "Wi-Fi of the tea room",
  });

  for (let step = 1; behind > day / 2; step += 1) {
    behind -= day / 2;
    for (const [place, [alias, , , , , , clicks]] of links.entries()) {
      // More on some days, and more and more of them.
      const sum = (steps: number) =>
        Math.floor((clicks / 20) * steps * (0.4 + steps / 100) + 2 * Math.sin(steps + place));
      const visits = Math.max(0, sum(step) - sum(step - 1));
      await Promise.all(
        Array.from({ length: visits }, (_, n) => visit(alias, step * 13 + place * 5 + n * 3)),
      );
    }
  }
  behind = 0;
  const { data } = await ask("GET", "/api/changes");
  return {
    service,
    made: {
      link: ids[0] ?? 0,
      campaign: campaigns[0] ?? 0,
      channel: channels[0] ?? 0,
      bio,
      splash,
      banner,
      form,
      pixel,
      domain,
      qr,
      change: data.changes[0].id,
    },
  };
}
