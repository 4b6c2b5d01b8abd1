import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { serverForEach } from "../support/testServer.ts";
import { runHere } from "./runHere.ts";

let folder: string;

const server = serverForEach();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-import-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const waypost = (...line: string[]) => runHere([...line, "--data", server.dataDir]);

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const good = "alias,url\nspring,https://example.com/a\nsummer,https://example.com/b\n";

test("what a script gets of an import, of a second one and of a preview", async () => {
  const path = await file("links.csv", good);
  const preview = await waypost("import", path, "--preview", "--json");
  expect([preview.code, JSON.parse(preview.stdout)]).toMatchObject([
    0,
    { format: "csv", valid: 2, conflicts: 0, invalid: 0, dropped: [] },
  ]);
  const first = await waypost("import", path, "--tag", "old", "--tag", "csv", "--json");
  expect([first.code, JSON.parse(first.stdout)]).toMatchObject([
    0,
    { format: "csv", imported: 2, skipped: 0, renamed: 0, overwritten: 0, invalid: 0 },
  ]);
  expect(JSON.parse(first.stdout)).toMatchObject({
    changeSet: expect.any(Number) as number,
    failuresFile: null,
  });
  const { body } = await server.api("GET", "/api/urls?tag=old&tag=csv");
  expect(body.data.result).toBe(2);
  const second = await waypost("import", path, "--json");
  expect([second.code, JSON.parse(second.stdout)]).toMatchObject([
    0,
    { changeSet: null, imported: 0, skipped: 2 },
  ]);
  // Once, so that a script's sum is the rows.
  expect(second.stdout).not.toContain("unchanged");
});

test("a row that was left to the link in its place hasn't come: the end says so, as its file does", async () => {
  await server.api("POST", "/api/url/add", { url: "https://example.com/mine", custom: "spring" });
  const path = await file("links.csv", good);
  const { code, stdout } = await waypost("import", path, "--json");
  expect([code, JSON.parse(stdout)]).toMatchObject([
    1,
    { imported: 1, skipped: 1, invalid: 0, failuresFile: `${path}.failures.csv` },
  ]);
  const renamed = await waypost("import", path, "--on-conflict", "rename", "--json");
  expect([renamed.code, JSON.parse(renamed.stdout)]).toMatchObject([
    0,
    { renamed: 1, failuresFile: null },
  ]);
});

test("rows that can't come are named, and written beside the file", async () => {
  const more = ["autumn", "winter", "frost", "api"].map(
    (alias) => `${alias},https://example.com/${alias}`,
  );
  const path = await file("links.csv", `${good}${more.join("\n")}\nx,javascript:alert(1)\n`);
  const { code, stdout, stderr } = await waypost("import", path);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^5 imported, 2 not imported\. To undo this: waypost undo \d+ --data /);
  expect(stderr.match(/line \d+: .*/g)).toEqual([
    "line 7: alias: This alias is reserved.",
    "line 8: url: Enter a full URL that starts with http:// or https://.",
  ]);
  expect(stderr).toContain(`Rows that weren't imported: ${path}.failures.csv`);
  expect(await readFile(`${path}.failures.csv`, "utf8")).toBe(
    [
      '"alias","url","line","reason"',
      '"api","https://example.com/api","7","alias: This alias is reserved."',
      '"x","javascript:alert(1)","8","url: Enter a full URL that starts with http:// or https://."',
      "",
    ].join("\r\n"),
  );
});

test("rows that can't come never go through a link that somebody has put beside the file", async () => {
  const other = await file("other", "mine");
  const path = await file("links.csv", `${good}x,javascript:alert(1)\n`);
  await symlink(other, `${path}.failures.csv`);
  await waypost("import", path);
  expect(await readFile(other, "utf8")).toBe("mine");
  expect(await readFile(`${path}.failures.csv`, "utf8")).toContain("javascript:");
});

