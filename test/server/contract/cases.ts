import { importedFile, type Resource, target, type Workshop } from "./workshop.ts";

/** A request that has to succeed; the rest of it is in the row. */
export interface Call {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  /** Goes out as it is. */
  readonly file?: string;
}

/** What a row is called with, once what it needs has been made. */
export type Case = (workshop: Workshop) => Promise<readonly Call[]>;

const one = (call: Call): readonly Call[] => [call];
const page = { limit: 5, page: 1 };

const listed =
  (resource: Resource): Case =>
  async ({ make }) => {
    await make(resource);
    return [{}, { query: page }, { query: { q: "no such thing" } }];
  };

const shown =
  (resource: Resource): Case =>
  async ({ make }) =>
    one({ params: { id: await make(resource) } });

const deleted = shown;

const updated =
  (resource: Resource, body: object): Case =>
  async ({ make }) => [
    { params: { id: await make(resource) }, body },
    { params: { id: await make(resource) }, body: { ...body, unknown: ["is ignored"] } },
  ];

const textLooks = { background: "rgb(255,255,255)", foreground: "rgb(20,20,20)" };

/** Everything about a link that needs nothing else to be there, but its password: hashing is slow. */
const wholeLink = {
  url: target,
  type: "frame",
  expiry: "2035-12-31 23:59:59",
  geotarget: [{ location: "Germany", link: "https://example.com/de" }],
  devicetarget: [{ device: "iPhone", link: "https://example.com/iphone" }],
  languagetarget: [{ language: "fa", link: "https://example.com/fa" }],
  name: "Spring, for the newsletter",
  metatitle: "Spring sale",
  metadescription: "Everything for the garden",
  metaimage: "https://example.com/spring.png",
  description: "For the newsletter",
  deeplink: {
    apple: "https://apps.apple.com/app/id284815942",
    google: "https://play.google.com/store/apps/details?id=com.example",
  },
  status: "public",
  parameters: [{ name: "utm_source", value: "newsletter" }],
  rules: [
    {
      name: "Phones in Germany",
      url: "https://example.com/de/phones",
      conditions: [
        { type: "geolocation-country-code", value: ["DE"] },
        { type: "device", value: "mobile" },
      ],
    },
    {
      url: "https://example.com/open",
      enabled: false,
      conditions: [
        { type: "time-window", value: { days: [1, 2], from: "09:00", to: "17:00" }, not: true },
      ],
    },
  ],
  starts: "2020-01-01 00:00:00",
  startspublic: true,
  beforeurl: "https://example.com/soon",
  maxclicks: 1000,
  afterurl: "https://example.com/over",
  split: {
    variants: [
      { id: "a", url: "https://example.com/a", weight: 7500 },
      { id: "b", url: "https://example.com/b", weight: 2500 },
    ],
  },
};

const overlay = {
  type: "contact",
  name: "Ask us",
  message: "A question?",
  label: "Here",
  button: "Send",
  link: target,
  position: "left",
  background: "#fff",
  foreground: "#1A7F64",
  fields: ["name", "email"],
  thanks: "Thank you",
};

const splash = {
  name: "Before you go on",
  title: "Welcome",
  message: "The shop opens in a moment",
  banner: "https://example.com/banner.png",
  logo: "https://example.com/logo.png",
  link: target,
  delay: 3,
};

const bio = {
  name: "Ada",
  description: "Writes notes",
  avatar: "https://example.com/ada.png",
  links: [{ title: "Notes", url: target }],
  status: "public",
};

async function assigned({ make }: Workshop): Promise<readonly Call[]> {
  const campaignid = await make("campaign");
  return one({ params: { campaignid, linkid: await make("url") } });
}

async function channelled({ make }: Workshop): Promise<readonly Call[]> {
  const channelid = await make("channel");
  return [
    { params: { channelid, type: "links", itemid: await make("url") } },
    { params: { channelid, type: "bio", itemid: await make("bio") } },
    { params: { channelid, type: "qr", itemid: await make("qr") } },
  ];
}

