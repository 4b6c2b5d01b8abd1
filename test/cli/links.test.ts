import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { serverForAll } from "../support/testServer.ts";
import { runHere } from "./runHere.ts";

describe("links", () => {
  let now = Date.UTC(2026, 5, 2, 12);

  const service = serverForAll({ clock: () => now, settings: { verifyDomains: "false" } });

  const data = () => ["--data", service.dataDir];

  test("a link's address needs no scheme, and its note no other name", async () => {
    await runHere([
      "add",
      "example.org/x",
      "--custom",
      "bare",
      "--note",
      "for the letter",
      ...data(),
    ]);
    await runHere(["edit", "bare", "--geotarget", "DE=example.org/de", ...data()]);
    const { stdout } = await runHere(["show", "bare", "--json", ...data()]);
    expect(JSON.parse(stdout)).toMatchObject({
      details: {
        longurl: "https://example.org/x",
        description: "for the letter",
        location: { germany: "https://example.org/de" },
      },
    });
    expect(
      await runHere(["edit", "bare", "--note", "a", "--description", "b", ...data()]),
    ).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--note and --description are the same flag"),
    });
  });

  test("a link's name is its title too", async () => {
    await runHere(["add", "example.org", "--custom", "named", "--title", "Letter", ...data()]);
    const nameOf = async () =>
      JSON.parse((await runHere(["show", "named", "--json", ...data()])).stdout).details.name;
    expect(await nameOf()).toBe("Letter");
    expect(await runHere(["edit", "named", "--title", "Second letter", ...data()])).toMatchObject({
      code: 0,
    });
    expect(await nameOf()).toBe("Second letter");
    expect(
      await runHere(["edit", "named", "--title", "a", "--name", "b", ...data()]),
    ).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--title and --name are the same flag"),
    });
  });

  describe("the clicks of a link", () => {
    test("are a table with bars", async () => {
      await runHere(["add", "https://example.org/", "--custom", "counted", ...data()]);
      await service.visit("/counted");
      now += 86_400_000;
      for (let visit = 0; visit < 4; visit += 1) await service.visit("/counted");
      const { stdout, stderr } = await runHere(["link", "history", "counted", ...data()]);
      const lines = stdout.trimEnd().split("\n");
      expect(lines).toHaveLength(31);
      expect(lines[0]).toBe("DAY         CLICKS");
      expect(lines.slice(-3)).toEqual([
        "2026-06-01       0",
        `2026-06-02       1  ${"█".repeat(10)}`,
        `2026-06-03       4  ${"█".repeat(40)}`,
      ]);
      expect(stderr).toBe("5 clicks in total\n");
      const hours = await runHere(["link", "history", "counted", "--by", "hour", ...data()]);
      expect(hours.stdout).toContain(`\n2026-06-03 12:00       4  ${"█".repeat(40)}\n`);
    });
  });

  describe("what there is one of by one", () => {
    test("a campaign is shown with its links", async () => {
      await runHere(["campaign", "add", "--name", "Spring", "--public", ...data()]);
      const empty = await runHere(["campaign", "show", "1", ...data()]);
      expect(empty.stdout).toMatch(/^Name +Spring$/m);
      expect(empty.stderr).toContain("There are no items");
      const link = ["add", "https://example.org/in", "--custom", "in-it", "--campaign", "1"];
      await runHere([...link, ...data()]);
      const { stdout, stderr } = await runHere(["campaign", "show", "1", ...data()]);
      expect(stdout).toMatch(/^Links +1$/m);
      expect(stdout).toMatch(/^ID +SHORT +CLICKS +DATE +DESTINATION$/m);
      expect(stdout).toContain("/in-it");
      expect(stderr).toBe("");
      const json = JSON.parse(
        (await runHere(["campaign", "show", "1", "--json", ...data()])).stdout,
      );
      expect(json).toMatchObject({
        error: 0,
        details: { id: 1, name: "Spring" },
        data: { result: 1, urls: [{ alias: "in-it" }] },
      });
    });

    test("a domain is shown", async () => {
      await runHere(["domain", "add", "go.example.org", ...data()]);
      const { stdout } = await runHere(["domain", "show", "1", ...data()]);
      expect(stdout).toMatch(/^Domain +https:\/\/go\.example\.org$/m);
    });
  });

  describe("a change of somebody else's while one is made", () => {
    afterEach(() => vi.restoreAllMocks());

    /** Lets somebody else change a thing each time that a change is about to be sent. */
    function interrupt(other: () => Promise<unknown>) {
      const { fetch } = globalThis;
      vi.spyOn(globalThis, "fetch").mockImplementation(async (...request) => {
        if (request[1]?.method === "PUT") await other();
        return fetch(...request);
      });
    }

    const add = async (path: string, fields: object) =>
      (await service.api("POST", `/api/${path}/add`, fields)).body.id;
    const put = (path: string, id: number, fields: object) =>
      service.api("PUT", `/api/${path}/${id}/update`, fields);
    const details = async (path: string, id: number) =>
      (await service.api("GET", `/api/${path}/${id}`)).body.details;

    test("is not undone where the change says nothing of it", async () => {
      const id = await add("url", { url: "https://example.org/before" });
      const url = "https://example.org/theirs";
      interrupt(() => put("url", id, { url }));
      expect(await runHere(["edit", String(id), "--note", "mine", ...data()])).toMatchObject({
        code: 0,
      });
      expect(await details("url", id)).toMatchObject({ longurl: url, description: "mine" });
    });

    test("is not undone in a pixel, a campaign and the parts of a code either", async () => {
      const pixel = await add("pixel", { type: "gtmpixel", name: "P", tag: "GTM-1" });
      const campaign = await add("campaign", { name: "Before" });
      const code = await add("qr", { type: "sms", data: { phone: "+49301", message: "before" } });
      const change = (line: string) => runHere([...line.split(" "), ...data()]);
      interrupt(() => put("pixel", pixel, { tag: "GTM-2" }));
      expect((await change(`pixel edit ${pixel} --name Mine`)).code).toBe(0);
      vi.restoreAllMocks();
      interrupt(() => put("campaign", campaign, { name: "Theirs" }));
      expect((await change(`campaign edit ${campaign} --slug mine`)).code).toBe(0);
      vi.restoreAllMocks();
      interrupt(() => put("qr", code, { data: { phone: "+49302", message: "before" } }));
      expect((await change(`qr edit ${code} --message mine`)).code).toBe(0);
      vi.restoreAllMocks();
      const { pixels } = (await service.api("GET", "/api/pixels")).body.data;
      expect(pixels).toContainEqual(expect.objectContaining({ name: "Mine", tag: "GTM-2" }));
      const { campaigns } = (await service.api("GET", "/api/campaigns")).body.data;
      expect(campaigns).toContainEqual(expect.objectContaining({ id: campaign, name: "Theirs" }));
      expect(await details("qr", code)).toMatchObject({
        data: { phone: "+49302", message: "mine" },
      });
    });

    test("that comes again and again is told in words", async () => {
      const id = await add("url", { url: "https://example.org/before" });
      let count = 0;
      interrupt(() => put("url", id, { url: `https://example.org/theirs${(count += 1)}` }));
      const { code, stderr } = await runHere(["edit", String(id), "--note", "mine", ...data()]);
      expect(code).toBe(1);
      expect(stderr).toContain('url has changed: its value is now "https://example.org/theirs2"');
      expect(await details("url", id)).toMatchObject({ description: "" });
    });
  });
});

