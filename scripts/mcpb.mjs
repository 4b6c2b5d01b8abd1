// node scripts/mcpb.mjs: dist/waypost.mcpb, with which an assistant on the desktop finds Waypost.
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { ZipFile } from "yazl";
import { projectDir, say } from "./say.mjs";

/** What an assistant shows before it installs the file, and asks for. */
export function manifest() {
  /** @type {{ version: string, description: string }} */
  const { version, description } = JSON.parse(
    readFileSync(join(projectDir, "package.json"), "utf8"),
  );
  return {
    manifest_version: "0.3",
    name: "waypost",
    display_name: "Waypost",
    version,
    description,
    author: { name: "Waypost contributors" },
    license: "MIT",
    icon: "icon.png",
    tools_generated: true,
    server: {
      type: "node",
      entry_point: "server/index.mjs",
      mcp_config: {
        command: "node",
        args: ["${__dirname}/server/index.mjs"],
        env: {
          WAYPOST_KEY: "${user_config.key}",
          WAYPOST_PROGRAM: "${user_config.program}",
        },
      },
    },
    user_config: {
      key: {
        type: "string",
        title: "Key",
        description: "A key for assistants, from the Automation screen of Waypost",
        sensitive: true,
        required: true,
      },
      program: {
        type: "file",
        title: "Waypost program",
        description: "Leave blank if Waypost was installed in the usual place",
        required: false,
      },
    },
    compatibility: { platforms: ["linux", "darwin", "win32"], runtimes: { node: ">=18" } },
  };
}

export async function writeMcpb(file = join(projectDir, "dist", "waypost.mcpb")) {
  const zip = new ZipFile();
  const from = (/** @type {string} */ name) => join(projectDir, "resources", name);
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest(), undefined, 2)}\n`), "manifest.json");
  zip.addFile(from("icon.png"), "icon.png");
  zip.addFile(from("mcpb/server/index.mjs"), "server/index.mjs");
  zip.end();
  mkdirSync(dirname(file), { recursive: true });
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  say(`what connects an assistant is in ${await writeMcpb()}.`);
}
