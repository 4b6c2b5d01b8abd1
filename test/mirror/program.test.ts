import { chmod, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { journalNaming } from "../server/store/database/plantedJournal.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { keepSecret } from "../../src/mirror/program/secret.ts";
import {
  callPrefix,
  hashHeader,
  signatureHeader,
  timeHeader,
} from "../../src/mirror/wire/calls.ts";
import { bodyHash, sign } from "../../src/mirror/wire/sign.ts";
import { loadedBy, src } from "../support/loadedFrom.ts";
import { send, startTestServer } from "../support/server.ts";
import { asOther, canBeOther } from "../support/otherUser.ts";
import { chrome } from "../support/userAgents.ts";

import { newFolder } from "../server/store/testFolder.ts";
import { homeOf, type TestHome } from "./home.ts";
import { newProgram } from "./newProgram.ts";

/** @param base what its links begin with; undefined: its own address */
async function newHome(base?: string): Promise<TestHome> {
  const settings = base === undefined ? {} : { settings: { baseUrl: base } };
  const home = homeOf(await startTestServer({ log: () => {}, ...settings }));
  onTestFinished(() => home.stop());
  return home;
}

const link = (home: TestHome, custom: string, more: object = {}) =>
  home.api("POST", "/api/url/add", { url: `https://example.org/${custom}`, custom, ...more });

function visit(url: string, path: string, headers: Readonly<Record<string, string>> = {}) {
  return send(url, path, { headers: { "user-agent": chrome, ...headers } });
}

test("a copy on a server answers like this computer, gives its clicks back, and is emptied", async () => {
  const folder = newFolder();
  const { url, secret } = await newProgram(folder);
  const home = await newHome();
  await link(home, "spring");
  await link(home, "secret", { password: "open sesame" });
  await link(home, "over", { expiry: "2020-01-01" });

  const connected = await home.follow("/connect", { address: `${url}/`, secret: ` ${secret}\n` });
  expect(connected).toMatchObject({
    set: true,
    place: "server",
    address: url,
    account: null,
    meter: null,
    problem: null,
    setUp: { kind: "connect", problem: null },
    worker: { version: "0.1.0" },
  });
  const answers = [];
  for (const path of ["/spring", "/SPRING?a=1", "/secret", "/over", "/nowhere", "/api/urls"]) {
    const { status, headers } = await visit(url, path);
    answers.push([path, status, headers.location]);
  }
  expect(answers).toEqual([
    ["/spring", 302, "https://example.org/spring"],
    ["/SPRING?a=1", 302, "https://example.org/spring"],
    ["/secret", 503, undefined],
    ["/over", (await visit(home.baseUrl, "/over")).status, undefined],
    ["/nowhere", 404, undefined],
    ["/api/urls", 403, undefined],
  ]);
  expect(await home.edge("POST", "/pull")).toMatchObject({ drain: { taken: 2, lost: 0 } });
  expect((await home.api("GET", "/api/urls?q=spring")).body.data.urls[0].clicks).toBe(2);
  expect((await home.edge("POST", "/check")).check).toMatchObject({ differences: 0 });

  const refused = await home.api("POST", "/api/edge/setup", { token: "x" }, home.localKey);
  expect(refused.body.message).toContain("isn't needed for the always-on copy at");
  const removed = await home.follow("/remove", {});
  expect(removed).toMatchObject({ set: false, place: null, setUp: { problem: null } });
  expect((await visit(url, "/spring")).status).toBe(404);
});

test("a copy on a server takes more links in a day than the free plan allows", async () => {
  const { url, secret } = await newProgram(newFolder());
  const home = await newHome();
  await home.follow("/connect", { address: url, secret });
  const file = join(home.dataDir, "edge.json");
  const kept = JSON.parse(await readFile(file, "utf8"));
  expect(kept).toMatchObject({ account: null, address: url });
  await home.close();
  // As after a day in which the plan's rows were all written.
  const day = Math.floor(Date.now() / 86_400_000);
  const meter = { day, written: 95_000, mirrored: 40_000, clicks: 0 };
  await writeFile(file, JSON.stringify({ ...kept, meter }));
  const again = homeOf(await startTestServer({ log: () => {}, dataDir: home.dataDir }));
  onTestFinished(() => again.stop());
  await link(again, "spring");
  expect(await again.edge("POST", "/push")).toMatchObject({
    problem: null,
    push: { waiting: 0 },
    links: { synced: 1 },
  });
});

test("only the copy's own secret connects it, at an address that keeps it private", async () => {
  const { url, secret } = await newProgram(newFolder());
  const home = await newHome();
  const wrong = await home.follow("/connect", { address: url, secret: "x".repeat(43) });
  expect(wrong).toMatchObject({
    set: false,
    secret: null,
    setUp: { problem: { code: "secretWrong", message: expect.stringContaining(url) } },
  });
  const other = await home.follow("/connect", { address: home.baseUrl, secret });
  expect(other.setUp?.problem).toMatchObject({ code: "otherProgram" });
  const addresses = [
    "http://copy.example.org",
    "http://93.184.215.14",
    "https://copy.example.org/below",
    "https://user:word@copy.example.org",
    "ftp://copy.example.org",
    "copy",
  ];
  for (const address of addresses) {
    const { status, body } = await home.api(
      "POST",
      "/api/edge/connect",
      { address, secret },
      home.localKey,
    );
    expect([address, status]).toEqual([address, 400]);
    expect(body.message).toContain("address");
  }
});

test("a copy in the own network is connected without encryption only if its owner allows that", async () => {
  const home = await newHome();
  const ask = (address: string, more: object = {}) =>
    home.api("POST", "/api/edge/connect", { address, secret: "x", ...more }, home.localKey);
  for (const host of ["192.168.1.20", "10.0.0.5", "[fd00::1]"]) {
    const refused = await ask(`http://${host}:4083`);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringContaining("others on the network can read"),
    ]);
  }
  expect((await ask("http://93.184.215.14", { unencrypted: true })).status).toBe(400);
  expect((await ask("http://192.0.2.1:4083", { unencrypted: true })).status).toBe(200);
});