describe("tags", () => {
  const service = serverForAll();
  beforeAll(async () => {
    await waypost("add", "example.org/a", "--custom", "one", "--tags", "Spring,Sale");
    await waypost("add", "example.org/b", "--custom", "two", "--tags", "spring", "--archived");
    await waypost("add", "example.org/c", "--custom", "three", "--tags", String.raw`a\,b,c`);
  });

  const waypost = (...line: string[]) => runHere([...line, "--data", service.dataDir]);
  const answer = async (...line: string[]) => JSON.parse((await waypost(...line, "--json")).stdout);
  const aliases = async (...flags: string[]): Promise<string[]> =>
    (await answer("list", ...flags)).data.urls.map(({ alias }: { alias: string }) => alias);

  describe("the list of links", () => {
    test.each([
      [["--tag", "spring"], ["one"]],
      [
        ["--tag", "spring", "--archived", "all"],
        ["two", "one"],
      ],
      [["--tag", "spring,sale"], ["one"]],
      [["--tag", "spring", "--tag", "nobody"], []],
      [["--tag", String.raw`a\,b`], ["three"]],
      [["--archived", "true"], ["two"]],
      [
        ["--madeAfter", "2020-01-01", "--made-before", "2100-01-01"],
        ["three", "one"],
      ],
      [
        ["--no-clicks-since", "2100-01-01", "--max-clicks", "0"],
        ["three", "one"],
      ],
      [["--minClicks", "1"], []],
      [["--search", "three"], ["three"]],
      [["--q", "three"], ["three"]],
      [
        ["--no-expired", "--no-protected", "--order", "alias"],
        ["one", "three"],
      ],
      [
        ["--order", "alias", "--direction", "desc"],
        ["three", "one"],
      ],
    ])("takes %j", async (flags, expected) => {
      expect(await aliases(...flags)).toEqual(expected);
    });

    test("says what a filter can't be", async () => {
      expect(await waypost("list", "--archived", "maybe")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("--archived takes one of true, false, all"),
      });
      expect(await waypost("list", "--channel", "99")).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("channel must be the ID of an existing channel, not 99."),
      });
      expect(await waypost("list", "--madeAfter", "soon")).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("madeAfter must be a date"),
      });
    });
  });

  test("a filter whose name begins with no keeps its value in every spelling", async () => {
    await waypost("add", "example.org/d", "--custom", "followed", "--tags", "fresh");
    await waypost("add", "example.org/e", "--custom", "quiet", "--tags", "fresh");
    await service.visit("/followed");
    for (const flag of ["--no-clicks-since", "--noClicksSince"]) {
      expect(await aliases("--tag", "fresh", flag, "2020-01-01")).toEqual(["quiet"]);
      expect(
        await answer("bulk", "--tag", "fresh", flag, "2020-01-01", "--delete", "--preview"),
      ).toMatchObject({ matched: 1, removed: 1 });
    }
    await waypost("bulk", "--tag", "fresh", "--delete", "--yes");
  });

  test("tags are listed, renamed, joined and deleted", async () => {
    expect(await waypost("tags")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^TAG {5}COLOR {4}LINKS {2}CLICKS\na,b {5}#\w{6} {6}1 {7}0\nc {7}#\w{6} {6}1 {7}0\nSale {4}#\w{6} {6}1 {7}0\nSpring {2}#\w{6} {6}2 {7}0\n$/,
      ),
    });
    expect(await waypost("tags", "rename", "SPRING", "Season")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Tag has been updated successfully\.\nLinks {3}2\nChange {2}\d+\n$/,
      ),
    });
    expect(await waypost("tags", "rename", "sale", "season")).toMatchObject({ code: 0 });
    expect((await answer("tags", "--search", "s")).data.tags).toMatchObject([
      { tag: "Season", links: 2, clicks: 0 },
    ]);
    expect(await answer("tags", "delete", "season")).toEqual({
      error: 0,
      message: "Tag has been deleted successfully.",
      links: 2,
      change: expect.any(Number) as number,
    });
    expect(await waypost("tags", "delete", "season")).toMatchObject({
      code: 1,
      stderr: "waypost: Tag does not exist.\n",
    });
  });

  test("views are kept, listed and forgotten", async () => {
    const { stdout } = await waypost("views", "add", "Sales", "--query", '{"tag":["Sale"]}');
    expect(stdout).toMatch(/^\d+\n$/);
    expect((await answer("views")).data.views).toMatchObject([
      { id: Number(stdout), name: "Sales", kind: "links", query: { tag: ["Sale"] } },
    ]);
    expect(await waypost("views", "remove", stdout.trim())).toMatchObject({ code: 0 });
    expect(await waypost("views")).toMatchObject({
      stderr: expect.stringContaining("No views yet."),
    });
  });
});
