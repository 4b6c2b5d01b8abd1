import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { manifest, writeMcpb } from "../../scripts/mcpb.mjs";
import { filesIn } from "../support/exporting.ts";

const folder = mkdtempSync(join(tmpdir(), "waypost-mcpb-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the file for assistants has a manifest, the program that its server starts, and an icon", async () => {
  const file = await writeMcpb(join(folder, "waypost.mcpb"));
  const files = await filesIn(readFileSync(file));
  expect([...files.keys()]).toEqual(["manifest.json", "icon.png", "server/index.mjs"]);
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(manifest()).toMatchObject({
    version,
    server: { entry_point: "server/index.mjs" },
    user_config: { key: { sensitive: true } },
  });
});

test.runIf(process.platform !== "win32")(
  "its program starts Waypost with the key that it was given",
  () => {
    const program = join(folder, "program");
    writeFileSync(program, '#!/bin/sh\nprintf "%s %s" "$WAYPOST_KEY" "$*"\n');
    chmodSync(program, 0o755);
    const line = ["resources/mcpb/server/index.mjs"];
    const env = { ...process.env, WAYPOST_KEY: "a-key", WAYPOST_PROGRAM: program };
    expect(execFileSync(process.execPath, line, { env }).toString()).toBe("a-key --cli -- mcp");
    const gone = { ...env, WAYPOST_PROGRAM: join(folder, "gone") };
    const failed = spawnSync(process.execPath, line, { env: gone });
    expect([failed.status, failed.stderr.toString()]).toEqual([
      1,
      "Waypost wasn't found. Install it, or set the path of its program.\n",
    ]);
  },
);
