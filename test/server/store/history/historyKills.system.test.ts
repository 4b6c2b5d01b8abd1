import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { isFull } from "../../../support/full.ts";
import { newFolder, open } from "../testFolder.ts";

const rounds = isFull ? 50 : 5;
/** Milliseconds after it is open in which it is killed. */
const latestKill = 400;

/** Ids of the links that were said to be safe before it was killed. */
async function untilKilled(dir: string): Promise<number[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "historyHolder.ts"), dir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const safe: number[] = [];
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, "close");
  await once(lines, "line");
  lines.on("line", (line) => safe.push(Number(line)));
  await wait(Math.random() * latestKill);
  child.kill("SIGKILL");
  await ended;
  return safe;
}

test("killed while the history moves and grows, each change that was safe is told once", async () => {
  const dir = newFolder();
  const former = newFolder();
  cpSync(join(import.meta.dirname, "../fixtures/history-files/folder"), former, {
    recursive: true,
  });
  const store = await open(former);
  const { total } = await store.history.sets({ offset: 0, limit: 1 });
  await store.close();

  const added: number[] = [];
  let isMoved = 0;
  for (let round = 0; round < rounds; round += 1) {
    if (round % 4 === 0) {
      // Another folder that has its history in files.
      added.length = 0;
      cpSync(join(import.meta.dirname, "../fixtures/history-files/folder"), join(dir, `${round}`), {
        recursive: true,
      });
      isMoved = round;
    }
    const folder = join(dir, `${isMoved}`);
    added.push(...(await untilKilled(folder)));
    const again = await open(folder);
    const told = new Map<number, number>();
    const { items, total: all } = await again.history.sets({ offset: 0, limit: 100_000 });
    expect(all).toBeGreaterThanOrEqual(total + added.length);
    for (const { id, origin } of items) {
      if (origin.operation !== "addLink") continue;
      for await (const change of again.history.records(id)) {
        told.set(change.id, (told.get(change.id) ?? 0) + 1);
      }
    }
    expect([...told.values()].filter((times) => times !== 1)).toEqual([]);
    expect(added.filter((id) => !told.has(id))).toEqual([]);
    expect(again.warnings.map(({ code }) => code)).not.toContain("service.databaseAnew");
    await again.close();
  }
});
