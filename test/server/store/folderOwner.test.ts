import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { forgetVisitors } from "../../../src/app/ownFolder.ts";
import { salvage } from "../../../src/server/store/salvage.ts";
import { canBeOther, otherUid } from "../../support/otherUser.ts";
import { failingFiles } from "./failingFiles.ts";
import { addLinks, filesOf, newFolder, open } from "./testFolder.ts";

async function usedFolder(): Promise<string> {
  const dir = newFolder();
  const store = await open(dir);
  await addLinks(store, 1);
  await store.close();
  writeFileSync(join(dir, "tunnel.json"), "{}", { mode: 0o600 });
  return dir;
}

describe.runIf(canBeOther)("as root: a folder is refused when another user owns", () => {
  test.each(["", "secrets.json", "tunnel.json", "waypost.json", "journal"])("%j", async (name) => {
    const dir = await usedFolder();
    const [journal = ""] = filesOf(dir, /^journal-/);
    const path = join(dir, name === "journal" ? journal : name);
    chownSync(path, otherUid, otherUid);
    const refusal = `${path} belongs to another user of this computer (user ID ${otherUid})`;
    await expect(open(dir)).rejects.toThrow(refusal);
    await expect(salvage(dir)).rejects.toThrow(refusal);
    await expect(forgetVisitors(dir)).rejects.toThrow(refusal);
  });

  test("an empty folder that is offered to everyone", async () => {
    const dir = join(newFolder(), "shared");
    mkdirSync(dir);
    chmodSync(dir, 0o777);
    chownSync(dir, otherUid, otherUid);
    await expect(open(dir)).rejects.toThrow("belongs to another user");
    expect(filesOf(dir, /./)).toEqual([]);
  });
});

describe.skipIf(process.platform === "win32")("what others could write", () => {
  test("is closed to them when it is Waypost's own", async () => {
    const dir = await usedFolder();
    for (const [path, mode] of [
      [join(dir, "waypost.json"), 0o666],
      [join(dir, "tunnel.json"), 0o622],
      [dir, 0o777],
    ] as const) {
      chmodSync(path, mode);
    }
    const store = await open(dir);
    await store.close();
    const modes = ["waypost.json", "tunnel.json", ""].map(
      (name) => statSync(join(dir, name)).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o600, 0o700]);
  });

  test.each(["", "secrets.json", "tunnel.json", "waypost.json"])(
    "is refused when the mode of %j can't be set",
    async (name) => {
      const dir = await usedFolder();
      chmodSync(join(dir, name), 0o777);
      const failing = failingFiles();
      failing.failAlways(["setMode"], "EPERM");
      await expect(open(dir, { files: failing.files })).rejects.toThrow(
        `Other users of this computer can write to ${join(dir, name)}`,
      );
    },
  );

  test("is refused, and left alone, when others have files in the folder", async () => {
    const dir = newFolder();
    writeFileSync(join(dir, "notes.txt"), "somebody's");
    chmodSync(dir, 0o777);
    await expect(open(dir)).rejects.toThrow("Other users of this computer can write to");
    expect(statSync(dir).mode & 0o777).toBe(0o777);
  });
});
