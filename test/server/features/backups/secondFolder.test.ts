import { fixedSettings } from "../../../../src/server/features/settings/settings.ts";
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { mountHere } from "../../../support/smallDisk.ts";
import {
  createSecondFolder,
  type SecondFolder,
} from "../../../../src/server/features/backups/secondFolder.ts";
import { disk, type FileSystem } from "../../../../src/server/store/fileSystem.ts";
import { failingFiles } from "../../store/failingFiles.ts";
import { createTimestamps } from "../../../../src/server/common/timestamps.ts";

const day = 86_400_000;

function newPlace(): string {
  const place = mkdtempSync(join(tmpdir(), "waypost-second-"));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  for (const name of ["data", "stick"]) mkdirSync(join(place, name));
  return place;
}

interface Overrides {
  readonly folder?: string;
  readonly files?: FileSystem;
  readonly content?: Buffer;
  readonly secret?: string;
  readonly lookEvery?: number | null;
  readonly patience?: number;
}

/** The second folder of a data folder, at noon of a day that a test may let pass. */
/** What it tells the owner, as one text. */
function saidBy(second: SecondFolder): string {
  return second
    .notices()
    .map(({ message }) => message)
    .join("");
}

async function open(place: string, overrides: Overrides = {}) {
  const { folder = join(place, "stick"), content = Buffer.from("everything") } = overrides;
  let now = Date.UTC(2026, 2, 12, 12);
  let chosen = folder;
  const second = await createSecondFolder(
    {
      dataDir: join(place, "data"),
      settings: { get: (name) => fixedSettings({ "backup.folder": chosen }).get(name) },
      everything: () =>
        Promise.resolve({
          name: "waypost-2026-03-12.zip",
          content: (async function* () {
            for (let at = 0; at < content.length; at += 1 << 16) {
              yield content.subarray(at, at + (1 << 16));
            }
          })(),
        }),
      store: { secrets: { cookieKey: overrides.secret ?? "key" } },
      timestamps: createTimestamps("UTC"),
      clock: () => now,
    },
    {
      files: overrides.files ?? disk,
      lookEvery: overrides.lookEvery ?? 5,
      ...(overrides.patience !== undefined && { patience: overrides.patience }),
    },
  );
  onTestFinished(() => second.close());
  const names = () => readdirSync(folder).toSorted();
  const choose = (other: string) => (chosen = other);
  return { second, folder, names, choose, pass: (time: number) => (now += time) };
}

test("a copy is there once a day, whole, and seven are kept; nobody else's file is touched", async () => {
  const place = newPlace();
  const { second, folder, names, pass } = await open(place);
  for (const name of ["waypost-2026-03-01.zip", "letter.txt"])
    writeFileSync(join(folder, name), "");
  const another = await open(newPlace(), { folder, secret: "of another data folder" });
  await expect.poll(() => another.second.state()?.copied?.name).toBeDefined();
  await another.second.close();
  for (let count = 2; count <= 9; count += 1) {
    pass(day);
    await expect
      .poll(() => second.state()?.copied?.name)
      .toMatch(new RegExp(`^waypost-2026-03-${String(11 + count)}-[\\da-f]{6}\\.zip$`));
  }
  const [, own] = /(-[\da-f]{6})\.zip$/.exec(second.state()?.copied?.name ?? "") ?? [];
  expect(names().filter((name) => name.includes(String(own)))).toHaveLength(7);
  expect(names()).toContain("waypost-2026-03-01.zip");
  expect(names()).toContain("letter.txt");
  expect(names()).toHaveLength(7 + 3);
  const { name = "", bytes } = second.state()?.copied ?? {};
  expect(readFileSync(join(folder, name), "utf8")).toBe("everything");
  expect(bytes).toBe(10);
  expect(second.notices()).toEqual([]);
});

test("a stick that isn't there is told with its moment, and copied to when it comes back", async () => {
  const place = newPlace();
  const { second, folder, pass } = await open(place);
  await expect.poll(() => second.state()?.copied?.name).toContain("2026-03-12");
  renameSync(folder, `${folder}-gone`);
  pass(day);
  await expect.poll(() => second.notices()).toHaveLength(1);
  const [told] = second.notices();
  expect(told?.message).toContain(
    `${folder}, the second backup folder, has been missing since 2026-03-13 12:00`,
  );
  expect(told?.message).toContain("Its last copy is from 2026-03-12 12:00:00.");
  expect(existsSync(folder)).toBe(false);
  pass(day);
  await second.copyNow();
  expect(second.notices()).toEqual([told]);

  // After a restart it is the same moment.
  await second.close();
  const again = await open(place);
  expect(again.second.notices()).toEqual([told]);
  renameSync(`${folder}-gone`, folder);
  await expect.poll(() => again.second.notices()).toEqual([]);
  expect(again.names()).toHaveLength(1);
});

test("a folder that may not be written to, and one that is a file, are told", async () => {
  const place = newPlace();
  const file = join(place, "file");
  writeFileSync(file, "");
  const wrong = await open(place, { folder: file });
  await expect.poll(() => saidBy(wrong.second)).toContain("has been missing since");
  await wrong.second.close();
  const failing = failingFiles();
  if (mountHere(join(place, "stick"), "size=1m")) {
    execFileSync("mount", ["-o", "remount,ro", join(place, "stick")]);
  } else failing.failAlways(["open"], "EROFS");
  const readOnly = await open(place, { files: failing.files });
  await expect.poll(() => saidBy(readOnly.second)).toContain("permission to write to");
});

