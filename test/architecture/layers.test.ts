import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import { globSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { describe, expect, test } from "vitest";

/**
 * Who may import whom. An allow-list: a file outside every room, or an import that its room's row
 * does not name, is a failure. The longest matching room wins.
 */
interface Room {
  readonly files: string;
  readonly rooms: readonly string[];
  /** Packages by name; `node:` stands for every built-in module. */
  readonly packages: readonly string[];
}

const rooms: readonly Room[] = [
  { files: "src/contract/", rooms: [], packages: ["zod"] },
  { files: "src/edge/wire/", rooms: [], packages: [] },
  { files: "src/edge/control/", rooms: ["src/edge/", "src/edge/wire/"], packages: [] },
  {
    files: "src/edge/visits/",
    rooms: [
      "src/edge/",
      "src/edge/control/",
      "src/edge/wire/",
      "src/server/resolve/",
      "src/server/services/",
      "src/server/services/clicks/",
      "src/server/services/visitor/",
      "src/server/store/clicks/",
      "src/server/store/tables/",
      "src/server/visit/",
      "src/server/visit/forms/",
      "src/server/visit/pages/",
      "src/server/visit/pages/markup/",
      "src/server/visit/qr/",
    ],
    packages: [],
  },
  {
    files: "src/edge/",
    rooms: ["src/edge/control/", "src/edge/visits/", "src/edge/wire/"],
    packages: [],
  },
  { files: "src/server/resolve/", rooms: [], packages: [] },
  { files: "src/server/sentences/", rooms: [], packages: [] },
  {
    files: "src/server/store/",
    rooms: [
      "src/server/sentences/",
      "src/server/store/clicks/",
      "src/server/store/document/",
      "src/server/store/history/",
      "src/server/store/tables/",
    ],
    packages: ["lowdb", "zod", "node:"],
  },
  {
    files: "src/server/store/document/",
    rooms: ["src/server/sentences/", "src/server/store/", "src/server/store/tables/"],
    packages: ["node:"],
  },
  {
    files: "src/server/store/history/",
    rooms: [
      "src/server/sentences/",
      "src/server/store/",
      "src/server/store/document/",
      "src/server/store/tables/",
    ],
    packages: ["node:"],
  },
  { files: "src/server/store/tables/", rooms: ["src/server/store/"], packages: ["zod"] },
  {
    files: "src/server/store/clicks/",
    rooms: ["src/server/sentences/", "src/server/store/"],
    packages: ["node:"],
  },
  {
    files: "src/server/services/",
    rooms: [
      "src/server/sentences/",
      "src/server/resolve/",
      "src/server/services/clicks/",
      "src/server/services/passwords/",
      "src/server/services/qr/",
      "src/server/services/visitor/",
      "src/server/store/",
      "src/server/store/tables/",
    ],
    packages: ["node:", "mmdb-lib", "temporal-polyfill"],
  },
  { files: "src/server/reach/cloudflare/", rooms: ["src/server/reach/"], packages: [] },
  {
    files: "src/server/reach/",
    rooms: [
      "src/edge/wire/",
      "src/server/reach/cloudflare/",
      "src/server/reach/rowsOfRecords/",
      "src/server/services/",
      "src/server/store/",
    ],
    packages: ["node:"],
  },
  {
    files: "src/server/reach/rowsOfRecords/",
    rooms: [
      "src/edge/wire/",
      "src/server/reach/",
      "src/server/resolve/",
      "src/server/services/",
      "src/server/services/clicks/",
      "src/server/services/qr/",
      "src/server/store/",
      "src/server/store/tables/",
    ],
    packages: ["node:"],
  },
  {
    files: "src/server/services/tunnel/",
    rooms: ["src/server/services/", "src/server/store/"],
    packages: ["node:"],
  },
  {
    files: "src/server/services/changes/",
    rooms: [
      "src/server/sentences/",
      "src/server/services/",
      "src/server/services/clicks/",
      "src/server/store/",
      "src/server/store/tables/",
    ],
    packages: ["node:"],
  },
  {
    files: "src/server/services/clicks/",
    rooms: ["src/server/services/visitor/", "src/server/store/"],
    packages: ["temporal-polyfill"],
  },
  {
    files: "src/server/services/exchange/",
    rooms: [
      "src/server/sentences/",
      "src/server/services/",
      "src/server/services/clicks/",
      "src/server/services/exchange/read/",
      "src/server/services/exchange/waysOut/",
      "src/server/services/exchange/write/",
      "src/server/services/qr/",
      "src/server/services/visitor/",
      "src/server/store/",
      "src/server/store/tables/",
    ],
    packages: ["node:", "csv-stringify"],
  },
  {
    files: "src/server/services/backups/",
    rooms: [
      "src/server/sentences/",
      "src/server/services/",
      "src/server/services/clicks/",
      "src/server/services/qr/",
      "src/server/store/",
      "src/server/store/tables/",
    ],
    packages: ["node:", "yauzl", "yazl"],
  },
  {
    files: "src/server/services/exchange/waysOut/",
    rooms: [
      "src/server/resolve/",
      "src/server/services/",
      "src/server/services/exchange/write/",
      "src/server/store/",
      "src/server/store/tables/",
    ],
    packages: [],
  },
  {
    files: "src/server/services/exchange/write/",
    rooms: [
      "src/server/services/",
      "src/server/services/exchange/read/",
      "src/server/services/visitor/",
      "src/server/store/",
    ],
    packages: ["node:", "csv-stringify", "yazl"],
  },
  {
    files: "src/server/services/exchange/read/",
    rooms: ["src/server/sentences/", "src/server/services/visitor/"],
    packages: ["node:", "csv-parse", "htmlparser2", "@streamparser/json"],
  },
  {
    files: "src/server/services/outside/",
    rooms: ["src/server/services/", "src/server/services/passwords/", "src/server/store/"],
    packages: ["node:", "htmlparser2"],
  },
  {
    files: "src/server/services/passwords/",
    rooms: ["src/server/services/"],
    packages: ["node:"],
  },
  {
    files: "src/server/services/qr/",
    rooms: ["src/server/services/", "src/server/services/outside/", "src/server/store/"],
    packages: ["node:", "lru-cache", "qrcode", "@resvg/resvg-js", "jsqr"],
  },
  {
    files: "src/server/services/statistics/",
    rooms: [
      "src/server/services/",
      "src/server/services/clicks/",
      "src/server/services/exchange/write/",
      "src/server/services/qr/",
      "src/server/services/visitor/",
      "src/server/store/",
      "src/server/store/clicks/",
    ],
    packages: ["node:"],
  },
  // With resolve, what runs where there is no Node: nothing of `node:`.
  {
    files: "src/server/services/visitor/",
    rooms: ["src/server/resolve/"],
    packages: ["my-ua-parser", "isbot"],
  },
  {
    files: "src/server/api/",
    rooms: [
      "src/contract/",
      "src/server/reach/",
      "src/server/services/",
      "src/server/services/backups/",
      "src/server/services/changes/",
      "src/server/services/clicks/",
      "src/server/services/exchange/",
      "src/server/services/exchange/write/",
      "src/server/services/passwords/",
      "src/server/services/qr/",
      "src/server/services/statistics/",
      "src/server/services/tunnel/",
      "src/server/services/visitor/",
    ],
    packages: ["express", "zod", "node:"],
  },
  // From facts of a request to an answer: nothing of `node:`, because it runs at the edge as well.
  {
    files: "src/server/visit/",
    rooms: [
      "src/server/resolve/",
      "src/server/services/",
      "src/server/services/clicks/",
      "src/server/services/qr/",
      "src/server/services/visitor/",
      "src/server/visit/pages/",
      "src/server/visit/pages/markup/",
      "src/server/visit/places/",
      "src/server/visit/qr/",
    ],
    packages: [],
  },
  {
    files: "src/server/visit/http/",
    rooms: [
      "src/server/services/",
      "src/server/services/clicks/",
      "src/server/services/passwords/",
      "src/server/services/qr/",
      "src/server/services/visitor/",
      "src/server/visit/",
      "src/server/visit/forms/",
      "src/server/visit/pages/",
      "src/server/visit/pages/markup/",
      "src/server/visit/qr/",
    ],
    packages: ["node:"],
  },
  {
    files: "src/server/visit/forms/",
    rooms: [
      "src/server/services/",
      "src/server/visit/",
      "src/server/visit/pages/",
      "src/server/visit/pages/markup/",
    ],
    packages: [],
  },
  {
    files: "src/server/visit/places/",
    rooms: [
      "src/server/resolve/",
      "src/server/visit/",
      "src/server/visit/pages/",
      "src/server/visit/pages/markup/",
    ],
    packages: [],
  },
  {
    files: "src/server/visit/qr/",
    rooms: [
      "src/server/resolve/",
      "src/server/services/clicks/",
      "src/server/services/qr/",
      "src/server/visit/",
      "src/server/visit/pages/",
      "src/server/visit/pages/markup/",
    ],
    packages: [],
  },
  {
    files: "src/server/visit/pages/",
    rooms: ["src/server/services/", "src/server/services/qr/", "src/server/visit/pages/markup/"],
    packages: [],
  },
  { files: "src/server/visit/pages/markup/", rooms: [], packages: [] },
  {
    files: "src/server/",
    rooms: [
      "src/contract/",
      "src/server/api/",
      "src/server/reach/",
      "src/server/services/",
      "src/server/services/backups/",
      "src/server/services/changes/",
      "src/server/services/clicks/",
      "src/server/services/exchange/",
      "src/server/services/outside/",
      "src/server/services/passwords/",
      "src/server/services/qr/",
      "src/server/services/statistics/",
      "src/server/services/tunnel/",
      "src/server/store/",
      "src/server/visit/",
      "src/server/visit/http/",
    ],
    packages: ["express", "node:"],
  },
  {
    files: "src/cli/",
    rooms: [
      "src/cli/contract/",
      "src/cli/gui/",
      "src/cli/serve/",
      "src/contract/",
      "src/server/index.ts",
      "src/server/local.ts",
    ],
    packages: ["commander", "zod", "node:"],
  },
  {
    files: "src/cli/contract/",
    rooms: ["src/cli/", "src/contract/"],
    packages: ["commander", "zod", "node:"],
  },
  {
    files: "src/cli/gui/",
    rooms: ["src/cli/", "src/contract/", "src/server/local.ts"],
    packages: ["node:"],
  },
  { files: "src/cli/serve/", rooms: ["src/cli/", "src/server/index.ts"], packages: ["node:"] },
  { files: "src/main/bridge/", rooms: [], packages: [] },
  {
    files: "src/main/",
    rooms: ["src/server/index.ts", "src/cli/program.ts", "src/main/bridge/"],
    packages: ["electron", "electron-updater", "zod", "node:"],
  },
  {
    files: "src/renderer/",
    rooms: ["src/contract/", "src/main/bridge/"],
    packages: [
      "react",
      "react-dom",
      "react-router",
      "react-i18next",
      "i18next",
      "zod",
      "@mantine/core",
      "@mantine/hooks",
      "@mantine/notifications",
      "@tanstack/react-query",
      "@tanstack/react-virtual",
      "@iconify-json/tabler",
      "openapi-explorer",
      "@fontsource-variable/vazirmatn",
      "virtual:licences",
      "@mantine/charts",
      "@mantine/spotlight",
      "d3-geo",
      "react-day-picker",
      "topojson-client",
      "world-atlas",
    ],
  },
];

/** Only types cross from the bridge to the renderer: nothing of the shell runs in the page. */
const typesOnly = [{ from: "src/renderer/", to: "src/main/bridge/" }];

const root = resolve(import.meta.dirname, "../..");

interface Import {
  readonly specifier: string;
  readonly isTypeOnly: boolean;
}

function importsOf(file: string): Import[] {
  const parsed = parseSync(file, readFileSync(join(root, file), "utf8"));
  expect(parsed.errors, `${file} does not parse`).toEqual([]);
  const { staticImports, staticExports, dynamicImports } = parsed.module;
  const fromImports = staticImports.map((one) => ({
    specifier: one.moduleRequest.value,
    isTypeOnly: one.entries.length > 0 && one.entries.every((entry) => entry.isType),
  }));
  const fromExports = staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      entry.moduleRequest === null
        ? []
        : [{ specifier: entry.moduleRequest.value, isTypeOnly: entry.isType }],
    ),
  );
  const source = readFileSync(join(root, file), "utf8");
  const fromCalls = dynamicImports.map(({ moduleRequest }) => ({
    specifier: source.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    isTypeOnly: false,
  }));
  return [...fromImports, ...fromExports, ...fromCalls];
}

