import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Resvg } from "@resvg/resvg-js";
import jsqr from "jsqr";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { serverForAll } from "../support/testServer.ts";
import { runHere, type Ran } from "./runHere.ts";

describe("resources", () => {
  const folder = mkdtempSync(join(tmpdir(), "waypost-resources-"));
  const publicBase = "https://go.example.org/s";

  const service = serverForAll({ baseUrl: publicBase, settings: { verifyDomains: "false" } });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
  });

  function here(...line: readonly string[]): Promise<Ran> {
    return runHere([...line, "--data", service.dataDir]);
  }

  /** A command that reads a secret from standard input. */
  async function hereWithInput(input: string, ...line: readonly string[]): Promise<Ran> {
    const stdin = vi.spyOn(process, "stdin", "get");
    stdin.mockReturnValue(Readable.from([input]) as typeof process.stdin);
    try {
      return await here(...line);
    } finally {
      stdin.mockRestore();
    }
  }

  /** What the command printed, without the line's end. */
  async function done(...line: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await here(...line);
    expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: "" });
    return stdout.trimEnd();
  }

  async function json(...line: readonly string[]): Promise<unknown> {
    return JSON.parse(await done(...line, "--json"));
  }

  /** Items of a list, whatever their name. */
  async function listed(...line: readonly string[]): Promise<unknown> {
    const { data } = (await json(...line)) as { data: Record<string, unknown> };
    return Object.values(data).find((value) => Array.isArray(value));
  }

  describe("each resource is made, listed, changed and removed", () => {
    test("pixels", async () => {
      const id = await done("pixel", "add", "gapixel", "Shop", "G-1");
      expect(id).toMatch(/^\d+$/);
      expect(await done("pixel", "list")).toMatch(
        /^ID {2}TYPE +NAME +TAG +DATE +LINKS\n *\d+ {2}analyticspixel {2}Shop {2}G-1 {2}\d{4}-/,
      );
      expect(await done("pixel", "edit", id, "--name", "Other shop")).toMatch(
        /^Pixel has been updated successfully\.\nChange {2}\d+$/,
      );
      expect(await listed("pixel", "list")).toEqual([
        expect.objectContaining({ id: Number(id), name: "Other shop", tag: "G-1" }),
      ]);
      await done("add", "https://example.org/pixel", "--custom", "with-pixel", "--pixels", id);
      expect(await done("pixel", "remove", id)).toMatch(
        /^Pixel has been deleted successfully\.\nLinks {3}1\nChange {2}\d+$/,
      );
      const none = await here("pixel", "list");
      expect(none).toMatchObject({ code: 0, stdout: "" });
      expect(none.stderr).toContain("pixel add --help");
    });

    test("domains", async () => {
      const id = await done(
        "domain",
        "add",
        "https://brand.example.org",
        "--redirect404",
        "https://example.org/404",
      );
      await done(
        "domain",
        "edit",
        id,
        "--redirectroot",
        "https://example.org/",
        "--clear",
        "redirect404",
      );
      expect(await listed("domain", "list")).toMatchObject([
        {
          id: Number(id),
          domain: "https://brand.example.org",
          redirectroot: "https://example.org/",
          redirect404: "",
        },
      ]);
      await done("domain", "remove", id);
      expect(await listed("domain", "list")).toMatchObject([]);
    });

    test("overlays", async () => {
      const id = await done(
        "overlay",
        "add",
        "contact",
        "Ask us",
        "--fields",
        "name,email",
        "--background",
        "#abc",
      );
      await done(
        "overlay",
        "edit",
        id,
        "--message",
        "Hello",
        "--fields",
        "name",
        "--fields",
        "phone",
      );
      expect(await json("overlay", "show", id)).toMatchObject({
        details: { type: "contact", name: "Ask us", message: "Hello", fields: ["name", "phone"] },
      });
      expect(await done("overlay", "show", id)).toMatch(/^Background +#AABBCC$/m);
      expect(await done("overlay", "list")).toContain("Ask us");
      await done("overlay", "remove", id);
      expect(await here("overlay", "show", id)).toMatchObject({ code: 1, stdout: "" });
    });

    test("splash pages", async () => {
      const id = await done("splash", "add", "Wait", "--delay", "3");
      await done("splash", "edit", id, "--message", "Soon");
      expect(await json("splash", "show", id)).toMatchObject({
        details: { name: "Wait", delay: 3, message: "Soon" },
      });
      expect(await done("splash", "list")).toContain("Wait");
      await done("splash", "remove", id);
      expect(await listed("splash", "list")).toEqual([]);
    });

    test("bio pages", async () => {
      const address = await done(
        "bio",
        "add",
        "Anna",
        "--custom",
        "anna",
        "--links",
        "My shop=https://example.org/?a=b",
      );
      expect(address).toBe(`${publicBase}/anna`);
      const [{ id }] = (await listed("bio", "list")) as [{ id: number }];
      await done("bio", "edit", String(id), "--description", "Gardens");
      expect(await json("bio", "show", String(id))).toMatchObject({
        details: {
          description: "Gardens",
          links: [{ title: "My shop", url: "https://example.org/?a=b" }],
        },
      });
      await done("bio", "remove", String(id));
      expect(await listed("bio", "list")).toEqual([]);
    });

    test("campaigns, and links in them", async () => {
      await done("add", "https://example.org/campaign", "--custom", "in-campaign");
      const id = await done(
        "campaign",
        "add",
        "--name",
        "Spring",
        "--slug",
        "spring-fair",
        "--public",
      );
      expect(await done("campaign", "assign", id, "in-campaign")).toMatch(
        /^Link successfully added to the campaign\.\nChange {2}\d+$/,
      );
      expect(await json("show", "in-campaign")).toMatchObject({
        details: { campaign: Number(id) },
      });
      const changed = await done("campaign", "edit", id, "--no-public");
      expect(changed).toMatch(/^Name +Spring$/m);
      expect(await listed("campaign", "list")).toEqual([
        expect.objectContaining({ name: "Spring", slug: "spring-fair", public: false, links: 1 }),
      ]);
      await done("campaign", "unassign", id, `${publicBase}/in-campaign`);
      expect(await json("show", "in-campaign")).toMatchObject({ details: { campaign: null } });
      await done("campaign", "remove", id);
      const gone = await here("campaign", "edit", id, "--public");
      expect(gone).toMatchObject({ code: 1, stdout: "" });
      expect(gone.stderr).toContain("Campaign does not exist.");
    });

    test("channels, and what is in them", async () => {
      await done("add", "https://example.org/channel", "--custom", "in-channel");
      const code = (await json("qr", "add", "text", "Hello")) as { id: number };
      const id = await done("channel", "add", "Letters", "--color", "#123", "--starred");
      await done("channel", "assign", id, "links", "in-channel");
      await done("channel", "assign", id, "qr", String(code.id));
      expect(await listed("channel", "show", id)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ type: "qr", id: code.id }),
          expect.objectContaining({ type: "links", link: "https://example.org/channel" }),
        ]),
      );
      await done("channel", "unassign", id, "links", "in-channel");
      expect(await listed("channel", "show", id)).toHaveLength(1);
      await done("channel", "edit", id, "--no-starred", "--name", "Post");
      expect(await listed("channel", "list")).toMatchObject([
        { id: Number(id), name: "Post", description: "", color: "#112233", starred: false },
      ]);
      await done("channel", "remove", id);
      expect(await listed("channel", "list")).toMatchObject([]);
    });

    test("the account", async () => {
      await done("account", "edit", "--email", "anna@example.org");
      expect(await done("account")).toMatch(/^Email +anna@example\.org$/m);
      expect(await json("account", "show")).toMatchObject({ data: { email: "anna@example.org" } });
      const short = await hereWithInput("short\n", "account", "edit", "--password", "-");
      expect(short).toMatchObject({ code: 1, stdout: "" });
      expect(short.stderr).toContain("8 to 128 characters");
    });

    test("the service and its contract", async () => {
      expect(await done("service")).toMatch(/^Version +\d/m);
      expect(await json("openapi")).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
      expect(await done("key")).toBe(service.apiKey);
    });
  });

  /** What a camera reads in a picture. */
  function scanned(pixels: { data: Uint8ClampedArray; width: number; height: number }) {
    return jsqr.default(pixels.data, pixels.width, pixels.height)?.data;
  }

  function drawn(svg: string) {
    const picture = new Resvg(svg, { background: "white" }).render();
    const { width, height } = picture;
    return { data: new Uint8ClampedArray(picture.pixels), width, height };
  }

  /** A PNG, drawn by the renderer that also draws SVG. */
  function drawnPng(png: Buffer) {
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    const source = `data:image/png;base64,${png.toString("base64")}`;
    return drawn(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image href="${source}" width="${width}" height="${height}"/></svg>`,
    );
  }

  describe("QR codes", () => {
    test("a picture is saved, also where the short addresses are public ones", async () => {
      const file = join(folder, "code.png");
      const address = await done("qr", "add", "link", "https://example.org/x", "--out", file);
      expect(address.startsWith(`${publicBase}/qr/`)).toBe(true);
      const pixels = drawnPng(readFileSync(file));
      expect(scanned(pixels)).toBe(address.replace("/qr/", "/q/"));
      const { data } = (await json("qr", "list", "--search", "example.org/x")) as {
        data: { qrs: [{ id: number }] };
      };
      const id = String(data.qrs[0].id);
      const large = join(folder, "large.PNG");
      await done("qr", "show", id, "--out", large, "--size", "1000");
      expect(drawnPng(readFileSync(large)).width).toBe(1000);
      const svg = join(folder, "code.svg");
      await done("qr", "edit", id, "https://example.org/y", "--out", svg);
      expect(scanned(drawn(readFileSync(svg, "utf8")))).toBe(address.replace("/qr/", "/q/"));
      expect(await json("qr", "show", id)).toMatchObject({
        details: { data: "https://example.org/y" },
      });
    });

    test("data by type through flags, and a change keeps the rest", async () => {
      const file = join(folder, "wifi.png");
      const flags = ["--ssid", "Home", "--pass", "-", "--name", "Guests"];
      const made = await hereWithInput(
        "a b c d\n",
        "qr",
        "add",
        "wifi",
        ...flags,
        "--out",
        file,
        "--json",
      );
      const { id } = JSON.parse(made.stdout) as { id: number };
      expect(scanned(drawnPng(readFileSync(file)))).toBe("WIFI:T:WPA;S:Home;P:a b c d;;");
      await done("qr", "edit", String(id), "--ssid", "Garden");
      expect(await json("qr", "show", String(id))).toMatchObject({
        details: { data: { ssid: "Garden", pass: "a b c d" }, name: "Guests", type: "wifi" },
      });
      await done("qr", "edit", String(id), "--foreground", "rgb(0,0,80)");
      expect(await done("qr", "show", String(id))).toMatch(/^Foreground +rgb\(0,0,80\)$/m);
      await done("qr", "remove", String(id));
      expect(await here("qr", "show", String(id))).toMatchObject({ code: 1, stdout: "" });
    });

    test("a picture that can't be written is said, and that the code is kept", async () => {
      const exit = await here("qr", "add", "text", "Hi", "--out", join(folder, "no/such/code.png"));
      expect(exit).toMatchObject({ code: 1, stdout: "" });
      expect(exit.stderr).toContain("is saved");
      expect(await done("qr", "list", "--search", "Hi")).toContain("Hi");
    });
  });

  describe("wrong use", () => {
    test.each([
      [["pixel", "add", "gapixel", "Shop"], "tag"],
      [["pixel", "frobnicate"], "frobnicate"],
      [["frobnicate"], "frobnicate"],
      [["channel", "add", "News", "--starred=maybe"], "--starred"],
      [["account", "edit"], "at least one flag"],
    ])("%j", async (line, named) => {
      const exit = await here(...line);
      expect(exit).toMatchObject({ code: 2, stdout: "" });
      expect(exit.stderr.trimEnd().split("\n")).toEqual([expect.stringContaining(named)]);
    });

    test("the service's refusals are its own words", async () => {
      const exit = await here("channel", "add", "News", "--color", "red");
      expect(exit).toMatchObject({ code: 1, stdout: "" });
      expect(exit.stderr).toContain("must be a color such as #1A2B3C");
    });
  });

  describe("asked for nothing", () => {
    test.each([
      [[], "Short links:"],
      [["qr"], "Create a QR code"],
    ])("%j prints help", async (line, named) => {
      const { code, stdout, stderr } = await runHere(line);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain(named);
    });

    test("--version prints the package's version", async () => {
      const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
      expect(await runHere(["--version"])).toMatchObject({ code: 0, stdout: `${version}\n` });
    });
  });
});

describe("empty lists", () => {
  const server = serverForAll();
  beforeAll(async () => {
    await server.api("POST", "/api/url/add", { url: "https://example.org/", tags: ["spring"] });
  });

  test.each([
    ["list --tag file", 'No link has the tag "file".'],
    ["list --tag spring --tag file", 'No link has the tags "spring" and "file".'],
    ["list --status public --protected", "No link matches --status, --protected."],
    ["list --tag spring --search zzz", "No link matches --search, --tag."],
    ["list --search zzz", 'No link matches "zzz".'],
  ])("%s", async (line, says) => {
    const { code, stderr } = await runHere([...line.split(" "), "--data", server.dataDir]);
    expect([code, stderr.trim()]).toEqual([0, says]);
  });

  test("help names what a command takes, and none of a command that doesn't exist", async () => {
    expect(await runHere(["links", "--help"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('unknown command "links". Did you mean link?') as string,
    });
    const { stdout } = await runHere(["--help"]);
    expect(stdout).toMatch(/ add \[options\] <url> /);
    const browsers = (await runHere(["statistics", "show", "--help"])).stdout;
    expect(browsers).not.toContain("for example 'Spring sale'");
  });
});
