import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { autostartEntry, autostartFile } from "../../../src/main/life/autostartFile.ts";

const dir = mkdtempSync(join(tmpdir(), "waypost-autostart-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test("a Linux desktop starts it from a file of the owner's, until that is taken away", () => {
  const file = join(dir, "autostart", "waypost.desktop");
  const command = { program: "/opt/Waypost/waypost", args: ["--data=/my links", "--hidden"] };
  const start = autostartFile(file, command);
  expect(start.isOn()).toBe(false);
  start.set(true);
  expect(start.isOn()).toBe(true);
  expect(readFileSync(file, "utf8")).toContain(
    'Exec="/opt/Waypost/waypost" "--data=/my links" "--hidden"\n',
  );
  start.set(false);
  start.set(false);
  expect(start.isOn()).toBe(false);
});

test("nothing in a folder's name runs as a command or stands for a field", () => {
  const entry = autostartEntry({ program: '/o"p`t$', args: ["--data=/50%f\\x"] });
  expect(entry).toContain(
    String.raw`Exec="/o\\"p\\` + "`" + String.raw`t\\$" "--data=/50%%f\\\\x"`,
  );
});