test("a second Waypost is refused by a copy on a server, until it claims the copy", async () => {
  const { url, secret } = await newProgram(newFolder());
  const [first, second] = [await newHome(), await newHome()];
  await link(first, "first");
  await link(second, "second");
  await first.follow("/connect", { address: url, secret });
  const refused = await second.follow("/connect", { address: url, secret });
  expect(refused.setUp?.problem).toMatchObject({ code: "otherOwner" });
  expect((await visit(url, "/first")).status).toBe(302);
  const claimed = await second.follow("/claim", {});
  expect(claimed).toMatchObject({ problem: null, setUp: { problem: null } });
  expect([(await visit(url, "/first")).status, (await visit(url, "/second")).status]).toEqual([
    404, 302,
  ]);
  expect((await first.edge("POST", "/push")).problem).toMatchObject({ code: "otherOwner" });
});

test("a copy believes what a proxy on its computer says of a visitor, and nobody's own network header", async () => {
  const { url, secret } = await newProgram(newFolder());
  const home = await newHome();
  await link(home, "spring", { geotarget: [{ location: "DE", link: "https://example.org/de" }] });
  await home.follow("/connect", { address: url, secret });
  const to = async (headers: Readonly<Record<string, string>>) =>
    (await visit(url, "/spring", headers)).headers.location;
  expect(await to({ "x-forwarded-for": "8.8.8.8, 217.0.0.1" })).toBe("https://example.org/de");
  expect(await to({ "x-forwarded-for": "217.0.0.1, 8.8.8.8" })).toBe("https://example.org/spring");
  const made = { "cf-connecting-ip": "217.0.0.1", "cf-ipcountry": "DE" };
  expect(await to(made)).toBe("https://example.org/spring");
  expect(await to({ "x-forwarded-for": "not an address" })).toBe("https://example.org/spring");
});

test("a click is written at a copy on a server before its visitor goes on", async () => {
  const folder = newFolder();
  const { url, secret } = await newProgram(folder);
  const home = await newHome();
  await link(home, "spring");
  await home.follow("/connect", { address: url, secret });
  const database = new DatabaseSync(join(folder, "copy.sqlite"), { readOnly: true });
  onTestFinished(() => database.close());
  const last = database.prepare("select coalesce(max(id), 0) as id from clicks");
  for (let visits = 1; visits <= 100; visits += 1) {
    await visit(url, "/spring");
    expect(last.get()?.["id"]).toBe(visits);
  }
});

