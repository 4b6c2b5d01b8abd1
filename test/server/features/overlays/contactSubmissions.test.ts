import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  createContactSubmissions,
  type GivenAnswer,
} from "../../../../src/server/features/overlays/contactSubmissions.ts";
import { readContactForm } from "../../../../src/server/features/overlays/contactForm.ts";
import { createOverlays } from "../../../../src/server/features/overlays/service.ts";
import { disk, type FileSystem } from "../../../../src/server/store/fileSystem.ts";
import type { Store } from "../../../../src/server/store/store.ts";
import { newFolder, openForTest } from "../../store/testFolder.ts";
import type {
  DrainedAnswers,
  EdgeAnswer,
} from "../../../../src/server/store/mirrorInbox/takenAnswers.ts";

const minute = 60_000;
const everything = { page: 1, limit: 100 };

/** A store of its own with two overlays, and a clock that stands still. */
async function start(dir?: string, files: FileSystem = disk) {
  const folder = dir ?? newFolder();
  const store = await openForTest(folder, { files });
  let now = Date.parse("2026-03-10T12:00:00Z");
  const clock = () => now;
  if (dir === undefined) {
    for (const id of [1, 2]) {
      const record = {
        id,
        type: "contact",
        name: `${id}`,
        createdAt: "2026-03-01T00:00:00Z",
      } as const;
      await store.commit([{ put: "overlays", record }]);
    }
  }
  const answers = createContactSubmissions({ store, clock });
  return {
    dir: folder,
    store,
    clock,
    answers,
    later(milliseconds: number) {
      now += milliseconds;
    },
  };
}

function given(changes: Partial<GivenAnswer> = {}): GivenAnswer {
  return {
    overlay: 1,
    link: 7,
    fields: { name: "Max", message: "Hello" },
    visitor: "max",
    ...changes,
  };
}

async function seed(store: Store, count: number): Promise<void> {
  for (let first = 0; first < count; first += 500) {
    await store.commit(
      Array.from({ length: 500 }, (_, place) => ({
        put: "contactAnswers" as const,
        record: {
          id: first + place + 1,
          overlay: 1,
          link: 7,
          fields: { message: `${first + place}` },
          visitor: `v${first + place}`,
          createdAt: "2026-03-01T00:00:00Z",
        },
      })),
    );
  }
}

function drained(first: number, last: number, changes: Partial<EdgeAnswer> = {}): DrainedAnswers {
  const lines = Array.from({ length: last - first + 1 }, (_, place) => {
    const id = first + place;
    const at = Date.parse("2026-02-27T08:00:00Z") + id;
    const fields = { message: `mirrored ${id}` };
    const answer: EdgeAnswer = { at, overlay: 1, link: 7, fields, visitor: "max", ...changes };
    return [id, JSON.stringify(answer)] as const;
  });
  return { database: "mirror", upTo: last, lines };
}