function roomOf(file: string): Room | undefined {
  return rooms
    .filter((room) => file.startsWith(room.files))
    .toSorted((a, b) => b.files.length - a.files.length)[0];
}

function packageOf(specifier: string): string {
  if (specifier.startsWith("node:")) return "node:";
  const [scope = "", name] = specifier.split("/");
  return scope.startsWith("@") ? `${scope}/${name}` : scope;
}

/** What is wrong with one import, or nothing. */
function fault(file: string, { specifier, isTypeOnly }: Import): string | undefined {
  const room = roomOf(file);
  if (room === undefined) return `${file} is in no room`;
  if (!specifier.startsWith(".")) {
    const name = packageOf(specifier);
    if (builtinModules.includes(name)) return `${file} imports ${specifier} without node:`;
    return room.packages.includes(name) ? undefined : `${file} may not import ${specifier}`;
  }
  const target = relative(root, resolve(root, dirname(file), specifier))
    .split(sep)
    .join("/");
  const targetRoom = roomOf(target);
  if (targetRoom === room) return undefined;
  // Pictures, catalogues and the like of the room itself.
  const allowed = room.rooms.some(
    (name) => target === name || (name.endsWith("/") && targetRoom?.files === name),
  );
  if (!allowed) return `${file} may not import ${target}`;
  const mustBeType = typesOnly.some(
    ({ from, to }) => room.files === from && targetRoom?.files === to,
  );
  return mustBeType && !isTypeOnly ? `${file} may import only types from ${target}` : undefined;
}

