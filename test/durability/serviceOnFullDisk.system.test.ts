import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { removeSmallDisk, smallDisk } from "../support/smallDisk.ts";
import { startService, type ServiceProcess } from "../support/serviceProcess.ts";
import { storedLinks, toldAdditions } from "./readBack.ts";

const disk = smallDisk("9600k");
if (disk === null)
  console.log("A full disk is not tested: only root on Linux can mount a small one.");

/** Long addresses fill the disk with few requests. */
const query = "what-is-told-of-the-link-in-so-many-words-".repeat(190);

test.skipIf(disk === null)(
  "on a full disk writes are refused, redirects go on, and with room again writes work",
  async () => {
    const dir = disk ?? "";
    const dataDir = join(dir, "data");
    let service: ServiceProcess | undefined;
    onTestFinished(async () => {
      await service?.stop("SIGKILL").catch(() => {});
      removeSmallDisk(dir);
    });
    // What is deleted later to make room.
    const ballast = join(dir, "ballast");
    writeFileSync(ballast, Buffer.alloc(1024 * 1024, 1));

    service = await startService(dataDir, ["--rate-limit", "1000000000"]);
    const acknowledged = new Map<number, string>();
    const refused: { status: number; body: unknown; type: string | null }[] = [];
    const count = { sent: 0 };
    const add = async (running: ServiceProcess) => {
      count.sent += 1;
      const number = count.sent;
      const url = `https://example.org/${number}?${query}`;
      const answer = await running.api("POST", "/api/url/add", {
        url,
        custom: `link-${number}`,
      });
      const body = (await answer.json()) as { id: number };
      if (answer.status === 200) acknowledged.set(body.id, url);
      else {
        refused.push({ status: answer.status, body, type: answer.headers.get("content-type") });
      }
    };
    while (refused.length < 20 && count.sent < 5000) {
      const running = service;
      await Promise.all(Array.from({ length: 8 }, () => add(running)));
    }
    expect(acknowledged.size).toBeGreaterThan(100);
    const expected = {
      status: 507,
      type: expect.stringContaining("application/json"),
      body: { error: 1, message: expect.any(String), code: "full" },
    };
    expect(refused).toEqual(refused.map(() => expected));

    const redirect = await service.visit("link-1");
    expect(redirect.status).toBe(302);
    expect(redirect.headers.get("location")).toBe(`https://example.org/1?${query}`);
    // What was refused is nowhere: not listed, not followed.
    const expectExactly = async (running: ServiceProcess) => {
      const stored = await storedLinks(running);
      expect(new Map(stored.map(({ id, longurl }) => [id, longurl]))).toEqual(
        new Map([...acknowledged].toSorted(([a], [b]) => b - a)),
      );
    };
    await expectExactly(service);

    rmSync(ballast);
    const before = acknowledged.size;
    for (let more = 0; more < 10; more += 1) await add(service);
    expect(acknowledged.size).toBe(before + 10);
    expect(service.child.exitCode).toBeNull();

    await service.stop("SIGKILL");
    service = await startService(dataDir, ["--rate-limit", "1000000000"]);
    await expectExactly(service);
    expect(await service.stop()).toMatchObject({ code: 0 });
    service = await startService(dataDir, ["--rate-limit", "1000000000"]);
    await expectExactly(service);
    expect(await service.stop()).toMatchObject({ code: 0 });
    // The database had no room for all of it; with more of that, the journals have what it lacks.
    const roomy = mkdtempSync(join(tmpdir(), "waypost-roomy-"));
    onTestFinished(() => rmSync(roomy, { recursive: true, force: true }));
    cpSync(dataDir, roomy, { recursive: true });
    expect(await toldAdditions(roomy)).toEqual([...acknowledged.keys()].toSorted((a, b) => a - b));
    console.log(
      `full disk: ${acknowledged.size} acknowledged, ${refused.length} refused, none lost`,
    );
  },
);
