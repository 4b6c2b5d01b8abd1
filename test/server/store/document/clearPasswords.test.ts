import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { send, startTestServer, type TestServer } from "../../../support/server.ts";
import { chrome } from "../../../support/userAgents.ts";
import { hashPassword, verifyPassword } from "../../../../src/server/passwords/hashing.ts";
import { createLinkPasswords } from "../../../../src/server/passwords/linkPasswords.ts";
import { salvage } from "../../../../src/server/store/salvage.ts";
import { quickHash } from "../../../support/quickHash.ts";
import { hashAtFullCost, hashQuickly } from "../../../support/quickScrypt.ts";
import { addLinks, copyOfRunning, filesOf, newFolder, open, openForTest } from "../testFolder.ts";

const typed = "open sesame 7";

beforeAll(hashQuickly);
afterAll(hashAtFullCost);

function everyFile(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function unlock(server: TestServer, password: string) {
  return send(server.baseUrl, "/spring", {
    method: "POST",
    headers: { "user-agent": chrome, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ password }).toString(),
  });
}

test("a password that a hand wrote as it is typed opens the link, is said, and stands in no file", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  await server.api("POST", "/api/url/add", { url: "https://example.org/", custom: "spring" });
  await server.close();
  const path = join(server.dataDir, "waypost.json");
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace('"alias":"spring"', `"alias":"spring","password":"${typed}"`));

  const again = await startTestServer({ dataDir: server.dataDir });
  const { body } = await again.api("GET", "/api/service", undefined, again.localKey);
  expect(body.data.warnings.join(" ")).toMatch(/passwords in clear text \(links 1\)/);
  expect((await again.visit("/spring")).status).toBe(401);
  expect((await unlock(again, "something else")).status).toBe(401);
  expect((await unlock(again, typed)).status).toBe(303);
  for (const state of ["running", "closed"]) {
    if (state === "closed") await again.close();
    for (const file of everyFile(server.dataDir)) {
      expect([state, file, readFileSync(file, "utf8").includes(typed)]).toEqual([
        state,
        file,
        false,
      ]);
    }
  }
  const once = await startTestServer({ dataDir: server.dataDir });
  onTestFinished(() => once.close());
  expect((await unlock(once, typed)).status).toBe(303);
  const said = await once.api("GET", "/api/service", undefined, once.localKey);
  expect(said.body.data.warnings).toEqual([]);
});

test("also one that came on top of changes that waited in the journal", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  await server.api("POST", "/api/url/add", { url: "https://example.org/", custom: "spring" });
  await server.close();
  const running = await startTestServer({ dataDir: server.dataDir });
  await running.api("POST", "/api/url/add", { url: "https://example.org/", custom: "autumn" });
  const dataDir = copyOfRunning(server.dataDir);
  await running.close();
  const path = join(dataDir, "waypost.json");
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace('"alias":"spring"', `"alias":"spring","password":"${typed}"`));
  const again = await startTestServer({ dataDir });
  expect((await again.visit("/autumn")).status).toBe(302);
  expect((await unlock(again, typed)).status).toBe(303);
  await again.close();
  for (const file of everyFile(dataDir)) {
    expect([file, readFileSync(file, "utf8").includes(typed)]).toEqual([file, false]);
  }
});

/** As a script writes it: each link gets its number as a password. */
function writePasswords(dir: string): void {
  const path = join(dir, "waypost.json");
  const text = readFileSync(path, "utf8");
  writeFileSync(
    path,
    text.replaceAll(/"alias":"alias-(\d+)"/g, '"alias":"alias-$1","password":"number $1"'),
  );
}

test("the more passwords are written at once, the less each costs: none holds up the start", async () => {
  const costs = [];
  for (const among of [1, 64, 1_000, 100_000, 10_000_000]) {
    const stored = await hashPassword(typed, among);
    costs.push(Number(stored.split("$")[1]));
    expect(await verifyPassword(typed, stored)).toBe(true);
    expect(await verifyPassword("something else", stored)).toBe(false);
  }
  expect(costs).toEqual([131_072, 131_072, 8_192, 64, 2]);

  const dir = newFolder();
  const store = await open(dir);
  await addLinks(store, 300);
  await store.close();
  writePasswords(dir);
  const asked: number[] = [];
  const again = await openForTest(dir, {
    async hashPassword(password, among) {
      asked.push(among);
      return quickHash(password, 2);
    },
  });
  expect(asked).toEqual(Array.from({ length: 300 }, () => 300));
  expect(await verifyPassword("number 300", again.links.get(300)?.password ?? "")).toBe(true);
});

