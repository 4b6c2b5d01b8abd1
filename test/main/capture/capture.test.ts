import { beforeEach, expect, test, describe } from "vitest";
import { createShortcuts } from "../../../src/main/capture/shortcuts.ts";
import { memorySettings } from "../memorySettings.ts";
import { accelerator } from "../../../src/main/capture/accelerator.ts";
import {
  addressInLinkFile,
  askedBy,
  askedByAddress,
  askedByDrop,
  barPlace,
  webAddress,
} from "../../../src/main/capture/asked.ts";
import { shortenClipboard } from "../../../src/main/capture/shortenClipboard.ts";
import type { Notice } from "../../../src/main/life/notice.ts";
import { createServiceCalls } from "../../../src/main/serviceCalls.ts";
import { translateTo } from "../../../src/main/words/words.ts";
import { serverForEach } from "../../support/testServer.ts";

describe("shortcuts", () => {
  let taken: Set<string>;
  let listened: Map<string, () => void>;
  beforeEach(() => {
    taken = new Set();
    listened = new Map();
  });

  const keys = {
    register(chosen: string, act: () => void) {
      if (chosen.includes("F24")) throw new Error("no such key");
      if (taken.has(chosen)) return false;
      listened.set(chosen, act);
      return true;
    },
    unregisterAll: () => listened.clear(),
  };

  function shortcutsOf(chosen: { shorten: string | null; bar: string | null }, session?: string) {
    const pressed: string[] = [];
    const settings = memorySettings({ shortcuts: chosen });
    const shortcuts = createShortcuts({
      keys,
      settings,
      session,
      pressed: { shorten: () => pressed.push("shorten"), bar: () => pressed.push("bar") },
    });
    shortcuts.apply();
    return { shortcuts, pressed, settings };
  }

  test("the chosen keys are listened for, and no others after a change", () => {
    const { shortcuts, pressed, settings } = shortcutsOf({ shorten: "Alt+K", bar: null });
    expect(shortcuts.standing()).toEqual({ shorten: "works", bar: "off" });
    listened.get("Alt+K")?.();
    settings.keep({ shortcuts: { shorten: null, bar: "Alt+L" } });
    shortcuts.apply();
    expect([...listened.keys()]).toEqual(["Alt+L"]);
    listened.get("Alt+L")?.();
    expect(pressed).toEqual(["shorten", "bar"]);
  });

  test("keys that somebody else has, or no keyboard, are said to be taken", () => {
    taken.add("Alt+K");
    const { shortcuts } = shortcutsOf({ shorten: "Alt+K", bar: "Alt+F24" });
    expect(shortcuts.standing()).toEqual({ shorten: "taken", bar: "taken" });
  });

  test("on Wayland nobody knows whether they come through", () => {
    const { shortcuts } = shortcutsOf({ shorten: "Alt+K", bar: null }, "wayland");
    expect(shortcuts.standing()).toEqual({ shorten: "unsure", bar: "off" });
  });
});

test.each(["CommandOrControl+Alt+K", "Super+Space", "Control+Shift+F12", "Shift+F5", "Alt+1"])(
  "%s can be listened for",
  (keys) => {
    expect(accelerator.safeParse(keys).success).toBe(true);
  },
);

test.each([
  "K",
  "Shift+K",
  "F5",
  "Control",
  "Control+Alt",
  "Control+k",
  "Control+K; rm",
  "",
  "Hyper+K",
])("%j can't", (keys) => {
  expect(accelerator.safeParse(keys).success).toBe(false);
});

describe("an address of the web", () => {
  test.each([
    ["https://example.org/a?b#c", "https://example.org/a?b#c"],
    ["  HTTP://EXAMPLE.org\n", "http://example.org/"],
    ["https://پیوند.example/بهار", "https://xn--ugb9bf9s0n.example/%D8%A8%D9%87%D8%A7%D8%B1"],
  ])("%j goes into the form", (text, address) => {
    expect(webAddress(text)).toBe(address);
  });

  test.each([
    "",
    "example.org",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "waypost://new",
    "https://",
    "see https://example.org",
    "https://example.org and more",
    "https://example.org\nhttps://example.net",
    `https://example.org/${"a".repeat(9_000)}`,
  ])("%j doesn't", (text) => {
    expect(webAddress(text)).toBeNull();
  });
});

describe("waypost:// addresses", () => {
  test("fill the form in", () => {
    const page = "https://example.org/a?b=1&c=2";
    expect(askedByAddress(`waypost://new?url=${encodeURIComponent(page)}&alias=spring`)).toEqual({
      kind: "form",
      url: page,
      alias: "spring",
    });
    expect(askedByAddress("WAYPOST:new?url=http://example.org")).toMatchObject({ kind: "form" });
    expect(askedByAddress("waypost://new/?url=http://example.org")).toMatchObject({
      kind: "form",
    });
  });

  test("without an address of the web they open an empty one", () => {
    for (const url of ["", "javascript:alert(1)", "file:///etc/passwd"])
      expect(askedByAddress(`waypost://new?url=${encodeURIComponent(url)}&alias=x`)).toEqual({
        kind: "bar",
      });
  });

  test("of other places nothing comes, and nothing but address and alias is taken along", () => {
    for (const address of [
      "waypost://delete?id=1",
      "waypost://new/../delete",
      "waypost://settings",
      "https://new?url=https://example.org",
      `waypost://new?url=https://example.org/${"a".repeat(40_000)}`,
      "",
    ])
      expect(askedByAddress(address)).toBeNull();
    expect(askedByAddress("waypost://new?url=https://a.example&password=x&make=1")).toEqual({
      kind: "form",
      url: "https://a.example/",
      alias: "",
    });
    expect(askedByAddress(`waypost://new?url=https://a.example&alias=${"a".repeat(300)}`)).toEqual({
      kind: "form",
      url: "https://a.example/",
      alias: "",
    });
    expect(askedByAddress("waypost://")).toEqual({ kind: "open" });
  });
});