test("a copy refuses large heads, large paths and strange targets, and answers on", async () => {
  const { url } = await newProgram(newFolder());
  const raw = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(text));
      let answer = "";
      socket.on("data", (chunk) => {
        answer += chunk.toString("latin1");
        if (answer.includes("\r\n\r\n")) socket.destroy();
      });
      socket.on("error", () => undefined);
      socket.on("close", () => resolve(answer.split("\r\n")[0] ?? ""));
    });
  const head = (line: string, more = "Host: copy.example\r\n") => `${line} HTTP/1.1\r\n${more}\r\n`;
  const status = async (text: string) => (await raw(text)).split(" ")[1];
  expect(await status(head("GET /", `Host: a\r\nX-Long: ${"x".repeat(60_000)}\r\n`))).toBe("431");
  expect(await status(head(`GET /${"x".repeat(1_048_576)}`))).toMatch(/^431$|^$/);
  expect(await status(head("GET http://other.example/spring"))).toBe("400");
  expect(await status(head("GET /", "Host: a\r\nHost: b\r\n"))).toBe("400");
  expect(await status(head("GET /", "Host: [bad\r\n"))).toBe("400");
  expect(await status(head("GET /%ff%00/../..//x"))).toBe("404");
  expect((await visit(url, "/")).status).not.toBe(500);
});

test("a copy reads no large body that isn't signed, and answers it", async () => {
  const { url, secret } = await newProgram(newFolder());
  const body = "x".repeat(6_000_000);
  const path = `${callPrefix}push`;
  const unsigned = await send(url, path, { method: "POST", body });
  expect([unsigned.status, JSON.parse(unsigned.text).code]).toEqual([401, "unsigned"]);
  const time = Date.now();
  const hash = await bodyHash(body);
  const signatures = {
    foreign: await sign("another secret", { method: "POST", path, time, hash }),
    malformed: await sign(secret, { method: "POST", path, time, hash }),
  };
  for (const [code, signature] of Object.entries(signatures)) {
    const headers = {
      [timeHeader]: String(time),
      [hashHeader]: hash,
      [signatureHeader]: signature,
    };
    const { text } = await send(url, path, { method: "POST", body, headers });
    expect(JSON.parse(text).code).toBe("malformed");
    // Its length isn't told.
    const pieces = new Blob([body]).stream();
    const sent = { method: "POST", body: pieces, headers, duplex: "half" } as const;
    expect(await (await fetch(`${url}${path}`, sent)).json()).toEqual({ code });
  }
  expect((await visit(url, "/nowhere")).status).toBe(404);
});

test("a copy's secret is made once, and readable to its owner only", async () => {
  const folder = join(newFolder(), "below");
  const first = await keepSecret(folder, undefined);
  expect(first.text).toMatch(/^[\w-]{43}$/);
  expect((await stat(first.file)).mode & 0o777).toBe(process.platform === "win32" ? 0o666 : 0o600);
  expect(await keepSecret(folder, undefined)).toEqual(first);
  expect(await keepSecret(folder, first.text)).toEqual(first);
  await expect(keepSecret(folder, "x".repeat(40))).rejects.toThrow("contains another secret");
  await expect(keepSecret(folder, "short")).rejects.toThrow("32 to 400 characters");
  await writeFile(first.file, "");
  await expect(keepSecret(folder, undefined)).rejects.toThrow("contains no secret");
});

test("visitors leave the last free space of a copy's disk alone, and home's calls go on", async () => {
  const folder = newFolder();
  const gibibyte = 2 ** 30;
  let free = 10 * gibibyte;
  const { url, secret } = await newProgram(folder, {
    space: () => ({ free, size: 100 * gibibyte }),
  });
  let now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  /** As the copy finds it at the next look. */
  const setFree = (bytes: number) => ([free, now] = [bytes, now + 10_000]);

  const home = await newHome(url);
  await link(home, "spring");
  await home.follow("/connect", { address: url, secret });
  await link(home, "few", { maxclicks: 5 });
  await home.edge("POST", "/push");
  await home.edge("POST", "/push");
  const statuses = async () => [
    (await visit(url, "/spring")).status,
    (await visit(url, "/few")).status,
  ];
  expect(await statuses()).toEqual([302, 302]);

  setFree(gibibyte - 1);
  expect(await statuses()).toEqual([302, 503]);
  await link(home, "late");
  expect(await home.edge("POST", "/push")).toMatchObject({
    problem: null,
    push: { waiting: 0 },
    drain: { taken: 2, lost: 1 },
  });
  expect((await visit(url, "/late")).status).toBe(302);

  setFree(gibibyte + 1);
  expect((await visit(url, "/few")).status).toBe(503);
  setFree(2 * gibibyte);
  expect(await statuses()).toEqual([302, 302]);
  expect(await home.edge("POST", "/pull")).toMatchObject({ drain: { taken: 4, lost: 2 } });
});