const runtime = (specifier: string): Import => ({ specifier, isTypeOnly: false });

describe("the rooms", () => {
  const files = globSync("src/**/*.{ts,tsx}", { cwd: root }).map((file) =>
    file.split(sep).join("/"),
  );

  test.each(rooms.map(({ files: room }) => room))("%s has files", (room) => {
    expect(files.filter((file) => roomOf(file)?.files === room)).not.toEqual([]);
  });

  test("every file imports only what its room may", () => {
    const imports = files.flatMap((file) => importsOf(file).map((one) => ({ file, one })));
    expect(imports.length).toBeGreaterThan(files.length);
    expect(imports.flatMap(({ file, one }) => fault(file, one) ?? [])).toEqual([]);
  });

  test("a forbidden import is seen", () => {
    expect(fault("src/server/resolve/resolve.ts", runtime("node:fs"))).toContain("may not import");
    expect(fault("src/server/visit/http/visits.ts", runtime("../../api/router.ts"))).toContain(
      "may not",
    );
    const services = "src/server/services";
    expect(fault(`${services}/visitor/bots.ts`, runtime("node:fs"))).toContain("may not import");
    expect(fault(`${services}/visitor/bots.ts`, runtime("../countries.ts"))).toContain("may not");
    expect(fault(`${services}/qr/qrDrawing.ts`, runtime("../clicks/clicks.ts"))).toContain(
      "may not",
    );
    expect(fault("src/server/store/tables/tables.ts", runtime("../document/journal.ts"))).toContain(
      "may not",
    );
    expect(fault("src/server/visit/pages/splash.ts", runtime("../answerVisit.ts"))).toContain(
      "may not",
    );
    expect(fault("src/cli/gui/window.ts", runtime("../contract/table.ts"))).toContain("may not");
    expect(fault("src/server/app.ts", runtime("electron"))).toContain("may not import");
    expect(fault("src/cli/index.ts", runtime("../server/parts.ts"))).toContain("may not import");
    expect(fault("src/renderer/main.tsx", runtime("../main/bridge/bridge.ts"))).toContain("types");
    expect(fault("src/stray.ts", runtime("zod"))).toContain("in no room");
  });
});
