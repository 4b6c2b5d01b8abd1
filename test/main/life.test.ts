import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, describe } from "vitest";
import { autostartEntry, autostartFile } from "../../src/main/life/autostartFile.ts";
import { proveAfterWake } from "../../src/main/life/wake.ts";
import type { PublicState } from "../../src/app/index.ts";
import { createSecretKeeper, type KeyStore } from "../../src/main/life/secretKeeper.ts";
import type { Notice } from "../../src/main/life/notice.ts";
import { createEventNotifier } from "../../src/main/life/notifyEvents.ts";
import { translateTo } from "../../src/main/words/words.ts";
import { memorySettings } from "./memorySettings.ts";
import { trayMenu, type TrayState } from "../../src/main/life/trayMenu.ts";

describe("autostart file", () => {
  const dir = mkdtempSync(join(tmpdir(), "waypost-autostart-"));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test("a Linux desktop starts it from a file of the owner's, until that is taken away", () => {
    const file = join(dir, "autostart", "waypost.desktop");
    const command = { program: "/opt/Waypost/waypost", args: ["--data=/my links", "--hidden"] };
    const start = autostartFile(file, command);
    expect(start.isOn()).toBe(false);
    start.set(true);
    expect(start.isOn()).toBe(true);
    expect(readFileSync(file, "utf8")).toContain(
      'Exec="/opt/Waypost/waypost" "--data=/my links" "--hidden"\n',
    );
    start.set(false);
    start.set(false);
    expect(start.isOn()).toBe(false);
  });

  test("nothing in a folder's name runs as a command or stands for a field", () => {
    const entry = autostartEntry({ program: '/o"p`t$', args: ["--data=/50%f\\x"] });
    expect(entry).toContain(
      String.raw`Exec="/o\\"p\\` + "`" + String.raw`t\\$" "--data=/50%%f\\\\x"`,
    );
  });
});

/** A public address whose state and proofs come in this order. */
function calls(...states: PublicState[]) {
  const asked: string[] = [];
  const next = (what: string) => async () => {
    asked.push(what);
    return {
      state: states.shift() ?? "unreachable",
      address: "https://a.example",
      dark: false,
      isOpen: true,
    };
  };
  return {
    asked,
    publicAddress: next("state"),
    provePublicAddress: next("prove"),
    restartTunnel: async () => void asked.push("restart"),
  };
}
const wait = async () => {};

test("after a sleep the public address is proved, and a tunnel that lies starts anew", async () => {
  const lying = calls("reachable", "unreachable", "reachable");
  expect(await proveAfterWake({ calls: lying, wait })).toBe("reachable");
  expect(lying.asked).toEqual(["state", "prove", "restart", "prove"]);
});

test("one that answers is left alone", async () => {
  const answering = calls("reachable", "reachable");
  await proveAfterWake({ calls: answering, wait });
  expect(answering.asked).toEqual(["state", "prove"]);
});

test.each(["local", "paused"] as const)("nothing is asked while it is %s", async (state) => {
  const quiet = calls(state);
  await proveAfterWake({ calls: quiet, wait });
  expect(quiet.asked).toEqual(["state"]);
});

type Backend = ReturnType<KeyStore["getSelectedStorageBackend"]>;

function store(isThere: boolean, backend: Backend = "gnome_libsecret"): KeyStore {
  return {
    isEncryptionAvailable: () => isThere,
    getSelectedStorageBackend: () => backend,
    encryptString: (text) => Buffer.from(`sealed:${text}`),
    decryptString: (sealed) => sealed.toString().replace("sealed:", ""),
  };
}

test.each([
  ["darwin", "keychain"],
  ["win32", "dpapi"],
  ["linux", "gnome_libsecret"],
] as const)("on %s secrets are sealed by the system's own %s", async (platform, name) => {
  const keeper = createSecretKeeper(platform, store(true));
  expect(keeper).toMatchObject({ name, isPlain: false });
  const sealed = await keeper.encrypt("a token");
  expect(Buffer.from(sealed).toString()).toBe("sealed:a token");
  expect(await keeper.decrypt(sealed)).toBe("a token");
});

test.each([
  ["there is no key store", store(false), "none"],
  ["Chromium would use a key that everybody knows", store(true, "basic_text"), "basic_text"],
])("where %s nothing is said to be sealed, and nothing is", async (_why, keys, name) => {
  const keeper = createSecretKeeper("linux", keys);
  expect(keeper).toMatchObject({ name, isPlain: true });
  const kept = await keeper.encrypt("a token");
  expect(Buffer.from(kept).toString()).toBe("a token");
  expect(await keeper.decrypt(kept)).toBe("a token");
});

const all = { scriptLinks: true, publicAddress: true, disk: true };
const none = { scriptLinks: false, publicAddress: false, disk: false };
const made = (id: number) =>
  ({ kind: "linkMade", id, shortUrl: `https://a.example/${id}` }) as const;
