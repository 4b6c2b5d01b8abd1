import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import type { Asked } from "../../../src/main/capture/asked.ts";
import { createEvents, preventable } from "../../support/electron/events.ts";

const events = createEvents();
vi.mock("electron", () => ({
  app: { on: (name: string, listener: () => void) => events.on(name, listener) },
}));
const { listenOutside } = await import("../../../src/main/capture/incoming.ts");

const dir = mkdtempSync(join(tmpdir(), "waypost-incoming-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function fileWith(name: string, text: string): string {
  const path = join(dir, name);
  writeFileSync(path, text);
  return path;
}

const form = (url: string): Asked => ({ kind: "form", url, alias: "" });

test("what macOS hands over fills the form in; what came too early waits for the window", async () => {
  const asked: Asked[] = [];
  const incoming = listenOutside(["waypost"]);
  const early = preventable({});
  events.emit("open-url", early, "waypost://new?url=https://example.org/early");
  expect(early.defaultPrevented).toBe(true);
  incoming.answer((next) => asked.push(next));
  expect(asked).toEqual([form("https://example.org/early")]);

  events.emit("open-url", preventable({}), "waypost://delete?id=1");
  events.emit("activate");
  incoming.dropped("https://example.org/dropped");
  incoming.dropped("some words");
  expect(asked.slice(1)).toEqual([{ kind: "open" }, form("https://example.org/dropped")]);

  const open = (path: string) => events.emit("open-file", preventable({}), path);
  open(fileWith("a.txt", "URL=https://example.org/text"));
  open(fileWith("large.url", `URL=https://example.org/${" ".repeat(20_000)}`));
  open(join(dir, "gone.url"));
  open(fileWith("page.url", "[InternetShortcut]\nURL=https://example.org/file"));
  await vi.waitFor(() => expect(asked.at(-1)).toEqual(form("https://example.org/file")));
  expect(asked).toHaveLength(4);
});

test("what the first command line asks for is done once there is a window", () => {
  const asked: Asked[] = [];
  listenOutside(["waypost", "--shorten-clipboard"]).answer((next) => asked.push(next));
  expect(asked).toEqual([{ kind: "shortenClipboard" }]);
});