test("failures come once and in the order of the file, whatever is wrong with them", async () => {
  const rows = [
    "spring,https://example.com/a,2035-01-01",
    "x1,javascript:alert(1),",
    "x2,,",
    "x3,https://example.com/b,2030-02-30",
    "api,https://example.com/c,",
  ];
  const path = await file("links.csv", `alias,url,expiry\n${rows.join("\n")}\n`);
  const problems = [
    "line 3: url: Enter a full URL that starts with http:// or https://.",
    "line 4: url: This row has no destination URL.",
    "line 6: alias: This alias is reserved.",
  ];
  const preview = await waypost("import", path, "--preview");
  expect(preview.stderr.match(/line \d+: .*/g)).toEqual(problems);
  const { stderr } = await waypost("import", path);
  expect(stderr.match(/line \d+: .*/g)).toEqual(problems);
  const failures = (await readFile(`${path}.failures.csv`, "utf8")).split("\n");
  expect(failures.slice(1, -1).map((row) => row.split(",")[0])).toEqual(['"x1"', '"x2"', '"api"']);
});

test("a value that can't be read is left out and named, and its link is imported", async () => {
  const rows = [
    "one,https://example.com/1,2030-02-30,unknown",
    "two,https://example.com/2,someday,7",
    "three,https://example.com/3,2035-01-01 12:00:00,",
  ];
  const path = await file("links.csv", `alias,url,expiry,clicks\n${rows.join("\n")}\n`);
  const { stdout, stderr, code } = await waypost("import", path);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^3 imported\./);
  expect(stderr).toContain(
    "expiry: Values that can’t be read: 2, such as “2030-02-30” in line 2. The links are imported without these values.",
  );
  expect(stderr).toContain("clicks: Values that can’t be read: 1, such as “unknown” in line 2.");
});

test("dates that could begin with the day or the month stop an import until --dates says which", async () => {
  const rows = "https://example.com/1,one,03/04/2035\nhttps://example.com/2,two,05/06/2035\n";
  const path = await file("links.csv", `url,alias,expires\n${rows}`);
  for (const more of [[], ["--preview"], ["--json"], ["--preview", "--json"]]) {
    const { code, stdout, stderr } = await waypost("import", path, ...more);
    expect(code).toBe(1);
    expect(more.includes("--json") ? stdout : stderr).toContain(
      "Add --dates day or --dates month. Nothing was imported.",
    );
  }
  expect((await server.api("GET", "/api/urls")).body.data.result).toBe(0);
  expect((await waypost("import", path, "--dates", "month")).code).toBe(0);
  const { body } = await server.api("GET", "/api/url/2");
  expect(body.details.expiry).toMatch(/^2035-05-06/);
});

test("a list with a comment and a bad line is imported, and the bad line is named", async () => {
  const path = await file("urls.txt", "https://example.com/1,2\n# comment\nnotaurl\n");
  const { code, stdout, stderr } = await waypost("import", path);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/^1 imported, 1 skipped, 1 not imported/),
  ]);
  expect(stderr).toMatch(/line 3: address: Enter a full URL/);
});

test("overwriting with what is there already changes nothing, and names nothing to take back", async () => {
  const path = await file("links.csv", good);
  await waypost("import", path);
  const again = await waypost("import", path, "--on-conflict", "overwrite");
  expect(again.stdout).toBe("2 already there.\n");
  const asked = await waypost("import", path, "--on-conflict", "overwrite", "--json");
  expect(JSON.parse(asked.stdout)).toMatchObject({ changeSet: null, skipped: 2 });
});

test("of several files all are looked for before the first one is taken", async () => {
  const path = await file("links.csv", good);
  const { code, stderr } = await waypost("import", path, folder);
  expect([code, stderr]).toMatchObject([2, expect.stringContaining("isn't a file") as string]);
  const empty = await waypost("import", await file("empty.csv", ""));
  expect([empty.code, empty.stderr]).toMatchObject([
    1,
    expect.stringContaining("empty.csv: The file is empty.") as string,
  ]);
  const { body } = await server.api("GET", "/api/urls");
  expect(body.data.result).toBe(0);
});

