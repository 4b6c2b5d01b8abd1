import {
  writeFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  lstatSync,
  statSync,
  symlinkSync,
  linkSync,
  existsSync,
  mkdtempSync,
  rmSync,
  utimesSync,
  readFileSync,
  truncateSync,
} from "node:fs";
import { execFileSync, spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { tmpdir } from "node:os";
import { expect, test, describe, afterAll } from "vitest";
import { isOutsideProfile } from "../../../src/server/store/folder.ts";
import { salvage } from "../../../src/server/store/salvage.ts";
import { failingFiles } from "./failingFiles.ts";
import { addLinks, click, linksOf, newFolder, openForTest, filesOf, open } from "./testFolder.ts";
import { forgetVisitors } from "../../../src/app/ownFolder.ts";
import { canBeOther, otherUid } from "../../support/otherUser.ts";
import {
  openingFolder,
  removeOpeningFile,
  writeOpeningFile,
} from "../../../src/server/store/openingFile.ts";
import { disk, replaceFile, replaceFileNow } from "../../../src/server/store/fileSystem.ts";
import { readLines } from "../../../src/server/store/lines.ts";
import { mendSecrets, openSecrets, writeSecrets } from "../../../src/server/store/secretsFile.ts";

const runFile = join(import.meta.dirname, "../../../src/server/store/runFile.ts");

describe("a file of the folder that can't be read is refused before it is opened:", () => {
  const names = ["waypost.json", "secrets.json", "statistics.ndjson", "journal-000001.ndjson"];

  async function folder(name: string): Promise<readonly [dir: string, path: string]> {
    const dir = newFolder();
    await (await openForTest(dir)).close();
    const path = join(dir, name);
    rmSync(path, { force: true });
    mkdirSync(dirname(path), { recursive: true });
    return [dir, path];
  }

  test
    .runIf(process.platform !== "win32")
    .each([...names, "lock.json", "clicks/2026-11.ndjson", "jobs/1.json"])(
    "a pipe in place of %s",
    async (name) => {
      const [dir, path] = await folder(name);
      execFileSync("mkfifo", ["-m", "600", path]);
      await expect(open(dir)).rejects.toThrow(`${path} isn't a file. Move it away`);
    },
  );

  test.each(names)("a folder in place of %s", async (name) => {
    const [dir, path] = await folder(name);
    mkdirSync(path);
    await expect(open(dir)).rejects.toThrow(`${path} isn't a file.`);
  });

  test.each(["backups", "clicks", "jobs", "uploads"])("a file in place of %s", async (name) => {
    const dir = newFolder();
    await (await openForTest(dir)).close();
    const path = join(dir, name);
    rmSync(path, { force: true, recursive: true });
    writeFileSync(path, "");
    await expect(open(dir)).rejects.toThrow(`${path} isn't a folder. Move it away`);
  });

  test.each(names)("3 GB in %s", async (name) => {
    const [dir, path] = await folder(name);
    writeFileSync(path, "", { mode: 0o600 });
    truncateSync(path, 3e9);
    await expect(open(dir)).rejects.toThrow(`${path} has 3000000000 bytes`);
  });

  test.each([
    ["mirror-answers.json", 2e8],
    ["run.json", 2e8],
    ["lock.json", 2e8],
    ["second-folder.json", 2e8],
    ["tunnel-run.json", 2e8],
    ["jobs/7.json", 7e7],
  ])("%s of %d bytes", async (name, bytes) => {
    const [dir, path] = await folder(name);
    writeFileSync(path, "", { mode: 0o600 });
    truncateSync(path, bytes);
    await expect(open(dir)).rejects.toThrow(`${path} has ${bytes} bytes, and Waypost reads less`);
  });

  test.runIf(process.platform !== "win32").each(["run.json", "lock.json"])(
    "a pipe in place of %s, also by a command that looks for a running server",
    async (name) => {
      const [dir, path] = await folder(name);
      execFileSync("mkfifo", ["-m", "600", path]);
      // A reader of the pipe would wait for good, and nothing could end it here.
      const script = `require(${JSON.stringify(runFile)}).readRunFile(${JSON.stringify(dir)})`;
      const run = spawnSync(process.execPath, ["-e", script], { timeout: 20_000 });
      expect(run.signal).toBeNull();
      expect(run.stderr.toString()).toContain(`${path} isn't a file.`);
    },
  );
});

describe.runIf(process.platform !== "win32")("a link into somebody's own files:", () => {
  test.each([
    "journal-000001.ndjson",
    "journal-000009.ndjson",
    "waypost.json",
    "waypost.json.tmp",
    "statistics.ndjson",
    "secrets.json",
    "clicks",
    "clicks/2026-11.ndjson",
    "jobs/1.json",
    "backups/waypost-2026-11-26.json",
  ])("as %s is refused, and nothing is written there", async (name) => {
    const dir = newFolder();
    await (await openForTest(dir)).close();
    const victim = join(newFolder(), "own.txt");
    writeFileSync(victim, "my own\n", { mode: 0o644 });
    const path = join(dir, name);
    rmSync(path, { recursive: true, force: true });
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(victim, path);
    await expect(open(dir)).rejects.toThrow(`${path} is a link, so Waypost would write`);
    await expect(salvage(dir)).rejects.toThrow("is a link");
    expect(readFileSync(victim, "utf8")).toBe("my own\n");
    expect(statSync(victim).mode & 0o777).toBe(0o644);
  });

  test("as backups is refused too, and nothing in the folder it leads to is replaced or removed", async () => {
    const dir = newFolder();
    const before = await openForTest(dir);
    await addLinks(before, 1);
    await before.close();
    const other = newFolder();
    writeFileSync(join(other, "waypost.sqlite"), "my own\n");
    rmSync(join(dir, "backups"), { recursive: true, force: true });
    symlinkSync(other, join(dir, "backups"));
    await expect(open(dir)).rejects.toThrow("choose its folder in the settings (backup.folder)");
    expect(filesOf(other, /./)).toEqual(["waypost.sqlite"]);
    expect(readFileSync(join(other, "waypost.sqlite"), "utf8")).toBe("my own\n");
  });

  test("a pipe or a link that comes into backups later is no backup", async () => {
    const dir = newFolder();
    const store = await openForTest(dir);
    await addLinks(store, 1);
    const name = await store.backups.keep("before-restore");
    execFileSync("mkfifo", [join(dir, "backups", "waypost-2026-03-04.json")]);
    symlinkSync(join(dir, "waypost.json"), join(dir, "backups", "waypost-2026-03-03.json"));
    expect((await store.backups.list()).map((backup) => backup.name)).toEqual([name]);
    await store.close();
  });

  test("may be an editor's, which locks a file by one", async () => {
    const dir = newFolder();
    await (await openForTest(dir)).close();
    symlinkSync("somebody@somewhere.1234", join(dir, ".#waypost.json"));
    const store = await openForTest(dir);
    expect(linksOf(store)).toEqual([]);
    await store.close();
  });
});

test("a start removes what a run that was killed was still writing", async () => {
  const dir = newFolder();
  const before = await openForTest(dir);
  const [target] = await addLinks(before, 1);
  await click(before, target?.id ?? 1);
  await before.close();
  const names = ["waypost.json", "former.json", "statistics.ndjson", "statistics-base.ndjson"];
  for (const name of names) writeFileSync(join(dir, `${name}.tmp`), "half of");
  const store = await openForTest(dir);
  expect(filesOf(dir, /\.tmp$/)).toEqual([]);
  expect(linksOf(store)).toHaveLength(1);
});

describe("another name of a file outside, as what Waypost drafts or copies into:", () => {
  test.each(["waypost.json.tmp", "statistics.ndjson.tmp"])(
    "%s is replaced, and the file outside stays as it was",
    async (name) => {
      const dir = newFolder();
      const before = await openForTest(dir);
      await addLinks(before, 1);
      await before.close();
      const victim = join(newFolder(), "own.txt");
      writeFileSync(victim, "my own\n");
      linkSync(victim, join(dir, name));
      const store = await openForTest(dir, { compactAfterBytes: 1 });
      const [target] = await addLinks(store, 2);
      await click(store, target?.id ?? 1);
      await store.close();
      expect(readFileSync(victim, "utf8")).toBe("my own\n");
    },
  );

  test.runIf(process.platform !== "win32").each(["linkSync", "symlinkSync"] as const)(
    "a file replaced beside a %s",
    async (make) => {
      const dir = newFolder();
      const victim = join(dir, "own.txt");
      writeFileSync(victim, "my own\n", { mode: 0o644 });
      const path = join(dir, "shell.json");
      for (const replace of [replaceFileNow, replaceFile.bind(null, disk)]) {
        ({ linkSync, symlinkSync })[make](victim, `${path}.tmp`);
        await replace(path, "new");
        expect(readFileSync(path, "utf8")).toBe("new");
        expect(lstatSync(path).isFile()).toBe(true);
      }
      expect(readFileSync(victim, "utf8")).toBe("my own\n");
      expect(statSync(victim).mode & 0o777).toBe(0o644);
    },
  );
});

test("Windows closes to others what lies in a profile, and is not trusted with the rest", () => {
  const profile = String.raw`C:\Users\me`;
  const closed = [
    String.raw`C:\Users\me`,
    String.raw`C:\Users\me\AppData\Roaming\Waypost`,
    String.raw`c:\users\ME\..links`,
  ];
  const reachable = [
    String.raw`C:\Users\me2\Waypost`,
    String.raw`C:\Users`,
    String.raw`C:\Waypost`,
    String.raw`D:\Users\me\Waypost`,
  ];
  expect(closed.filter((dir) => isOutsideProfile(dir, profile))).toEqual([]);
  expect(reachable.filter((dir) => !isOutsideProfile(dir, profile))).toEqual([]);
});

test("a folder whose path is longer than 260 characters holds a store like any other", async () => {
  const names = Array.from({ length: 8 }, () => "a-folder-with-a-rather-long-name-of-its-own");
  const dir = join(newFolder(), ...names);
  expect(dir.length).toBeGreaterThan(340);
  const store = await openForTest(dir);
  await addLinks(store, 3);
  await store.close();
  const again = await openForTest(dir);
  expect(linksOf(again)).toHaveLength(3);
  await again.close();
});

test("a file in the folder's place is said to be one", async () => {
  const path = join(newFolder(), "notes.txt");
  writeFileSync(path, "mine");
  await expect(openForTest(path)).rejects.toThrow(
    `${path} is a file. Choose a folder with --data.`,
  );
});

test.each(["EACCES", "EROFS"])(
  "the doctor and a start say alike that %s forbids it",
  async (code) => {
    const dir = newFolder();
    const store = await openForTest(dir);
    await addLinks(store, 1);
    await store.close();
    const failing = failingFiles();
    failing.failAlways(["open"], code);
    const { files } = failing;
    const sentence = `Waypost isn't allowed to write to ${dir} (${code}`;
    await expect(openForTest(dir, { files })).rejects.toThrow(sentence);
    await expect(salvage(dir, files)).rejects.toThrow(sentence);
  },
);

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

describe("opening file", () => {
  const dir = mkdtempSync(join(tmpdir(), "waypost-opening-"));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test("a page of a command that was killed is removed by the next one", () => {
    const killed = writeOpeningFile(dir, "http://127.0.0.1:4082/#key=k");
    const recent = writeOpeningFile(dir, "http://127.0.0.1:4082/#key=k");
    const longAgo = new Date(statSync(killed.path).mtimeMs - 61_000);
    utimesSync(killed.path, longAgo, longAgo);
    const next = writeOpeningFile(dir, "http://127.0.0.1:4082/#key=k");
    expect([killed, recent, next].map(({ path }) => existsSync(path))).toEqual([false, true, true]);
    for (const page of [recent, next]) page.remove();
  });

  test.each(["", "../..", "x".repeat(100_000), "\0"])("nothing is removed for %j", (ticket) => {
    const page = writeOpeningFile(dir, "http://127.0.0.1:4082/go/#key=k");
    removeOpeningFile(dir, ticket);
    expect(page.isUsed()).toBe(false);
    page.remove();
  });

  describe.runIf(process.platform === "linux")("its folder on Linux", () => {
    test("is the data folder where a browser in a snap can read it", () => {
      const visible = join(dir, "links");
      expect(openingFolder(visible, dir)).toBe(visible);
    });

    test("is the home folder where the data folder is hidden or elsewhere", () => {
      expect(openingFolder(join(dir, ".local/share/waypost"), dir)).toBe(dir);
      expect(openingFolder("/srv/waypost", dir)).toBe(dir);
    });

    test("is the data folder where others can write to the home folder", () => {
      const shared = mkdtempSync(join(dir, "shared-"));
      chmodSync(shared, 0o777);
      expect(openingFolder(join(shared, ".waypost"), shared)).toBe(join(shared, ".waypost"));
      expect(openingFolder("/srv/waypost", join(dir, "missing"))).toBe("/srv/waypost");
    });
  });
});

/** As long as a commit with many records takes. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test("others get their turn while lines of one piece of a file are taken", async () => {
  const path = join(newFolder(), "lines");
  writeFileSync(path, `${"a record".repeat(2_000)}\n`.repeat(80));
  let others = 0;
  const timer = setInterval(() => (others += 1), 1);
  let taken = 0;
  try {
    await readLines(disk, path, 0, () => {
      taken += 1;
      work(1);
    });
  } finally {
    clearInterval(timer);
  }

  expect(taken).toBe(80);
  expect(others).toBeGreaterThanOrEqual(5);
});

test("lines come whole, however their ends fall on the pieces of a file", async () => {
  const path = join(newFolder(), "lines");
  const kib = 1024;
  const lengths = [0, 1, 16 * kib - 1, 16 * kib, 40, 3_000 * kib, 1_024 * kib - 1, 7, 33 * kib, 0];
  const lines = lengths.map((length, place) => String(place).repeat(length));
  const cut = "without an end";
  writeFileSync(path, lines.map((line) => `${line}\n`).join("") + cut);

  const taken: { readonly line: string; readonly start: number }[] = [];
  const { end, rest } = await readLines(disk, path, 0, (line, { start }) =>
    taken.push({ line: line.toString(), start }),
  );
  const starts = lengths.map((_, place) =>
    lengths.slice(0, place).reduce((sum, length) => sum + length + 1, 0),
  );
  expect(taken.map(({ line }) => line.length)).toEqual(lengths);
  expect(taken.map(({ line }) => line)).toEqual(lines);
  expect(taken.map(({ start }) => start)).toEqual(starts);
  const whole = lengths.reduce((sum, length) => sum + length + 1, 0);
  expect([end, rest.toString()]).toEqual([whole, cut]);
});

async function damagedFolder(damage: (text: string) => string) {
  const dir = newFolder();
  const { secrets } = await openSecrets(disk, dir);
  const whole = { ...secrets, tunnelToken: { keeper: "keychain", value: "c2VhbGVk" } };
  await writeSecrets(disk, dir, whole);
  const path = join(dir, "secrets.json");
  writeFileSync(path, damage(readFileSync(path, "utf8")));
  const said = await mendSecrets(disk, dir, "now");
  const { secrets: mended, are } = await openSecrets(disk, dir);
  return { whole, said, mended, are };
}

test("damaged secrets keep the tunnel's token where it can be read", async () => {
  const { whole, said, mended } = await damagedFolder((text) => text.trimEnd().slice(0, -1));
  expect(mended).toEqual(whole);
  expect(said.join()).not.toContain("token");
});

test("a tunnel's token that is lost with them is said", async () => {
  const { whole, said, mended } = await damagedFolder((text) => text.slice(0, -20));
  expect(mended).toEqual({ ...whole, tunnelToken: undefined });
  expect(said[0]).toContain("The tunnel's token couldn't be read. Enter it again");
});

test("mended secrets of a folder from elsewhere are no more the owner's than before", async () => {
  const own = await damagedFolder((text) => text.trimEnd().slice(0, -1));
  expect(own.are).toBe("own");
  const cut = (text: string) => text.trimEnd().slice(0, -1);
  const foreign = await damagedFolder((text) => cut(text.replace(/"ownIn": \d+/, '"ownIn": 7')));
  expect(foreign.are).toBe("foreign");
  expect(foreign.mended.apiKey).toBe(foreign.whole.apiKey);
  expect(foreign.mended.cookieKey).not.toBe(foreign.whole.cookieKey);
});