/** By row: at least one success of each. */
export const cases: Readonly<Record<string, Case>> = {
  "GET /api/account": async () => one({}),
  "POST /api/account": async () => one({}),
  "PUT /api/account/update": async () => [
    { body: { email: "me@example.com" } },
    { body: { password: "correct horse" } },
  ],

  "GET /api/domains": listed("domain"),
  "POST /api/domain/add": async ({ fresh }) => [
    { body: { domain: `https://${fresh("short")}.example.com` } },
    {
      body: {
        domain: `http://${fresh("short")}.example.com:8080/`,
        redirectroot: target,
        redirect404: target,
      },
    },
  ],
  "GET /api/domain/:id": shown("domain"),
  "PUT /api/domain/:id/update": updated("domain", { redirectroot: target, redirect404: target }),
  "DELETE /api/domain/:id/delete": deleted("domain"),

  "GET /api/overlay": listed("overlay"),
  "GET /api/overlay/:id": shown("overlay"),
  "POST /api/overlay/add": async () => one({ body: overlay }),
  "PUT /api/overlay/:id/update": updated("overlay", { ...overlay, clear: ["thanks"] }),
  "DELETE /api/overlay/:id/delete": deleted("overlay"),

  "GET /api/overlay/:id/answers": async ({ answered }) => {
    const { overlay: id } = await answered();
    return [{ params: { id } }, { params: { id }, query: page }];
  },
  "DELETE /api/overlay/:id/answers/:answerid/delete": async ({ answered }) => {
    const { overlay: id, answer: answerid } = await answered();
    return one({ params: { id, answerid } });
  },

  "GET /api/splash": listed("splash"),
  "GET /api/splash/:id": shown("splash"),
  "POST /api/splash/add": async () => one({ body: splash }),
  "PUT /api/splash/:id/update": updated("splash", splash),
  "DELETE /api/splash/:id/delete": deleted("splash"),

  "GET /api/bio": listed("bio"),
  "GET /api/bio/:id": shown("bio"),
  "POST /api/bio/add": async ({ fresh }) => one({ body: { ...bio, custom: fresh("ada") } }),
  "PUT /api/bio/:id/update": updated("bio", bio),
  "DELETE /api/bio/:id/delete": deleted("bio"),

  "GET /api/campaigns": async ({ make, fresh }) => {
    await make("campaign", { public: true, slug: fresh("rotator") });
    await make("campaign", { public: false });
    return [
      {},
      { query: page },
      { query: { ...page, public: "true", order: "clicks", direction: "asc" } },
    ];
  },
  "GET /api/campaign/:id": shown("campaign"),
  "GET /api/campaign/:id/links": async ({ make }) => {
    const campaign = await make("campaign");
    await make("url", { campaign });
    return [{ params: { id: campaign } }, { params: { id: campaign }, query: page }];
  },
  "PUT /api/campaign/:id/links": async ({ make }) => {
    const campaign = await make("campaign");
    const ids = [await make("url", { campaign }), await make("url", { campaign })];
    return [
      { params: { id: campaign }, body: { ids } },
      { params: { id: campaign }, body: { ids: [] } },
    ];
  },
  "POST /api/campaign/add": async ({ fresh }) => [
    {},
    { body: { name: fresh("Spring"), slug: fresh("spring"), public: true } },
    { body: { name: fresh("Spring"), public: "0" } },
  ],
  "PUT /api/campaign/:id/update": async ({ make, fresh }) => [
    { params: { id: await make("campaign") }, body: { name: fresh("Summer") } },
    {
      params: { id: await make("campaign") },
      body: { name: fresh("Summer"), slug: fresh("summer"), public: "true" },
    },
  ],
  "DELETE /api/campaign/:id/delete": deleted("campaign"),
  "POST /api/campaign/:campaignid/assign/:linkid": assigned,
  "DELETE /api/campaign/:campaignid/assign/:linkid": async (workshop) => {
    const campaign = await workshop.make("campaign");
    const linkid = await workshop.make("url", { campaign });
    return one({ params: { campaignid: campaign, linkid } });
  },

  "GET /api/channels": listed("channel"),
  "GET /api/channel/:id": async ({ make }) => {
    const channel = await make("channel");
    await make("url", { channel });
    return [
      { params: { id: channel } },
      { params: { id: channel }, query: page },
      { params: { id: channel }, query: { type: "bio" } },
    ];
  },
  "GET /api/channel/:id/details": shown("channel"),
  "POST /api/channel/add": async ({ fresh }) => [
    { body: { name: fresh("Friends") } },
    {
      body: { name: fresh("Friends"), description: "All of them", color: "#1a7", starred: 1 },
    },
  ],
  "PUT /api/channel/:id/update": async ({ make, fresh }) => [
    { params: { id: await make("channel") }, body: {} },
    {
      params: { id: await make("channel") },
      body: { name: fresh("Family"), description: "Close", color: "#1A7F64", starred: false },
    },
  ],
  "DELETE /api/channel/:id/delete": deleted("channel"),
  "POST /api/channel/:channelid/assign/:type/:itemid": channelled,
  "DELETE /api/channel/:channelid/assign/:type/:itemid": async ({ make }) => {
    const channel = await make("channel");
    const itemid = await make("url", { channel });
    return one({ params: { channelid: channel, type: "links", itemid } });
  },

  "GET /api/urls": async ({ make, fresh, follow }) => {
    const custom = fresh("listed");
    await make("url", { ...wholeLink, custom });
    await make("url", { custom: `${custom}-plain` });
    await follow(`http://localhost/${custom}-plain`);
    return [
      {},
      { query: { ...page, order: "click" } },
      { query: { ...page, order: "lastclick", direction: "asc", tag: "spring", archived: "all" } },
      { query: { short: custom } },
      { query: { short: `${custom}-plain`, limit: "many" } },
    ];
  },
  "GET /api/url/:id": async ({ make, fresh, follow }) => {
    const custom = fresh("visited");
    const visited = await make("url", { custom });
    await follow(`http://localhost/${custom}`);
    const whole = await make("url", wholeLink);
    return [{ params: { id: visited } }, { params: { id: whole } }];
  },
  "GET /api/url/:id/history": async ({ make }) => {
    const id = await make("url");
    return [
      { params: { id }, query: { by: "hour" } },
      { params: { id }, query: { by: "day", from: "2026-01-01", to: "2026-01-31 23:59" } },
    ];
  },
  "GET /api/statistics": async ({ make, fresh, follow }) => {
    const custom = fresh("counted");
    const link = await make("url", { custom });
    await follow(`http://localhost/${custom}`);
    return [
      {},
      { query: { link, lines: "true", wait: 10, compare: "true" } },
      { query: { q: custom, by: "week", country: "IR", bots: "in", wait: 10 } },
      { query: { qr: await make("qr"), by: "hour" } },
    ];
  },
  "DELETE /api/statistics/reading": async () => one({ query: { reading: 1 } }),
  "GET /api/statistics/last": async ({ make, fresh, follow }) => {
    const custom = fresh("last");
    const link = await make("url", { custom });
    await follow(`http://localhost/${custom}`);
    return [{ query: { link } }, { query: { limit: 50 } }];
  },
  "GET /api/statistics/movers": async ({ make, fresh, follow }) => {
    const custom = fresh("risen");
    await make("url", { custom });
    await follow(`http://localhost/${custom}`);
    return [{}, { query: { days: 7, limit: 3, q: custom } }];
  },
  "GET /api/statistics/top": async ({ make, fresh, follow }) => {
    const custom = fresh("top");
    await make("url", { custom, tags: ["top"] });
    await follow(`http://localhost/${custom}`);
    return [{}, { query: { q: custom, from: "2026-01-01", limit: 3 } }];
  },
  "GET /api/statistics/csv": async () => [
    {},
    { query: { what: "week", bom: "true" } },
    { query: { what: "devices", from: "2026-01-01", to: "2026-01-31" } },
  ],
  "GET /api/statistics/sparklines": async ({ make }) => {
    const id = await make("url");
    return [{ query: { ids: id } }, { query: { ids: `${id},7`, days: 7 } }];
  },
  "POST /api/url/:id/restore": async ({ make, remove }) => {
    const id = await make("url");
    await remove("url", id);
    return one({ params: { id } });
  },
  "POST /api/url/add": async ({ fresh }) => [
    { body: { url: target } },
    { body: { ...wholeLink, custom: fresh("whole"), password: "correct horse" } },
  ],
  "PUT /api/url/:id/update": async ({ make, fresh }) => [
    { params: { id: await make("url") }, body: { url: target } },
    { params: { id: await make("url") }, body: { ...wholeLink, custom: fresh("changed") } },
    {
      params: { id: await make("url", wholeLink) },
      body: { url: target, clear: ["password", "expiry", "deeplink"], pixels: [], geotarget: [] },
    },
  ],
  "PUT /api/url/:id/rules": async ({ make }) => [
    { params: { id: await make("url") }, body: { rules: wholeLink.rules } },
    { params: { id: await make("url", wholeLink) }, body: { rules: [] } },
  ],
  "DELETE /api/url/:id/delete": deleted("url"),

  "PUT /api/overlay/:id/answers/read": async ({ make }) => [
    { params: { id: await make("overlay") }, body: { ids: [1, 2], read: false } },
  ],
  "POST /api/overlay/:id/answers/delete": async ({ make }) => [
    { params: { id: await make("overlay") }, body: { ids: [1, 2] } },
  ],

  "GET /api/pixels": listed("pixel"),
  "GET /api/pixel/:id": shown("pixel"),
  "POST /api/pixel/add": async () => [
    { body: { type: "analyticspixel", name: "Shop", tag: "G-ABC123" } },
    { body: { type: "gtmpixel", name: "Shop", tag: "GTM-ABC123" } },
  ],
  "PUT /api/pixel/:id/update": updated("pixel", { name: "Another", tag: "GTM-XYZ789" }),
  "DELETE /api/pixel/:id/delete": deleted("pixel"),

  "GET /api/qr": listed("qr"),
  "GET /api/qr/:id": async ({ make }) => [
    { params: { id: await make("qr") } },
    { params: { id: await make("qr", { type: "wifi", data: { ssid: "Home", pass: "secret" } }) } },
  ],
  "POST /api/qr/add": async () => [
    { body: { type: "text", data: "Hello" } },
    { body: { type: "link", data: target, ...textLooks, name: "Poster" } },
    { body: { type: "email", data: { email: "me@example.com", subject: "Hi", body: "There" } } },
    { body: { type: "phone", data: "+49 30 1234567" } },
    { body: { type: "sms", data: { phone: "+49 30 1234567", message: "Hi" } } },
    { body: { type: "wifi", data: { ssid: "Home", pass: "secret", encryption: "WPA" } } },
    { body: { type: "vcard", data: { fname: "Ada", lname: "Lovelace", phone: "+44 1" } } },
    { body: { type: "text", data: "Hello", caption: "Scan me", correction: "Q", logosize: 22 } },
    { body: { type: "text", data: "Hello", pattern: "dots", eyes: "leaf", frame: "scan" } },
  ],
  "POST /api/qr/preview": async ({ make }) => [
    { body: { type: "link", data: target, ...textLooks } },
    { body: { type: "text", data: "Hello", foreground: "#999", id: await make("qr") } },
  ],
  "GET /api/qr/:id/picture": async ({ make }) => {
    const id = await make("qr");
    return [{ params: { id } }, { params: { id }, query: { format: "svg", size: 400 } }];
  },
  "POST /api/qr/export": async ({ make }) => [
    { body: { ids: [await make("qr")], format: "svg" } },
    { body: { ids: [await make("qr")], size: 200 } },
  ],
  "PUT /api/qr/:id/update": updated("qr", { data: "https://example.com/new", ...textLooks }),
  "DELETE /api/qr/:id/delete": deleted("qr"),

  "GET /api/alias": async ({ make }) => [
    { query: { alias: "spring-2035" } },
    { query: { alias: "api", link: await make("url") } },
  ],
  "GET /api/tags": async ({ make, fresh }) => {
    await make("url", { tags: [fresh("Tag")] });
    return [{}, { query: page }, { query: { q: "no such thing" } }];
  },
  "PUT /api/tag/:tag/update": async ({ make, fresh }) => {
    const tag = fresh("Tag");
    await make("url", { tags: [tag] });
    return one({ params: { tag }, body: { name: fresh("Renamed") } });
  },
  "DELETE /api/tag/:tag/delete": async ({ make, fresh }) => {
    const tag = fresh("Tag");
    await make("url", { tags: [tag] });
    return one({ params: { tag } });
  },
  "GET /api/views": async ({ make }) => {
    await make("views");
    return [{}, { query: { ...page, kind: "links" } }, { query: { q: "no such thing" } }];
  },
  "POST /api/views": async ({ fresh }) => [
    { body: { name: fresh("Spring"), query: { q: "spring" } } },
    { body: { name: fresh("Columns"), kind: "mapping", query: { "Long URL": "url" } } },
    { body: { name: fresh("Newsletter"), kind: "parameters", query: { utm_source: "news" } } },
  ],
  "DELETE /api/views/:id": async ({ make }) => one({ params: { id: await make("views") } }),

  "GET /api/changes": async ({ make }) => {
    const id = await make("url");
    const last = { kind: "links", by: "script", from: "2000-01-01", to: "2100-01-01 00:00" };
    return [{}, { query: { ...page, ...last } }, { query: { kind: "links", id } }];
  },
  "GET /api/changes/:id": async ({ newestChange }) => [
    { params: { id: await newestChange() } },
    { params: { id: await newestChange() }, query: page },
  ],
  "POST /api/changes/:id/undo": async ({ make, newestChange, token }) => {
    await make("url");
    const id = await newestChange();
    const path = `/api/changes/${id}/undo`;
    return [
      { params: { id }, body: { preview: true, force: "0" } },
      { params: { id }, body: { token: await token(path, {}), wait: 10 } },
    ];
  },
  "POST /api/bulk": async ({ make, fresh, token }) => {
    const [first, second] = [await make("url"), await make("url")];
    const change = {
      kind: "links",
      select: { ids: [first, second] },
      change: { name: fresh("Many"), clear: ["expiry"] },
      add: { tags: ["many"] },
    };
    return [
      { body: { ...change, preview: true } },
      { body: { kind: "links", select: { filter: { tag: "many" } }, delete: true, preview: 1 } },
      { body: { kind: "qr", select: { all: true }, remove: { channels: [] }, preview: "true" } },
      { body: { ...change, token: await token("/api/bulk", change), wait: "10" } },
    ];
  },
  "GET /api/trash": async ({ make, remove }) => {
    await remove("url", await make("url"));
    return [{}, { query: { ...page, kind: "links" } }, { query: { q: "no such thing" } }];
  },
  "POST /api/trash/restore": async ({ make, remove }) => {
    const id = await make("url");
    await remove("url", id);
    return one({ body: { kind: "links", ids: [id], wait: 10 } });
  },

  "GET /api/jobs": async ({ imported }) => {
    await imported();
    return [{}, { query: page }];
  },
  "GET /api/jobs/:id": async ({ imported }) => one({ params: { id: (await imported()).id } }),
  "DELETE /api/jobs/:id": async ({ imported }) => one({ params: { id: (await imported()).id } }),

  "POST /api/import": async () => [
    { query: { wait: 10 }, file: importedFile },
    { query: { name: "links.csv", format: "csv", wait: 0 }, file: importedFile },
  ],
  "POST /api/import/:id/preview": async ({ imported }) => {
    const { id } = await imported();
    return [
      { params: { id }, body: { wait: 10 } },
      { params: { id }, body: { mapping: { alias: "none" }, dates: "day first" } },
    ];
  },
  "POST /api/import/:id/apply": async ({ imported }) => {
    const { id, token } = await imported();
    return [
      { params: { id }, body: { token, wait: 10 } },
      { params: { id }, body: { token, onConflict: "rename", tags: ["old"] } },
    ];
  },
  "GET /api/import/:id/failures": async ({ imported }) =>
    one({ params: { id: (await imported()).id } }),
  "POST /api/export": async ({ make }) => {
    const id = await make("url");
    return [
      { body: { what: "links", format: "csv", select: { ids: [id] }, bom: true } },
      { body: { what: "links", format: "json", select: { filter: { q: "example" } } } },
      { body: { what: "links", format: "nginx", select: { all: true } } },
      {
        body: { what: "clicks", format: "clicks-csv", select: { all: true }, from: "2026-01-01" },
      },
    ];
  },
  "POST /api/export/preview": async ({ make }) => {
    const id = await make("url", wholeLink);
    return one({ body: { format: "caddy", select: { ids: [id] } } });
  },

  "GET /api/openapi.json": async () => one({}),
};
