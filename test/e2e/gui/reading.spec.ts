import { appendFile, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { writeClicks } from "../../support/keptClicks.ts";
import { makeDataDir, startTestServer, type TestServer } from "../../support/server.ts";
import { addLink, expect, test as plain } from "./guiTest.ts";

/** Lines of the month before, of one link: so many of their own, and so many times. */
const ownLines = 50_000;
const times = 20;

const test = plain.extend({
  // Playwright wants to see that this fixture needs none of the others.
  // oxlint-disable-next-line eslint/no-empty-pattern
  service: async ({}, use) => {
    const dataDir = await makeDataDir();
    const service = await startTestServer({ guiPort: 0, dataDir });
    await addLink(service, { url: "https://example.org/", custom: "spring" });
    await writeManyClicks(dataDir);
    await use(service);
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  },
});

async function writeManyClicks(dataDir: string): Promise<void> {
  const apart = join(dataDir, "apart");
  const now = new Date();
  const until = Date.UTC(now.getUTCFullYear(), now.getUTCMonth()) - 1;
  writeClicks(apart, { links: 1, count: ownLines, until });
  await mkdir(join(dataDir, "clicks"), { recursive: true });
  for (const name of await readdir(join(apart, "clicks"))) {
    const lines = await readFile(join(apart, "clicks", name));
    for (let time = 0; time < times; time += 1)
      await appendFile(join(dataDir, "clicks", name), lines);
  }
  await rm(apart, { recursive: true });
}

/** Others read as well, one after the other: what is asked next has its time on any machine. */
async function keepBusy(service: TestServer, browser: string): Promise<void> {
  for (const country of ["IR", "DE", "FR"])
    await service.api(
      "GET",
      `/api/statistics?${new URLSearchParams({ ...lastMonths(), country, browser, wait: "0" }).toString()}`,
    );
}

function lastMonths(): { readonly from: string; readonly to: string } {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const now = Date.now();
  return { from: `${dayOf(now - 80 * 86_400_000)} 00:00:00`, to: `${dayOf(now)} 23:59:59` };
}

const goTo = (gui: Page, place: string) => gui.goto(`${new URL("/", gui.url()).href}#/${place}`);

test("reading the click log says how far it is, stops when told to or left, and is kept once it is done @full", async ({
  gui,
  service,
}) => {
  const progress = gui.getByRole("progressbar", { name: "Reading the click log" });
  const status = gui.getByRole("status").filter({ hasText: "the click log" });
  const visitors = gui.getByTestId("visitors");
  const ending = () => gui.waitForResponse((answer) => answer.request().method() === "DELETE");
  await test.step("cancelled, and that is said", async () => {
    await keepBusy(service, "Firefox");
    await goTo(gui, "statistics?range=90d&browser=Chrome");
    await expect(progress).toBeVisible();
    await expect(status).toContainText(/Reading the click log: \d+%/);
    const ended = ending();
    await status.getByRole("button", { name: "Cancel" }).click();
    expect((await ended).url()).toContain("/api/statistics/reading");
    await expect(status).toContainText("Stopped reading the click log.");
    await expect(progress).toBeHidden();
    await expect(visitors).not.toHaveText(/\d/);
    // Nor does anything on the screen ask for it again.
    const again = gui.waitForRequest((request) => request.url().includes("browser=Chrome"), {
      timeout: 1_500,
    });
    await expect(again).rejects.toThrow("Timeout");
  });
  await test.step("gone on with, and left", async () => {
    await keepBusy(service, "Edge");
    await status.getByRole("button", { name: "Resume" }).click();
    await expect(progress).toBeVisible();
    const ended = ending();
    await goTo(gui, "links");
    expect((await ended).ok()).toBe(true);
  });
  await test.step("other days are another question, which is read to its end", async () => {
    await goTo(gui, "statistics?range=90d");
    await expect(progress).toBeVisible();
    await status.getByRole("button", { name: "Cancel" }).click();
    await expect(status).toContainText("Stopped reading");
    await goTo(gui, "statistics?range=12m");
    await expect(gui.getByText("Stopped reading")).toHaveCount(0);
    await expect(visitors).toHaveText(/\d/, { timeout: 60_000 });
    await expect(progress).toBeHidden();
  });
  await test.step("the second look is at what was read", async () => {
    const shown = await visitors.textContent();
    await goTo(gui, "links");
    await expect(visitors).toBeHidden();
    const looked = gui.waitForResponse((answer) => answer.url().includes("lines=true"));
    await goTo(gui, "statistics?range=12m");
    // The first answer has it, whether or not it is read anew by then.
    const { statistics } = await (await looked).json();
    expect(statistics.visitors?.count).toBeGreaterThan(0);
    await expect(visitors).toHaveText(shown ?? "");
  });
});