test("a cheap hash becomes a strong one once its password is used", async () => {
  const dir = newFolder();
  const store = await open(dir);
  const cheap = quickHash(typed);
  const [spring] = await addLinks(store, 1);
  const record = {
    ...spring,
    id: 1,
    alias: "spring",
    url: "https://example.org/",
    password: cheap,
  };
  await store.commit([{ put: "links", record: { ...record, createdAt: "2026-03-05T12:00:00Z" } }]);
  await store.close();

  const server = await startTestServer({ dataDir: dir });
  onTestFinished(() => server.stop());
  expect((await unlock(server, "something else")).status).toBe(401);
  const answers = await Promise.all([unlock(server, typed), unlock(server, typed)]);
  for (const { status, headers } of answers) {
    expect(status).toBe(303);
    const cookie = String(headers["set-cookie"]).split(";", 1)[0] ?? "";
    expect((await server.visit("/spring", { cookie })).status).toBe(302);
  }
  await server.close();
  // A busy machine may leave it in the journal; this end has the time to write it into the document.
  const again = await open(dir);
  await again.close();
  const text = readFileSync(join(dir, "waypost.json"), "utf8");
  expect(text).toContain("scrypt$131072$");
  expect(text).not.toContain(cheap);
});

test("a visitor whose password was checked against the cheap hash keeps the link open after the strong one", async () => {
  const store = await open(newFolder());
  const [link] = await addLinks(store, 1);
  if (link === undefined) throw new Error("no link");
  const cheap = { ...link, password: quickHash(typed) };
  await store.commit([{ put: "links", record: cheap }]);
  const passwords = createLinkPasswords({ cookieKey: "a key", clock: Date.now, store });
  const first = await passwords.tryPassword(cheap, typed, "203.0.113.1");
  const stored = store.links.get(link.id)?.password;
  expect(stored).toContain("scrypt$131072$");
  expect(first).toEqual({ kind: "right", hash: stored });
  // Read before the first was answered.
  expect(await passwords.tryPassword(cheap, typed, "203.0.113.2")).toEqual(first);
  await store.close();
});

test("who typed a former password gets no token of the one that replaces it at that moment", async () => {
  const store = await open(newFolder());
  const [link] = await addLinks(store, 1);
  if (link === undefined) throw new Error("no link");
  const former = { ...link, password: quickHash("former") };
  const present = { ...link, password: quickHash(typed) };
  await store.commit([{ put: "links", record: present }]);
  const passwords = createLinkPasswords({ cookieKey: "a key", clock: Date.now, store });
  const [right, late] = await Promise.all([
    passwords.tryPassword(present, typed, "203.0.113.1"),
    // Read before the owner set the present one.
    passwords.tryPassword(former, "former", "203.0.113.2"),
  ]);
  expect(right).toEqual({ kind: "right", hash: store.links.get(link.id)?.password });
  expect(late).toEqual({ kind: "right", hash: former.password });
  await store.close();
});

test("links that share a cheap hash get a strong one each", async () => {
  const store = await open(newFolder());
  const hash = quickHash(typed);
  const links = (await addLinks(store, 2)).map((link) => ({ ...link, password: hash }));
  await store.commit(links.map((record) => ({ put: "links", record })));
  const passwords = createLinkPasswords({ cookieKey: "a key", clock: Date.now, store });
  const tried = await Promise.all(
    links.map((link) => passwords.tryPassword(link, typed, "203.0.113.1")),
  );
  expect(tried).toEqual(
    links.map(({ id }) => ({ kind: "right", hash: store.links.get(id)?.password })),
  );
  expect(store.links.get(links[1]?.id ?? 0)?.password).not.toBe(hash);
  await store.close();
});

test("the doctor leaves no password in clear text where it saves the records of a damaged document", async () => {
  const dir = newFolder();
  const store = await open(dir);
  await addLinks(store, 3);
  await store.close();
  writePasswords(dir);
  const path = join(dir, "waypost.json");
  for (const name of filesOf(dir, /^(?:journal-.*|former\.json)$/)) rmSync(join(dir, name));
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace('"url":"https://example.com/2"', '"url":'),
  );
  await salvage(dir, undefined, { hashPassword: async (password) => quickHash(password, 2) });
  expect(readFileSync(path, "utf8")).not.toContain("number 1");
  const again = await openForTest(dir);
  expect(await verifyPassword("number 1", again.links.get(1)?.password ?? "")).toBe(true);
});