describe("answers that a mirror took", () => {
  test("are kept once, with the moment they were given at, whatever comes again", async () => {
    const { dir, answers, store } = await start();
    expect(await answers.take(drained(1, 70))).toBe(70);
    expect(await Promise.all([answers.take(drained(1, 71)), answers.take(drained(1, 71))])).toEqual(
      [1, 0],
    );
    const { items, total } = await answers.page(1, everything);
    expect(total).toBe(71);
    expect(items[0]).toMatchObject({
      fields: { message: "mirrored 71" },
      createdAt: "2026-02-27T08:00:00.071Z",
    });
    expect(answers.unread()).toBe(71);
    await answers.removeAll(1);
    await store.close();

    const again = await start(dir);
    expect(again.answers.takenUpTo("mirror")).toBe(71);
    expect(again.answers.takenUpTo("another")).toBe(0);
    expect(await again.answers.take(drained(60, 72))).toBe(1);
  });

  test("are known by themselves when the service was killed before it had noted them", async () => {
    const { dir, answers, store } = await start();
    await answers.take(drained(1, 5));
    await store.close();
    rmSync(join(dir, "mirror-answers.json"));
    const again = await start(dir);
    expect(again.answers.takenUpTo("mirror")).toBe(5);
    expect(await again.answers.take(drained(1, 6))).toBe(1);
  });

  test("are passed over where their form is gone or they are none, and go aside where it is full", async () => {
    const first = await start();
    await seed(first.store, 10_000);
    await first.store.close();
    const { dir, answers } = await start(first.dir);
    expect(await answers.take(drained(1, 3, { overlay: 9 }))).toBe(0);
    const poisoned = ["", "{}", "[1]", '{"at":-1}', "x".repeat(40_000)];
    const lines = poisoned.map((line, place) => [place + 4, line] as const);
    expect(await answers.take({ database: "mirror", upTo: 8, lines })).toBe(0);
    expect(answers.takenUpTo("mirror")).toBe(8);
    expect(await answers.take(drained(9, 9))).toBe(1);
    expect(answers.countsOf(1).answers).toBe(10_000);
    expect(readFileSync(join(dir, "contact-answers-1.ndjson"), "utf8")).toContain('"mirrored 9"');
  });

  test("are passed over where a field is longer than the form takes", async () => {
    const { answers } = await start();
    const full = { name: "n".repeat(200), phone: "1".repeat(40), message: "m".repeat(2000) };
    const tooLong = [
      { name: "n".repeat(201) },
      { phone: "1".repeat(41) },
      { email: "e".repeat(255) },
    ];
    expect(await answers.take(drained(1, 1, { fields: full }))).toBe(1);
    let id = 1;
    for (const fields of [...tooLong, { message: "m".repeat(2001) }]) {
      id += 1;
      expect(await answers.take(drained(id, id, { fields }))).toBe(0);
    }
    expect(await answers.take(drained(6, 6, { visitor: "v".repeat(30_000) }))).toBe(0);
  });

  test("of a full form are appended to its file at once", async () => {
    let opened = 0;
    const files: FileSystem = {
      ...disk,
      open(path, flags, ...rest) {
        if (path.endsWith("contact-answers-1.ndjson")) opened += 1;
        return disk.open(path, flags, ...rest);
      },
    };
    const first = await start();
    await seed(first.store, 10_000);
    await first.store.close();
    const { dir, answers } = await start(first.dir, files);
    expect(await answers.take(drained(1, 400))).toBe(400);
    const lines = readFileSync(join(dir, "contact-answers-1.ndjson"), "utf8").trim().split("\n");
    expect([lines.length, opened]).toEqual([400, 1]);
  });

  test("of a full form wait in the mirror while its file or the disk has no room", async () => {
    const room = { free: 2 ** 40, size: 2 ** 41 };
    const files: FileSystem = { ...disk, space: async () => room };
    const first = await start();
    await seed(first.store, 10_000);
    await first.store.close();
    const { dir, answers } = await start(first.dir, files);
    const path = join(dir, "contact-answers-1.ndjson");
    const said = () => answers.notices().map(({ code }) => code);
    writeFileSync(path, "");
    truncateSync(path, 64 * 2 ** 20);
    await expect(answers.take(drained(1, 3))).rejects.toThrow("no room for more messages");
    expect([answers.takenUpTo("mirror"), statSync(path).size]).toEqual([0, 64 * 2 ** 20]);
    expect(said()).toEqual(["service.formFileFull"]);
    await answers.mark(1, [3], true);
    expect(await answers.add(given())).toBe("full");
    expect(answers.countsOf(1).answers).toBe(10_000);
    expect(await answers.take(drained(1, 3, { overlay: 2 }))).toBe(3);

    rmSync(path);
    room.free = 2 ** 29;
    await expect(answers.take(drained(4, 6))).rejects.toThrow("no room for more messages");
    expect(existsSync(path)).toBe(false);
    room.free = 2 ** 40;
    expect(await answers.take(drained(4, 6))).toBe(3);
    expect(said()).toEqual(["service.formFull"]);
  });

  test("of more than a hundred databases are known for the latest ones", async () => {
    const { dir, answers } = await start();
    for (let number = 1; number <= 103; number += 1) {
      await answers.take({ ...drained(number, number, { overlay: 9 }), database: `d${number}` });
    }
    const known = JSON.parse(readFileSync(join(dir, "mirror-answers.json"), "utf8"));
    expect(Object.keys(known)).toHaveLength(100);
    expect(["d3", "d4", "d103"].map((name) => answers.takenUpTo(name))).toEqual([0, 4, 103]);
  });
});