const address = "https://go.example.org";

function teller(notifications = all) {
  const told: Notice[] = [];
  const waiting: (() => void)[] = [];
  const tell = createEventNotifier({
    settings: memorySettings({ notifications }),
    t: translateTo("en"),
    show: (notice) => told.push(notice),
    later: (work) => waiting.push(work),
  });
  return { told, tell, minuteLater: () => waiting.shift()?.() };
}

test("a link that a script made is told with its address, many of them together", () => {
  const { told, tell, minuteLater } = teller();
  for (const id of [1, 2, 3]) tell(made(id));
  expect(told).toEqual([
    { title: "A script created a link", body: "https://a.example/1", place: "/links/1" },
  ]);
  minuteLater();
  expect(told.at(-1)).toMatchObject({ title: "Scripts created 2 links", place: "/links" });
  minuteLater();
  expect(told).toHaveLength(2);
  tell(made(4));
  expect(told.at(-1)).toMatchObject({ body: "https://a.example/4" });
});

test("a public address is told lost, and found again only after that", () => {
  const { told, tell } = teller();
  tell({ kind: "publicAddress", state: "reachable", address });
  tell({ kind: "publicAddress", state: "unreachable", address });
  tell({ kind: "publicAddress", state: "paused", address });
  tell({ kind: "publicAddress", state: "reachable", address });
  expect(told.map(({ title }) => title)).toEqual([
    "Your public address is unreachable",
    "Your public address works again",
  ]);
  expect(told[0]?.body).toContain(address);
});

test("a full disk is told when it becomes one", () => {
  const { told, tell } = teller();
  tell({ kind: "disk", isLow: true });
  tell({ kind: "disk", isLow: false });
  expect(told).toMatchObject([{ title: "The disk is almost full", place: "/settings/data" }]);
});

test("nothing is told that nobody wants to hear", () => {
  const { told, tell } = teller(none);
  tell(made(1));
  tell({ kind: "publicAddress", state: "unreachable", address });
  tell({ kind: "disk", isLow: true });
  expect(told).toEqual([]);
});

const done: unknown[] = [];
const actions = {
  shortenClipboard: () => done.push("shorten"),
  openBar: () => done.push("bar"),
  openWindow: () => done.push("open"),
  openSettings: () => done.push("settings"),
  goDark: (dark: boolean) => done.push({ dark }),
  quit: () => done.push("quit"),
};
const state: TrayState = {
  baseUrl: "http://127.0.0.1:4080/s",
  publicAddress: null,
  shortcuts: { shorten: "Alt+K", bar: null },
};

test("the icon offers capture first, says where links answer, and the way out", () => {
  const items = trayMenu(state, translateTo("en"), actions);
  expect(items.map(({ label }) => label ?? "–")).toEqual([
    "Shorten clipboard",
    "New link…",
    "Open Waypost",
    "–",
    "Links are served at 127.0.0.1:4080",
    "–",
    "Settings…",
    "Quit Waypost",
  ]);
  expect(items[0]).toMatchObject({ accelerator: "Alt+K", registerAccelerator: false });
  expect(items[1]).not.toHaveProperty("accelerator");
});

test("the public address is said, and one click turns it dark and back", () => {
  const item = (dark: boolean) =>
    trayMenu(
      {
        ...state,
        publicAddress: {
          state: dark ? "paused" : "reachable",
          address: "https://go.example.org",
          dark,
          isOpen: true,
        },
      },
      translateTo("en"),
      actions,
    ).filter(({ label }) => /Public address|public access/.test(label ?? ""));
  for (const dark of [false, true]) {
    const [said, box] = item(dark);
    expect(said?.label).toBe(`Public address: ${dark ? "paused" : "reachable"}`);
    expect(box).toMatchObject({ type: "checkbox", checked: dark });
    const click = box?.click as (() => void) | undefined;
    click?.();
    expect(done.at(-1)).toEqual({ dark: !dark });
  }
});

test("the icon says that the public port is open while it answers, whatever links begin with", () => {
  const local = { state: "local", address: "http://127.0.0.1:4080", dark: false } as const;
  const said = (isOpen: boolean) =>
    trayMenu({ ...state, publicAddress: { ...local, isOpen } }, translateTo("en"), actions).find(
      ({ label }) => label?.startsWith("Public address"),
    )?.label;
  expect(said(false)).toBe("Public address: this computer only");
  expect(said(true)).toBe("Public address: no address, public port open");
});

test("where nobody can come from outside, there is nothing to turn dark", () => {
  const local = { state: "local", address: "http://127.0.0.1:4080", dark: false } as const;
  const offers = (isOpen: boolean) =>
    trayMenu({ ...state, publicAddress: { ...local, isOpen } }, translateTo("en"), actions).some(
      ({ label }) => label?.startsWith("Pause public"),
    );
  expect([offers(false), offers(true)]).toEqual([false, true]);
});
