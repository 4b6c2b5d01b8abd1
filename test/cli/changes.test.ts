import { expect, test } from "vitest";
import { serverForAll } from "../support/testServer.ts";
import { runHere } from "./runHere.ts";

const server = serverForAll();

const here = (...line: string[]) => runHere([...line, "--data", server.dataDir]);

async function asJson(...line: string[]) {
  const { stdout } = await here(...line, "--json");
  return JSON.parse(stdout);
}

test("bulk adds, replaces and removes rules by their names; link rules replaces them all", async () => {
  const rule = (name: string, url: string) =>
    JSON.stringify({ name, url, conditions: [{ type: "device", value: "ios" }] });
  const link = async () => (await asJson("link", "show", String(id))).details.rules ?? [];
  const { id } = await asJson("link", "add", "https://example.com/ruled");
  const chosen = ["--id", String(id)];
  await asJson("bulk", ...chosen, "--add-rule", rule("A", "https://example.com/a"));
  await asJson("bulk", ...chosen, "--replace-rule", rule("A", "https://example.com/b"));
  expect(await link()).toMatchObject([{ name: "A", url: "https://example.com/b" }]);
  expect(await asJson("bulk", ...chosen, "--remove-rule", "A")).toMatchObject({ changed: 1 });
  expect(await link()).toEqual([]);
  const two = [rule("B", "https://example.com/b"), rule("C", "https://example.com/c")];
  await asJson("link", "rules", String(id), "--rules", `[${two.join(",")}]`);
  expect(await link()).toMatchObject([{ name: "B" }, { name: "C" }]);
  await asJson("link", "rules", String(id), ...two.flatMap((one) => ["--rules", one]));
  await asJson("link", "rules", String(id), "--rules", "[]");
  expect(await link()).toEqual([]);
});

test("many links are changed at once, shown and taken back", async () => {
  const ids: number[] = [];
  for (const custom of ["one", "two", "three"]) {
    ids.push((await asJson("add", "https://example.com", "--custom", custom)).id);
  }
  const [one = 0, two = 0] = ids;
  const preview = await here(
    ...`bulk --preview --add-tag spring --set name=Many --id ${one} --id ${two}`.split(" "),
    ..."--set expiry=2035-01-01".split(" "),
  );
  expect(preview).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^2 matched: 2 would change\.\n~ links \d+ one\n/),
  });
  const run = await asJson("bulk", "--add-tag", "spring", "--id", `${one},${two}`);
  expect(run).toEqual({ changeSet: expect.any(Number), matched: 2, changed: 2 });
  expect(await asJson("bulk", "--tag", "Spring", "--archive")).toMatchObject({ changed: 2 });
  const changes = await asJson("changes", "--kind", "links", "--by", "cli");
  expect(changes[0]).toMatchObject({ operation: "bulkChange", total: 2, by: "cli" });
  const shown = await here("changes", String(changes[0].id));
  expect(shown.stdout).toContain("archived: false → true");
  expect(shown.stderr).toContain(`waypost undo ${changes[0].id} --data`);
  expect(await here("undo", String(changes[0].id), "--preview")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("2 matched: 2 would change."),
  });
  const undone = await here("undo", String(changes[0].id));
  expect(undone).toMatchObject({ code: 0, stdout: "2 changed.\n" });
  expect((await here("changes")).stdout).toMatch(/^\d+ .* undo  undoChange +links ~2 .* \d+$/m);
  const { data } = await asJson("list", "--tag", "spring");
  expect(data.urls).toHaveLength(2);
});

test("what is left makes the exit code 1, and is named", async () => {
  const { id } = await asJson("add", "https://example.com", "--custom", "left", "--name", "A");
  await asJson("edit", "left", "--name", "B");
  const [{ id: set }] = await asJson("changes");
  await asJson("edit", "left", "--name", "C");
  const undone = await here("undo", String(set));
  expect(undone).toMatchObject({
    code: 1,
    stdout: "Nothing was changed. 1 skipped.\n",
    stderr: expect.stringContaining(`! links ${id} (C), name: This has been changed since.`),
  });
  expect(await asJson("undo", String(set), "--force")).toMatchObject({ changed: 1 });
});

test("what was deleted is listed, and brought back", async () => {
  const { id } = await asJson("add", "https://example.com", "--custom", "gone");
  await asJson("bulk", "--id", String(id), "--delete");
  const listed = await here("trash", "--search", "gone");
  expect(listed.stdout).toMatch(new RegExp(`links +${id}  gone  http://\\S+/gone\\n$`));
  expect(await here("trash", String(id), "--restore")).toMatchObject({
    code: 0,
    stdout: "1 restored.\n",
  });
  expect(await asJson("show", "gone")).toMatchObject({ id });
  expect(await here("trash", "99999", "--restore")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("1 of these IDs isn't in the trash.") as string,
  });
});

test.each([
  [["bulk", "--archive"], /^waypost: Choose links with filters, /],
  [["bulk", "--all", "--id", "1", "--archive"], /^waypost: Choose links with filters, /],
  [["bulk", "--all"], /^waypost: Specify a change: /],
  [["bulk", "--all", "--set", "nothing=1"], /^waypost: --set takes FIELD=VALUE/],
  [["bulk", "--all", "--set", "url="], /can't be cleared/],
  [["undo", "first"], /^waypost: "first" isn't the ID of a change./],
  [["trash", "--restore"], /^waypost: --restore needs the IDs/],
])("%j is wrong use", async (line, message) => {
  expect(await here(...line)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
});

test("a filter that is empty chooses nothing", async () => {
  const refused = await here("bulk", "--tag", "", "--delete", "--yes");
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--tag is empty. Omit it") as string,
  });
});

test("a host is replaced in many destinations, and one destination for many is warned of", async () => {
  const ids: number[] = [];
  for (const path of ["a", "b"]) ids.push((await asJson("add", `https://old.example/${path}`)).id);
  const chosen = ids.flatMap((id) => ["--id", String(id)]);
  const replaced = ["--replace-host", "old.example", "--with", "new.example"];
  const preview = await here("bulk", ...chosen, ...replaced, "--preview");
  expect(preview.stdout).toContain("2 matched: 2 would change.");
  expect(preview.stdout).toContain("url: https://old.example/a → https://new.example/a");
  expect(await asJson("bulk", ...chosen, ...replaced)).toMatchObject({ changed: 2 });
  const { stdout } = await here("show", String(ids[1]));
  expect(stdout).toContain("https://new.example/b");

  const removed = await here("bulk", ...chosen, "--replace-text", "/a", "--preview");
  expect(removed.stdout).toContain("url: https://new.example/a → https://new.example\n");
  const same = await here("bulk", ...chosen, "--set", "url=https://example.org/");
  expect(same.stderr).toContain("All 2 links get the same destination.");
  for (const [line, says] of [
    [["--replace-host", "old.example"], "--replace-host needs --with and the new host."],
    [["--with", "x"], "--with needs --replace-host"],
    [
      ["--replace-host", "a", "--replace-text", "b", "--with", "c"],
      "Use one --replace-… option at a time.",
    ],
  ] as const) {
    const { code, stderr } = await here("bulk", ...chosen, ...line);
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
  }
});