describe("answers to a contact form", () => {
  test("are listed newest first, by overlay, and found by their words", async () => {
    const { answers } = await start();
    await answers.add(given());
    await answers.add(given({ fields: { message: "Do you deliver?" } }));
    await answers.add(given({ overlay: 2 }));
    const { items, total } = await answers.page(1, everything);
    expect([items.map(({ id }) => id), total]).toEqual([[2, 1], 2]);
    const found = await answers.page(1, { ...everything, q: "DELIVER" });
    expect(found.items.map(({ id }) => id)).toEqual([2]);
    await expect(answers.page(3, everything)).rejects.toThrow("Overlay does not exist.");
  });

  test("of one visitor are at most five an hour, also many at once, and after a restart", async () => {
    const { dir, answers, store } = await start();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => answers.add(given())));
    expect(outcomes.filter((outcome) => outcome === "kept")).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === "tooMany")).toHaveLength(3);
    expect(await answers.add(given({ overlay: 2 }))).toBe("tooMany");
    expect(await answers.add(given({ visitor: "eva" }))).toBe("kept");
    await store.close();

    const again = await start(dir);
    expect(await again.answers.add(given())).toBe("tooMany");
    again.later(61 * minute);
    expect(await again.answers.add(given())).toBe("kept");
  });

  test("of an overlay are at most sixty an hour, whoever gives them, also after a restart", async () => {
    const { dir, answers, store } = await start();
    const outcomes = await Promise.all(
      Array.from({ length: 61 }, (_, number) => answers.add(given({ visitor: `v${number}` }))),
    );
    expect(outcomes.filter((outcome) => outcome === "kept")).toHaveLength(60);
    expect(outcomes.at(-1)).toBe("busy");
    expect(await answers.add(given({ visitor: null }))).toBe("busy");
    expect(await answers.add(given({ overlay: 2, visitor: null }))).toBe("kept");
    // A try that found the form busy isn't held against its visitor.
    for (let count = 0; count < 10; count += 1) await answers.add(given({ visitor: "late" }));
    expect(await answers.add(given({ overlay: 2, visitor: "late" }))).toBe("kept");
    await store.close();

    const again = await start(dir);
    expect(await again.answers.add(given({ visitor: "other" }))).toBe("busy");
    again.later(61 * minute);
    expect(await again.answers.add(given({ visitor: "other" }))).toBe("kept");
  });

  test("of visitors who can't be told apart are as many as the overlay takes", async () => {
    const { answers } = await start();
    const outcomes = await Promise.all(
      Array.from({ length: 61 }, () => answers.add(given({ visitor: null }))),
    );
    expect(outcomes.filter((outcome) => outcome === "kept")).toHaveLength(60);
  });

  test("are at most 10,000 an overlay, which its owner is told at 9,000; others still take theirs", async () => {
    const first = await start();
    await seed(first.store, 10_000);
    await first.store.close();
    const { answers } = await start(first.dir);
    expect(answers.notices().map(({ message }) => message)).toEqual([
      expect.stringContaining("The form “1” has 10,000 of 10,000 messages."),
    ]);
    expect(await answers.add(given())).toBe("full");
    expect(await answers.add(given({ overlay: 2 }))).toBe("kept");
    await answers.remove(1, 1);
    expect(await answers.add(given())).toBe("kept");
    const many = Array.from({ length: 1_001 }, (_, place) => place + 2);
    expect(await answers.removeMany(1, [...many, 99_999])).toBe(1_001);
    expect(answers.notices()).toEqual([]);
  });

  test("that were read make room in a full overlay, and go to a file beside it", async () => {
    const { dir, store } = await start();
    await seed(store, 10_000);
    await store.close();
    const again = await start(dir);
    expect(await again.answers.mark(1, [3, 4, 9_999, 88_888], true)).toBe(3);
    expect(await again.answers.mark(1, [9_999], false)).toBe(1);
    const outcomes = await Promise.all(
      Array.from({ length: 3 }, (_, number) => again.answers.add(given({ visitor: `n${number}` }))),
    );
    expect(outcomes).toEqual(["kept", "kept", "full"]);
    const path = join(dir, "contact-answers-1.ndjson");
    const lines = readFileSync(path, "utf8").trim().split("\n");
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(
      [3, 4].map((id) => ({
        id,
        link: 7,
        message: `${id - 1}`,
        createdAt: "2026-03-01T00:00:00Z",
      })),
    );
    expect(statSync(path).mode & 0o077).toBe(0);
    await createOverlays({
      store: again.store,
      contactAnswers: again.answers,
      clock: again.clock,
    }).remove(1);
    expect(existsSync(path)).toBe(false);
  });

  test("go with their overlay, and what a kill left behind goes at the next start", async () => {
    const { dir, store, clock, answers } = await start();
    await answers.add(given());
    await answers.add(given({ overlay: 2 }));
    await createOverlays({ store, contactAnswers: answers, clock }).remove(1);
    expect(store.table("contactAnswers").size).toBe(1);
    await store.commit([{ remove: "overlays", id: 2 }]);
    await store.close();
    const again = await start(dir);
    expect(again.store.table("contactAnswers").size).toBe(0);
  });

  test("can be deleted, by their own overlay only", async () => {
    const { answers } = await start();
    await answers.add(given());
    await expect(answers.remove(2, 1)).rejects.toThrow("Answer does not exist.");
    await answers.remove(1, 1);
    await expect(answers.remove(1, 1)).rejects.toThrow("Answer does not exist.");
    expect((await answers.page(1, everything)).total).toBe(0);
  });
});

describe("a posted form", () => {
  const read = (fields: Record<string, string>) =>
    readContactForm({ fields: ["email", "message"] }, new URLSearchParams(fields));

  test("gives what the overlay asks for, cleaned and bounded", () => {
    expect(read({ email: " max@example.org\u0000 ", message: "a\r\nb\u0007", name: "x" })).toEqual({
      fields: { email: "max@example.org", message: "a\nb" },
      faults: {},
    });
  });

  test("names what is missing, too long, or no address", () => {
    expect(read({ email: "max", message: "x".repeat(2_001) }).faults).toEqual({
      email: "noEmail",
      message: "tooLong",
    });
    expect(read({ email: `${"x".repeat(250)}@b.de`, message: " " }).faults).toEqual({
      email: "tooLong",
      message: "missing",
    });
  });

  test("of an overlay that names no fields asks for the usual ones", () => {
    expect(Object.keys(readContactForm({}, new URLSearchParams()).faults)).toEqual([
      "name",
      "email",
      "message",
    ]);
  });
});
