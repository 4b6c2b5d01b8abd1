import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startService } from "../support/serviceProcess.ts";
import { storedLinks, toldAdditions } from "./readBack.ts";

/** Long addresses fill the journal, so that the store soon compacts while the folder is copied. */
const query = "what-is-told-of-the-link-in-so-many-words-".repeat(190);

async function copyFolder(from: string, to: string): Promise<void> {
  // What `cp` says about files that vanish under it is what any copy tool would meet.
  await once(spawn("cp", ["-r", from, to], { stdio: "ignore" }), "close");
}

test.skipIf(process.platform === "win32")(
  "a plain copy of the folder, taken while writing, starts with a prefix of the acknowledged history",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "waypost-copy-"));
    const dataDir = join(folder, "data");
    const service = await startService(dataDir, ["--rate-limit", "1000000000"]);
    onTestFinished(async () => {
      await service.stop("SIGKILL").catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    });
    const acknowledged = new Map<number, string>();
    let sent = 0;
    const writing = new AbortController();
    const script = async () => {
      while (!writing.signal.aborted) {
        sent += 1;
        const url = `https://example.org/${sent}?${query}`;
        const answer = await service.api("POST", "/api/url/add", { url });
        acknowledged.set(((await answer.json()) as { id: number }).id, url);
      }
    };
    const scripts = Array.from({ length: 16 }, script);

    const document = () => statSync(join(dataDir, "waypost.json"), { throwIfNoEntry: false })?.ino;
    const firstDocument = document();
    const copies: { dir: string; acknowledged: number }[] = [];
    let afterCompaction = 0;
    const endsAt = performance.now() + 60_000;
    // The first two, and the last ones around the first compaction.
    while (afterCompaction < 2 && performance.now() < endsAt) {
      const dir = join(folder, `copy-${acknowledged.size}-${copies.length}`);
      copies.push({ dir, acknowledged: acknowledged.size });
      await copyFolder(dataDir, dir);
      if (document() !== firstDocument) afterCompaction += 1;
      for (const old of copies.splice(2, copies.length - 5)) {
        rmSync(old.dir, { recursive: true, force: true });
      }
    }
    writing.abort();
    await Promise.all(scripts);
    expect(afterCompaction, "copies after a compaction").toBe(2);

    for (const copy of copies) {
      const started = await startService(copy.dir, ["--rate-limit", "1000000000"]);
      const links = await storedLinks(started);
      await started.stop("SIGKILL");
      const ids = links.map(({ id }) => id).toSorted((a, b) => a - b);
      expect(ids).toEqual(Array.from(ids, (_, index) => index + 1));
      expect(ids.length).toBeGreaterThanOrEqual(copy.acknowledged);
      expect(links.filter(({ id, longurl }) => acknowledged.get(id) !== longurl)).toEqual([]);
      expect(await toldAdditions(copy.dir)).toEqual(ids);
    }
    expect(acknowledged.size).toBe(sent);
  },
);
