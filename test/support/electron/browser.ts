import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type Route } from "@playwright/test";
import { chromiumOptions } from "../chromium.ts";
import { farewells } from "./app.ts";
import { connectPages } from "./ipc.ts";

let starting: Promise<BrowserContext> | null = null;
/** Decides about each request of each page; set by the windows. */
export const traffic: { decide(route: Route): Promise<void> } = {
  decide: (route) => route.abort("aborted"),
};

/** The one Chromium behind all windows, started with the first of them. */
export function standInBrowser(): Promise<BrowserContext> {
  starting ??= start();
  return starting;
}

async function start(): Promise<BrowserContext> {
  const profile = mkdtempSync(join(tmpdir(), "waypost-stand-in-"));
  const options = chromiumOptions();
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    viewport: null,
    args: [...options.args, "--remote-debugging-port=0"],
  });
  farewells.closeBrowser = async () => {
    await context.close().catch(() => undefined);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  await connectPages(context);
  // A page that another page opens: denied, so it goes before anything loads in it.
  context.on("page", (page) => {
    void page.opener().then((opener) => (opener === null ? undefined : page.close()));
  });
  await context.route("**/*", async (route) => {
    try {
      await traffic.decide(route);
    } catch (error) {
      // What a window asked for that is gone by now is nobody's.
      if (!String(error).includes("has been closed")) throw error;
    }
  });
  tellTest(profile);
  return context;
}

/** The specs drive the same pages over a connection of their own. */
function tellTest(profile: string): void {
  const [port] = readFileSync(join(profile, "DevToolsActivePort"), "utf8").split("\n");
  process.send?.({ kind: "browser", endpoint: `http://127.0.0.1:${port}` });
}
