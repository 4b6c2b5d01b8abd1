import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, afterAll, describe } from "vitest";
import {
  namedDoors,
  openDoors,
  openToNetwork,
  type OpenDoors,
} from "../../../src/server/http/startListeners.ts";
import { chooseSettings } from "../../../src/server/features/settings/settings.ts";
import { StartFailed } from "../../../src/server/http/startFailed.ts";
import { createPublicDoor } from "../../../src/server/http/publicPort.ts";
import type { LiveAddresses } from "../../../src/app/runSettings.ts";
import { readGuiFile } from "../../../src/server/http/guiFiles.ts";

describe("start listeners", () => {
  const undo: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0)) await step();
  });

  async function opened(host: string, named: Parameters<typeof openDoors>[1]): Promise<OpenDoors> {
    const texts = { host, port: "0", publicPort: "0", guiPort: "0" };
    const doors = await openDoors(chooseSettings({ origin: "flag", texts }), named);
    undo.push(() => doors.close(0));
    return doors;
  }

  function hostsOf(doors: OpenDoors) {
    return [doors.service.host, doors.public?.host, doors.gui?.host];
  }

  const oneInterface = () => ({
    eth0: [{ address: "192.0.2.7", internal: false }],
    lo: [{ address: "127.0.0.1", internal: true }],
  });

  test("beyond this computer only the doors that are named are open, and it is said where", async () => {
    const doors = await opened("0.0.0.0", new Set(["publicPort"] as const));
    expect(hostsOf(doors)).toEqual(["127.0.0.1", "0.0.0.0", "127.0.0.1"]);
    expect(openToNetwork(doors, oneInterface as never)).toEqual([
      `Open to the network: http://192.0.2.7:${doors.public?.port}. Anyone who can reach this computer can open your short links there.`,
    ]);
  });

  test("all that are named are open", async () => {
    const doors = await opened("0.0.0.0", new Set(["port", "guiPort"] as const));
    expect(hostsOf(doors)).toEqual(["0.0.0.0", "127.0.0.1", "0.0.0.0"]);
    expect(openToNetwork(doors).join(" ")).toMatch(
      /the API with a key.*its key, which is sent unencrypted/,
    );
  });

  test("another loopback address is for all doors, and nothing to say", async () => {
    const doors = await opened("127.0.0.1", new Set());
    expect([hostsOf(doors), openToNetwork(doors)]).toEqual([Array(3).fill("127.0.0.1"), []]);
  });

  test("a door is named on the command line or in the settings; one that is off is not", () => {
    expect([...namedDoors({ publicPort: "4081", guiPort: "off" }, { port: 4080 })]).toEqual([
      "port",
      "publicPort",
    ]);
  });
});

test("a port that the system keeps for its administrator is not called taken", async () => {
  const cause = Object.assign(new Error("listen EACCES"), { code: "EACCES" });
  const doors: Pick<OpenDoors, "openPublic"> = {
    openPublic: () => Promise.reject(new StartFailed("no", { cause })),
  };
  const door = createPublicDoor(doors as OpenDoors, {} as LiveAddresses);
  await expect(door.open(80)).rejects.toMatchObject({
    name: "Invalid",
    message:
      "port 80 is a port that the system doesn't allow this program to use; ports from 1024 need no special permission.",
    faults: [{ field: "port", code: "forbidden" }],
  });
});

describe("gui files", () => {
  const dir = mkdtempSync(join(tmpdir(), "waypost-gui-"));
  const rendererDir = join(dir, "renderer");
  mkdirSync(join(rendererDir, "assets"), { recursive: true });
  writeFileSync(join(dir, "secret.js"), "outside");
  writeFileSync(
    join(rendererDir, "index.html"),
    '<meta property="csp-nonce" nonce="__NONCE__" /><script nonce="__NONCE__"></script>',
  );
  writeFileSync(join(rendererDir, "assets", "index-a1.js"), "inside");
  writeFileSync(join(rendererDir, "apiViewer.html"), "viewer");
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  const files = { rendererDir, pictures: "http://127.0.0.1:4080" };

  async function nonceOf(path: string) {
    const { body, headers } = await readGuiFile(files, path);
    const page = Buffer.from(body).toString();
    const policy = headers["Content-Security-Policy"] ?? "";
    return { nonce: /nonce="([^"]+)"/.exec(page)?.[1] ?? "", page, policy };
  }

  test("each load of a screen has a nonce of its own, in the page and in its policy", async () => {
    const first = await nonceOf("/");
    const second = await nonceOf("/links/5");
    expect(first.nonce).toMatch(/^[A-Za-z0-9+/=]{24}$/);
    expect(first.page).not.toContain("__NONCE__");
    expect(first.policy).toContain(`script-src 'self' 'nonce-${first.nonce}'`);
    expect(second.nonce).not.toBe(first.nonce);
  });

  test("the policy allows nothing inline, nothing evaluated and nothing from elsewhere", async () => {
    const { policy } = await nonceOf("/index.html");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:(?!\/\/127\.0\.0\.1:4080)/);
  });

  test("built files are served with their type, which may not be guessed", async () => {
    const { body, headers } = await readGuiFile(files, "/assets/index-a1.js");
    expect(Buffer.from(body).toString()).toBe("inside");
    expect(headers["Content-Type"]).toBe("text/javascript; charset=utf-8");
    expect(headers["X-Content-Type-Options"]).toBe("nosniff");
  });

  test("the API viewer's page may send no requests, and only the app may frame it", async () => {
    const { headers } = await readGuiFile(files, "/apiViewer.html");
    expect(headers["Content-Type"]).toBe("text/html; charset=utf-8");
    const policy = headers["Content-Security-Policy"];
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toMatch(/connect-src|unsafe-eval|https?:/);
  });

  test.each([
    "/../secret.js",
    "/assets/../../secret.js",
    "/%2e%2e/secret.js",
    "/..%2fsecret.js",
    "/..\\secret.js",
    "//secret.js",
    "/C:/secret.js",
    "/secret.js\0.js",
    "/absent.js",
  ])("nothing is read at %j", async (path) => {
    expect((await readGuiFile(files, path)).status).toBe(404);
  });
});
