import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { forgetVisitors } from "../../../src/app/ownFolder.ts";
import { disk } from "../../../src/server/store/fileSystem.ts";
import { salvage } from "../../../src/server/store/salvage.ts";
import { asOther, canBeOther, otherUid } from "../../support/otherUser.ts";
import { newFolder, open } from "./testFolder.ts";

/** A data folder two below one that a test gives to others. */
async function usedBelow(): Promise<readonly [team: string, dir: string]> {
  const team = newFolder();
  const dir = join(team, "mine", "waypost");
  mkdirSync(dirname(dir));
  await (await open(dir)).close();
  return [team, dir];
}

describe.skipIf(process.platform === "win32")("on the way to the data folder,", () => {
  test.each(["777", "757", "722"])("a folder with mode %s is refused", async (mode) => {
    const [team, dir] = await usedBelow();
    chmodSync(team, Number.parseInt(mode, 8));
    if (canBeOther) chownSync(team, 0, otherUid);
    const refusal = `Other users of this computer can write to ${team}, so they can replace ${dir}. `;
    await expect(open(dir)).rejects.toThrow(refusal);
    await expect(salvage(dir)).rejects.toThrow(refusal);
    await expect(forgetVisitors(dir)).rejects.toThrow(refusal);
    chmodSync(team, 0o755);
    await (await open(dir)).close();
  });

  test("one with the sticky bit is fine, as the system's temporary folder is", async () => {
    const [team, dir] = await usedBelow();
    chmodSync(team, 0o1777);
    const store = await open(dir);
    await store.close();
    expect(store.warnings).toEqual([]);
  });

  test("nothing is made in one that is refused", async () => {
    const team = newFolder();
    chmodSync(team, 0o777);
    await expect(open(join(team, "new", "waypost"))).rejects.toThrow("(chmod go-w)");
    expect(existsSync(join(team, "new"))).toBe(false);
  });

  test("the folder of a link counts, wherever it leads", async () => {
    const [, dir] = await usedBelow();
    const team = newFolder();
    symlinkSync(dirname(dir), join(team, "link"));
    const alias = join(newFolder(), "alias");
    symlinkSync(join(team, "link", "waypost"), alias);
    await (await open(alias)).close();
    chmodSync(team, 0o777);
    await expect(open(alias)).rejects.toThrow(`can write to ${team}`);
    await (await open(dir)).close();
  });

  test.runIf(canBeOther)("as root: a private group may write, another may not", async () => {
    const [team, dir] = await usedBelow();
    chmodSync(team, 0o775);
    chownSync(team, 0, 0);
    await (await open(dir)).close();
    chownSync(team, 0, otherUid);
    await expect(open(dir)).rejects.toThrow(`can write to ${team}`);
  });

  test.runIf(canBeOther)(
    "as root: one of another user is refused, whose tree stays unread",
    async () => {
      const [team, dir] = await usedBelow();
      for (const mode of [0o755, 0o1777]) {
        chownSync(team, otherUid, otherUid);
        chmodSync(team, mode);
        await expect(open(dir)).rejects.toThrow(
          `${team} belongs to another user of this computer (user ID ${otherUid}), who can replace ${dir}. Choose a folder of your own.`,
        );
      }
      expect(asOther("mv", [join(team, "mine"), join(team, "away")]).status).toBe(0);
      await expect(open(dir)).rejects.toThrow(`${team} belongs to another user`);
      expect(existsSync(join(team, "mine"))).toBe(false);
    },
  );

  test.each(["a", "ax", "r+", "wx", "wx+"])("a file opened with %j is no link", async (flags) => {
    const place = newFolder();
    const [victim, link] = [join(place, "victim"), join(place, "link")];
    writeFileSync(victim, "somebody's own");
    symlinkSync(victim, link);
    await expect(disk.open(link, flags)).rejects.toThrow(/ELOOP|EMLINK|EEXIST/);
    expect(() => disk.openNow(link, flags)).toThrow(/ELOOP|EMLINK|EEXIST/);
    expect(readFileSync(victim, "utf8")).toBe("somebody's own");
  });
});