test("a second start says by its words what it wants", () => {
  expect(askedBy(["/usr/bin/waypost", "--ozone-platform=x11"])).toEqual({ kind: "open" });
  expect(askedBy(["waypost", "--shorten-clipboard"])).toEqual({ kind: "shortenClipboard" });
  expect(askedBy(["waypost", "--new-link"])).toEqual({ kind: "bar" });
  expect(askedBy(["waypost", "--x", "waypost://new?url=https://a.example"])).toEqual({
    kind: "form",
    url: "https://a.example/",
    alias: "",
  });
  // A page that got hold of the scheme gets no more than the form, whatever else it appends.
  expect(askedBy(["waypost", "waypost://new?url=x", "--shorten-clipboard"])).toEqual({
    kind: "bar",
  });
  expect(askedBy(["waypost", "waypost://nothing"])).toEqual({ kind: "open" });
});

test("an address that is dropped fills the form in, other text does nothing", () => {
  expect(askedByDrop("# from a browser\r\nhttps://example.org/a\r\nhttps://b.example")).toEqual({
    kind: "form",
    url: "https://example.org/a",
    alias: "",
  });
  expect(askedByDrop("some words")).toBeNull();
  expect(askedByDrop("")).toBeNull();
});

test("the bar's place carries what it is filled in with", () => {
  expect(barPlace({ url: "", alias: "" })).toBe("/quick");
  const place = barPlace({ url: "https://a.example/?b=1&c#d", alias: "بهار" });
  const filled = new URLSearchParams(place.slice(place.indexOf("?")));
  expect(Object.fromEntries(filled)).toEqual({ url: "https://a.example/?b=1&c#d", alias: "بهار" });
});

test("the address in a file that was dragged out of a browser", () => {
  const mac = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>URL</key>
  <string>https://example.org/?a=1&amp;b=2</string></dict></plist>`;
  expect(addressInLinkFile(mac)).toBe("https://example.org/?a=1&b=2");
  expect(addressInLinkFile("[InternetShortcut]\r\nURL=https://example.org/a\r\nIconIndex=0")).toBe(
    "https://example.org/a",
  );
  expect(addressInLinkFile("https://example.org")).toBeNull();
});

describe("shorten clipboard", () => {
  const service = serverForEach();

  /** Presses the keys with a text on the clipboard; answers what is there then, and what was told. */
  async function press(copied: string, calls = createServiceCalls(service)) {
    let text = copied;
    const told: Notice[] = [];
    await shortenClipboard({
      clipboard: {
        readText: async () => text,
        writeText: async (next) => {
          text = next;
        },
      },
      calls,
      t: translateTo("en"),
      show: (notice) => told.push(notice),
    });
    return { text, told };
  }

  test("a long address becomes a short one, made as from the window, and is told", async () => {
    const { text, told } = await press(" https://example.org/spring ");
    const { body } = await service.api("GET", "/api/urls");
    const [link] = body.data.urls;
    expect(link).toMatchObject({ longurl: "https://example.org/spring", shorturl: text });
    expect(told).toEqual([
      {
        title: "Short link copied",
        body: `${text.replace("http://", "")} redirects to example.org.`,
        place: `/links/${link.id}`,
      },
    ]);
    const history = await service.api("GET", "/api/changes", undefined, service.localKey);
    expect(history.body.data.changes[0]).toMatchObject({ by: "window" });
  });

  test("what a new link begins with is kept to; a channel that is gone stops nothing", async () => {
    const channel = await service.api("POST", "/api/channel/add", { name: "Letters" });
    const choose = (set: object) => service.api("PUT", "/api/settings", { set }, service.localKey);
    await choose({ "links.channel": channel.body.id, "links.expiryDays": 2 });
    const now = () => Date.parse("2026-12-01T12:00:00Z");
    await press("https://example.org/a", createServiceCalls(service, now));
    const first = await service.api("GET", "/api/urls");
    expect(first.body.data.urls[0]).toMatchObject({
      channel: [channel.body.id],
      expiry: "2026-12-03 23:59:59",
    });
    await service.api("DELETE", `/api/channel/${channel.body.id}/delete`);
    const { told } = await press("https://example.org/b");
    expect(told[0]?.title).toBe("Short link copied");
  });

  test.each(["", "some words", "javascript:alert(1)"])(
    "%j stays on the clipboard, nothing is made, and that is told",
    async (copied) => {
      const { text, told } = await press(copied);
      expect(text).toBe(copied);
      expect(told[0]?.title).toBe("No URL to shorten");
      const { body } = await service.api("GET", "/api/urls");
      expect(body.data.urls).toEqual([]);
    },
  );

  test("a short link stays what it is; a service that doesn't answer is told of", async () => {
    const { text } = await press("https://example.org/");
    expect(await press(text)).toMatchObject({
      text,
      told: [{ title: "Already a short link" }],
    });
    const gone = createServiceCalls({ baseUrl: "http://127.0.0.1:9", localKey: "" });
    expect(await press("https://example.org/", gone)).toMatchObject({
      text: "https://example.org/",
      told: [{ title: "Couldn’t create a short link" }],
    });
  });
});
