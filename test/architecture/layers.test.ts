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
  { files: "src/server/resolve/", rooms: [], packages: [] },
  { files: "src/server/store/", rooms: [], packages: ["lowdb", "zod", "node:"] },
  {
    files: "src/server/services/",
    rooms: ["src/server/store/", "src/server/resolve/"],
    packages: [
      "node:",
      "mmdb-lib",
      "my-ua-parser",
      "isbot",
      "temporal-polyfill",
      "lru-cache",
      "qrcode",
      "@resvg/resvg-js",
      "jsqr",
      "htmlparser2",
    ],
  },
  {
    files: "src/server/api/",
    rooms: ["src/contract/", "src/server/services/"],
    packages: ["express", "zod", "node:"],
  },
  {
    files: "src/server/visit/",
    rooms: ["src/server/resolve/", "src/server/services/"],
    packages: ["express", "node:"],
  },
  {
    files: "src/server/",
    rooms: [
      "src/contract/",
      "src/server/api/",
      "src/server/resolve/",
      "src/server/services/",
      "src/server/store/",
      "src/server/visit/",
    ],
    packages: ["express", "node:"],
  },
  {
    files: "src/cli/",
    rooms: ["src/contract/", "src/server/index.ts", "src/server/local.ts"],
    packages: ["commander", "zod", "node:"],
  },
  { files: "src/main/bridge/", rooms: [], packages: [] },
  {
    files: "src/main/",
    rooms: ["src/server/index.ts", "src/main/bridge/"],
    packages: ["electron", "zod", "node:"],
  },
  {
    files: "src/renderer/",
    rooms: ["src/contract/", "src/main/bridge/"],
    packages: [
      "react",
      "react-dom",
      "react-router",
      "react-hook-form",
      "react-i18next",
      "i18next",
      "zod",
      "@mantine/core",
      "@mantine/hooks",
      "@mantine/notifications",
      "@tanstack/react-query",
      "@tanstack/react-virtual",
      "@tabler/icons-react",
      "@fontsource-variable/vazirmatn",
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
    expect(fault("src/server/visit/visits.ts", runtime("../api/router.ts"))).toContain("may not");
    expect(fault("src/server/app.ts", runtime("electron"))).toContain("may not import");
    expect(fault("src/cli/index.ts", runtime("../server/parts.ts"))).toContain("may not import");
    expect(fault("src/renderer/main.tsx", runtime("../main/bridge/bridge.ts"))).toContain("types");
    expect(fault("src/stray.ts", runtime("zod"))).toContain("in no room");
  });
});