test("of several files those that came are told, and the one that failed", async () => {
  const first = await file("first.csv", good);
  const broken = await file("broken.zip", "PK\u0003\u0004xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
  const last = await file("last.csv", good);
  const told = await waypost("import", first, broken, last, "--json");
  expect(told.code).toBe(1);
  expect(told.stderr).toContain(`Not imported: ${last}`);
  expect(JSON.parse(told.stdout)).toMatchObject({
    files: [
      { file: first, imported: 2, changeSet: expect.any(Number) as number },
      { file: broken, error: expect.stringContaining(broken) as string },
    ],
  });
});

test("a file that can't be read fails as a whole, and a wrong word is wrong use", async () => {
  const zip = await file("links.zip", "PK\u0003\u0004xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
  const failed = await waypost("import", zip, "--json");
  expect([failed.code, JSON.parse(failed.stdout)]).toMatchObject([1, { error: 1 }]);
  expect((await waypost("import", join(folder, "none.csv"))).code).toBe(2);
  const path = await file("links.csv", good);
  expect((await waypost("import", path, "--map", "url")).code).toBe(2);
  expect((await waypost("import", path, "--map", "url=nothing")).code).toBe(1);
  expect((await waypost("import", path, "--from", "nobody")).code).toBe(2);
});

test("columns are what the owner says", async () => {
  const path = await file("odd.csv", "here,there\nhttps://example.com/a,spring\n");
  const { code, stdout } = await waypost(
    "import",
    path,
    "--map",
    "here=url",
    "--map",
    "there=alias",
    "--json",
  );
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { imported: 1 }]);
  expect((await server.visit("/spring")).headers.location).toBe("https://example.com/a");
});

test("jobs are listed and shown", async () => {
  expect((await waypost("jobs")).stderr).toContain("No jobs in the last 24 hours.");
  await waypost("import", await file("links.csv", good));
  const list = JSON.parse((await waypost("jobs", "--json")).stdout);
  expect(list).toMatchObject([
    { id: 2, kind: "apply", state: "done" },
    { id: 1, kind: "import", state: "done" },
  ]);
  expect((await waypost("jobs", "2")).stdout).toContain("2 imported");
  expect((await waypost("jobs", "2", "--cancel", "--json")).code).toBe(0);
  expect((await waypost("jobs", "77")).code).toBe(1);
  expect((await waypost("jobs", "x")).code).toBe(2);
});

test("escape sequences in a file don't reach the terminal", async () => {
  const names = ["\u001B]52;c;aGk=\u0007first", "\u009B2Jsecond"];
  const path = await file("links.csv", `url,"${names.join('","')}"\nhttps://example.com/a,x,y\n`);
  const { code, stdout, stderr } = await waypost("import", path, "--preview");
  expect([code, stdout + stderr]).toEqual([
    0,
    expect.stringContaining("\uFFFD]52;c;aGk=\uFFFDfirst"),
  ]);
  expect(stdout + stderr).toContain("\uFFFD2Jsecond");
  const json = await waypost("import", path, "--preview", "--json");
  expect(json.stdout).toContain("\\u001b]52;c;aGk=\\u0007first");
  expect(json.stdout).toContain("\\u009b2Jsecond");
});

test("statistics become public only with --public-statistics", async () => {
  const url = "https://example.com/a";
  await server.api("POST", "/api/url/add", { url, custom: "spring" });
  const links = ["spring", "summer"].map((alias) => ({ alias, url, status: "public" }));
  const path = await file("links.json", JSON.stringify({ waypost: "links", version: 1, links }));
  const statuses = async () =>
    (await Promise.all(["spring", "summer"].map((alias) => server.visit(`/${alias}/stats`)))).map(
      ({ status }) => status,
    );

  const told = await waypost("import", path, "--on-conflict", "overwrite");
  expect(told.stderr).toContain("affects visitors: public statistics of your link spring (1 link)");
  expect(told.stderr).toContain("affects visitors: public statistics (1 link)");
  expect(told.stderr).toContain("use --public-statistics");
  expect(await statuses()).toEqual([404, 404]);

  await waypost("import", path, "--on-conflict", "overwrite", "--public-statistics");
  expect(await statuses()).toEqual([200, 200]);
});
