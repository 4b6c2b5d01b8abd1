import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runHere } from "../cli/runHere.ts";
import { type CloudflareStandIn, goodToken, startCloudflare } from "./cloudflare.ts";
import { startHome, type TestHome } from "./home.ts";

let cloudflare: CloudflareStandIn;
let home: TestHome;

beforeAll(async () => {
  cloudflare = await startCloudflare({ zones: ["example.org"] });
  home = await startHome(cloudflare);
});
afterAll(async () => {
  await home.stop();
  await cloudflare.close();
});

const here = (...line: readonly string[]) => runHere(["edge", ...line, "--data", home.dataDir]);

async function withToken(token: string, ...line: readonly string[]) {
  const input = vi.spyOn(process, "stdin", "get");
  input.mockReturnValue(Readable.from([`${token}\n`]) as typeof process.stdin);
  try {
    return await here(...line, "--token", "-");
  } finally {
    input.mockRestore();
  }
}

test("a mirror is set up, shown, pushed to, drained, compared and removed, by words", async () => {
  expect((await here()).stderr).toContain("No always-on copy is set up yet.");
  const untold = await here("setup");
  expect(untold.code).toBe(2);
  expect(untold.stderr).toContain("Workers Scripts · Edit");
  expect(untold.stderr).not.toContain("Workers Routes");
  expect((await here("setup", "--route")).stderr).toMatch(/Workers Routes · Edit.*workers_routes/s);
  expect(await here("setup", "--token", goodToken)).toMatchObject({ code: 2 });

  expect(await here("links")).toMatchObject({
    code: 0,
    stdout: "",
    stderr: "There are no items.\n",
  });
  const unknown = await here("claim");
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toMatch(/connected to a copy yet.*\n.*edge claim --token - < token\.txt/s);

  const missing = await withToken(goodToken, "claim", "--name", "third");
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain("no always-on copy called third");

  const wrong = await withToken("wrong-token", "setup");
  expect(wrong).toMatchObject({
    code: 1,
    stdout: "",
    stderr: "Cloudflare doesn’t accept the token. Copy the whole token again.\n",
  });

  expect((await withToken("", "setup")).stderr).toContain(
    "There's no token on standard input. Pass the token there.",
  );
  expect((await here()).stderr).toContain("The last setup failed:\nCloudflare doesn’t accept");
  expect((await here("remove")).stdout).toBe("This Waypost has no copy to remove.\n");

  const made = await withToken(goodToken, "setup", "--domain", "go.example.org");
  expect(made.code).toBe(0);
  expect(made.stdout).toContain("Uploaded the Worker.\n");
  expect(made.stdout).toContain("Connected your domains.\n");
  const address = cloudflare.addressOf("waypost");
  expect(made.stdout).toContain(`The copy is available at ${address}, https://go.example.org\n`);
  expect(made.stderr).toContain("public use https://go.example.org");

  await home.api("POST", "/api/url/add", { url: "https://example.org/", custom: "open" });
  const locked = { url: "https://example.org/", custom: "locked", password: "open sesame" };
  await home.api("POST", "/api/url/add", locked);
  const pushed = await here("push");
  expect(pushed).toMatchObject({ code: 0 });
  expect(pushed.stdout).toContain("The copy is up to date.\n");
  expect(pushed.stdout).toMatch(/^Links +1 synced, 0 pending, 1 local only$/m);
  expect((await here("links", "--state", "localOnly")).stdout).toMatch(
    /\/locked .*localOnly {2}password\n$/,
  );
  const { body } = await home.api("POST", "/api/qr/add", {
    type: "text",
    data: "x".repeat(1_300),
    name: "Poster",
  });
  expect((await here("push")).stdout).toContain("\nLocal only  1 QR code image\n");
  expect((await here("local-only")).stdout).toMatch(
    new RegExp(`\\npicture +${body.id} {2}picture {2}Poster\\n$`),
  );
  expect(JSON.parse((await here("local-only", "--json")).stdout).data.records).toEqual([
    { kind: "picture", id: body.id, name: "Poster", reason: "picture" },
  ]);
  await home.api("DELETE", `/api/qr/${body.id}/delete`);
  expect((await here("push")).stdout).not.toContain("Local only");

  expect((await here("pull")).stdout).toContain("Downloaded all clicks and messages.\n");
  expect((await here("check")).stdout).toMatch(/^Compared +.*, 0 rows differed$/m);

  await home.api("PUT", "/api/public-address/dark", { dark: true }, home.localKey);
  expect((await here()).stdout).toContain("\nPaused    yes: visitors are asked to come back later");
  await home.api("PUT", "/api/public-address/dark", { dark: false }, home.localKey);
  expect((await here()).stdout).not.toContain("Paused");

  const script = await here("script");
  expect(script.stdout).toBe(cloudflare.workers.get("waypost")?.script);
  const file = join(home.dataDir, "worker.js");
  expect((await here("script", "--out", file)).stderr).toContain(" bytes).\n");
  expect(await readFile(file, "utf8")).toBe(script.stdout);

  expect(await withToken(goodToken, "remove")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Removed the copy\.\n$/),
  });
  expect([cloudflare.workers.size, cloudflare.databases.size, cloudflare.domains.size]).toEqual([
    0, 0, 0,
  ]);
});

test("without a token what is left there is said, and how to have it back", async () => {
  await withToken(goodToken, "setup");
  const emptied = await here("remove");
  expect(emptied.stdout).toContain("Worker and database waypost stay in your account. Delete them");
  expect([cloudflare.workers.size, cloudflare.databases.size]).toEqual([1, 1]);

  const refused = await withToken(goodToken, "setup");
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain("edge claim --token -");
  expect((await here()).stderr).toContain("edge claim --token -");
  expect((await withToken(goodToken, "claim")).code).toBe(0);

  const given = await here("remove", "--forget");
  expect(given.stdout).toContain("stay in your account, with their content.");
});