test("a full disk there is told, nothing of the copy stays, and the next hour tries again", async () => {
  const place = newPlace();
  const isReal = mountHere(join(place, "stick"), "size=1m");
  const failing = failingFiles();
  if (!isReal) failing.failAlways(["write"], "ENOSPC");
  const content = Buffer.alloc(isReal ? 3 << 20 : 10);
  const { second, names, pass } = await open(place, { content, files: failing.files });
  await expect.poll(() => saidBy(second)).toContain("has been full since");
  expect(names()).toEqual([]);
  if (isReal) execFileSync("mount", ["-o", "remount,size=8m", join(place, "stick")]);
  else failing.failAlways([], "");
  pass(day / 24);
  await expect.poll(() => second.notices()).toEqual([]);
  expect(names()).toHaveLength(1);
});

test("a disk that can't rename or sync gets its copy all the same, read back", async () => {
  const place = newPlace();
  const failing = failingFiles();
  failing.failAlways(["rename", "sync", "syncFolder"], "ENOSYS");
  const { second, names, folder } = await open(place, { files: failing.files });
  await expect.poll(() => second.state()?.copied?.name).toBeDefined();
  expect(names()).toEqual([second.state()?.copied?.name]);
  expect(readFileSync(join(folder, names()[0] ?? ""), "utf8")).toBe("everything");
});

test("what reads back as something else is no copy", async () => {
  const place = newPlace();
  const files: typeof disk = {
    ...disk,
    async read(descriptor, into, from, position) {
      const count = await disk.read(descriptor, into, from, position);
      into[from] = (into[from] ?? 0) ^ 1;
      return count;
    },
  };
  const { second, names } = await open(place, { files });
  await expect.poll(() => saidBy(second)).toContain("what was read back is not what was written");
  expect(names()).toEqual([]);
});

test("the data folder and what is in it are no second folder, under any name", async () => {
  const place = newPlace();
  mkdirSync(join(place, "data", "copies"));
  symlinkSync(join(place, "data", "copies"), join(place, "alias"));
  for (const folder of [join(place, "data"), join(place, "data", "copies"), join(place, "alias")]) {
    const { second } = await open(place, { folder });
    await expect.poll(() => saidBy(second)).toContain("would be lost together");
    await second.close();
  }
  expect(readdirSync(join(place, "data", "copies"))).toEqual([]);
});

test("names that lead elsewhere are replaced, never followed", async () => {
  const place = newPlace();
  const before = await open(place, { lookEvery: null });
  await before.second.copyNow();
  const name = before.second.state()?.copied?.name ?? "";
  const victim = join(place, "victim");
  writeFileSync(victim, "somebody's own");
  rmSync(join(before.folder, name));
  for (const link of [name, `.${name}.tmp`]) symlinkSync(victim, join(before.folder, link));
  await before.second.copyNow();
  expect(readFileSync(victim, "utf8")).toBe("somebody's own");
  expect(before.names()).toEqual([name]);
  expect(readFileSync(join(before.folder, name), "utf8")).toBe("everything");
});

test.skipIf(process.platform === "win32")(
  "a pipe that somebody puts in the copy's place is told, holds nothing up and doesn't stay",
  async () => {
    const place = newPlace();
    const pipe = join(place, "pipe");
    execFileSync("mkfifo", [pipe]);
    let draft = "";
    const files: typeof disk = {
      ...disk,
      open(path, flags) {
        if (flags.startsWith("wx") && path.includes("stick")) draft = path;
        return disk.open(path, flags);
      },
      async sync(descriptor) {
        await disk.sync(descriptor);
        if (draft !== "" && existsSync(pipe)) renameSync(pipe, draft);
      },
    };
    const { second, names, folder, pass } = await open(place, { files });
    onTestFinished(() => {
      // Whoever still waits for a writer goes on.
      if (existsSync(draft)) closeSync(openSync(draft, constants.O_RDWR | constants.O_NONBLOCK));
    });
    await expect.poll(() => saidBy(second)).toContain("another program replaced the copy");
    expect(names()).toEqual([]);
    pass(day / 24);
    await expect.poll(() => second.notices()).toEqual([]);
    expect(readFileSync(join(folder, names()[0] ?? ""), "utf8")).toBe("everything");
  },
);

test("a disk that doesn't answer is told, and another folder doesn't wait for it", async () => {
  const place = newPlace();
  const answers = Promise.withResolvers<undefined>();
  const files: typeof disk = {
    ...disk,
    async read(...line) {
      await answers.promise;
      return disk.read(...line);
    },
  };
  const { second, names, choose } = await open(place, { files, patience: 20 });
  await expect.poll(() => saidBy(second)).toContain("no answer for 0.02 seconds");
  await expect.poll(() => second.state()?.isCopying).toBe(false);
  await second.copyNow();
  choose(join(place, "none"));
  await expect.poll(() => saidBy(second)).toContain(join(place, "none"));
  answers.resolve(undefined);
  await expect.poll(names).toEqual([]);
});

test("the end breaks off a copy, and waits for no disk that doesn't answer", async () => {
  const place = newPlace();
  const files: typeof disk = { ...disk, write: () => new Promise(() => undefined) };
  const { second } = await open(place, { files });
  await expect.poll(() => second.state()?.isCopying).toBe(true);
  const began = performance.now();
  await second.close();
  expect(performance.now() - began).toBeLessThan(2000);
});

test("moments of its file that are none count as not there", async () => {
  const place = newPlace();
  const folder = join(place, "none");
  const copied = { name: "waypost-2026-03-11.zip", at: 1e300, bytes: 1 };
  const problem = { kind: "missing", since: 1e300, said: "" };
  const path = join(place, "data", "second-folder.json");
  writeFileSync(path, JSON.stringify({ folder, copied, problem }));
  const { second } = await open(place, { folder });
  expect(second.state()).toMatchObject({ folder, copied: null });
  await expect.poll(() => second.notices()).toHaveLength(1);
});