test("a copy writes clicks into what a download has freed in its file, on a disk without room", async () => {
  const folder = newFolder();
  const { url, secret } = await newProgram(folder, { space: () => ({ free: 0, size: 1_000_000 }) });
  const home = await newHome();
  await link(home, "spring");
  await home.follow("/connect", { address: url, secret });
  const database = new DatabaseSync(join(folder, "copy.sqlite"), { timeout: 5_000 });
  onTestFinished(() => database.close());
  // More than the share of the disk that is kept free.
  database.exec("create table deleted (text text); insert into deleted values (zeroblob(200000))");
  database.exec("drop table deleted");
  await visit(url, "/spring");
  expect(await home.edge("POST", "/pull")).toMatchObject({ drain: { taken: 1, lost: 0 } });
});

test("a link with a click limit works again later where the copy can't write its click", async () => {
  const folder = newFolder();
  const { url, secret } = await newProgram(folder);
  const home = await newHome(url);
  await home.follow("/connect", { address: url, secret });
  await link(home, "few", { maxclicks: 5 });
  await home.edge("POST", "/push");
  await home.edge("POST", "/push");
  expect((await visit(url, "/few")).status).toBe(302);
  const database = new DatabaseSync(join(folder, "copy.sqlite"), { timeout: 5_000 });
  onTestFinished(() => database.close());
  database.exec(
    "create trigger full before insert on clicks begin select raise(abort, 'database or disk is full'); end",
  );
  expect((await visit(url, "/few")).status).toBe(503);
});

test("a call at a path that has to be normalized is as safe on disk as others", async () => {
  const { url, secret } = await newProgram(newFolder());
  const ran = vi.spyOn(DatabaseSync.prototype, "exec");
  onTestFinished(() => ran.mockRestore());
  const path = `${callPrefix}state`;
  const [time, hash] = [Date.now(), await bodyHash("{}")];
  const headers = {
    [timeHeader]: String(time),
    [hashHeader]: hash,
    [signatureHeader]: await sign(secret, { method: "POST", path, time, hash }),
  };
  const sent = { method: "POST", body: "{}", headers };
  expect((await send(url, `/x/..${path}`, sent)).status).toBe(200);
  expect(ran.mock.calls.flat()).toContain("pragma synchronous = full");
});

/** The copy's folder as others see it, in which a Waypost has written. */
test.runIf(canBeOther)("nobody else on the computer reads a copy's database", async () => {
  const folder = newFolder();
  await chmod(folder, 0o755);
  // One of a former version, with a file of its owner beside it.
  const path = join(folder, "copy.sqlite");
  await writeFile(path, "", { mode: 0o644 });
  await writeFile(join(folder, "notes.txt"), "", { mode: 0o644 });
  const { url } = await newProgram(folder);
  expect((await visit(url, "/nowhere")).status).toBe(404);
  const read = (name: string) => asOther("cat", [join(folder, name)]).status;
  const names = ["copy.sqlite", "copy.sqlite-wal", "copy.sqlite-shm", "secret"];
  expect(names.map((name) => [name, read(name)])).toEqual(names.map((name) => [name, 1]));
  // It isn't the copy's alone.
  expect(read("notes.txt")).toBe(0);
  await rm(join(folder, "notes.txt"));
  await keepSecret(folder, undefined);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test("a copy refuses a journal that names another file", async () => {
  const folder = newFolder();
  const journal = join(folder, "copy.sqlite-journal");
  await writeFile(journal, journalNaming(join(folder, "notes.txt")), { mode: 0o600 });
  await expect(keepSecret(folder, undefined)).rejects.toThrow("names another file");
  await writeFile(journal, journalNaming(null));
  await keepSecret(folder, undefined);
});

test.skipIf(process.platform === "win32")(
  "a copy refuses a folder or a database that others can change or that is a link",
  async () => {
    const folder = newFolder();
    await writeFile(join(folder, "notes.txt"), "");
    await chmod(folder, 0o777);
    await expect(keepSecret(folder, undefined)).rejects.toThrow("chmod go-w");
    const below = join(folder, "copy");
    await expect(keepSecret(below, undefined)).rejects.toThrow("chmod go-w");
    await chmod(folder, 0o700);
    await symlink(join(folder, "notes.txt"), join(folder, "copy.sqlite"));
    await expect(keepSecret(folder, undefined)).rejects.toThrow("is a link");
  },
);

test("a copy on a server loads no schemas, which would take 15 MB of a small computer", () => {
  const loaded = loadedBy("cli/mirrorAlone.ts", "app/mirrorProgram.ts");
  expect(loaded).toContain(join(src, "mirror/program/program.ts"));
  expect(loaded).not.toContain("zod");
});
