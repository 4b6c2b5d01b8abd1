import { createServer, type RequestListener } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { performance } from "node:perf_hooks";
import { afterEach, expect, test, describe } from "vitest";
import { createGuardedFetch } from "../../../src/server/outside/guardedFetch.ts";
import {
  createTargetFacts,
  type TargetFacts,
  type TargetQuestion,
} from "../../../src/server/outside/targetFacts.ts";
import { mayBeFramed } from "../../../src/server/outside/framing.ts";
import { pageTitle } from "../../../src/server/outside/pageTitle.ts";

describe("target facts", () => {
  const opened: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((close) => close()));
  });

  type Learned = readonly [link: number, facts: TargetFacts];

  /** A queue in an internet of one web server; `after(n)` resolves with the first n things learned. */
  async function queueBefore(
    answer: RequestListener,
    { isOn = (): boolean => true, learn = () => undefined as void | Promise<void> } = {},
  ) {
    const server = createServer(answer);
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const { port } = server.address() as AddressInfo;
    const learned: Learned[] = [];
    let told = () => {};
    const queue = createTargetFacts({
      fetch: createGuardedFetch({
        resolve: async () => ["93.184.215.14"],
        connect: () => connect(port, "127.0.0.1"),
      }),
      isOn,
      learned: ({ link }, facts) => {
        learned.push([link, facts]);
        told();
        return learn();
      },
    });
    opened.push(async () => {
      await queue.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    async function after(count: number): Promise<readonly Learned[]> {
      while (learned.length < count) {
        await new Promise<void>((resolve) => {
          told = resolve;
        });
      }
      return learned;
    }
    return { queue, learned, after };
  }

  function about(link: number, path = `/${link}`): TargetQuestion {
    return { link, url: `http://shop.example${path}`, framedBy: "https://go.example/spring" };
  }

  function page(title: string, headers: Readonly<Record<string, string>> = {}): RequestListener {
    return (_request, response) => {
      response.writeHead(200, { "Content-Type": "text/html", ...headers });
      response.end(`<title>${title}</title>`);
    };
  }

  test("a target's title and whether it may be framed are learned", async () => {
    const { queue, after } = await queueBefore(page("Spring &amp; more"));
    queue.ask(about(1));
    expect(await after(1)).toEqual([[1, { title: "Spring & more", framing: "allowed" }]]);
  });

  test.each([
    [{ "X-Frame-Options": "DENY" }, "refused"],
    [{ "Content-Security-Policy": "frame-ancestors 'self'" }, "refused"],
    [
      {
        "Content-Security-Policy": "frame-ancestors https://go.example",
        "X-Frame-Options": "DENY",
      },
      "allowed",
    ],
  ])("headers %j mean %s", async (headers, framing) => {
    const { queue, after } = await queueBefore(page("x", headers));
    queue.ask(about(1));
    expect(await after(1)).toEqual([[1, { title: "x", framing }]]);
  });

  test("redirects are followed, and the last page counts", async () => {
    const { queue, after } = await queueBefore((request, response) => {
      if (request.url === "/end") page("End")(request, response);
      else response.writeHead(301, { Location: "/end", "X-Frame-Options": "DENY" }).end();
    });
    queue.ask(about(1));
    expect(await after(1)).toEqual([[1, { title: "End", framing: "allowed" }]]);
  });

  test("the first 512 KiB are enough, and the rest is not read", async () => {
    let isGone = false;
    const { queue, after } = await queueBefore((_request, response) => {
      response.writeHead(200, { "Content-Type": "text/html" });
      response.write("<title>Early</title>");
      const more = () => {
        while (response.write(" ".repeat(65_536)));
      };
      response.on("drain", more).on("close", () => {
        isGone = true;
      });
      more();
    });
    queue.ask(about(1));
    expect(await after(1)).toEqual([[1, { title: "Early", framing: "allowed" }]]);
    queue.ask(about(2));
    await after(2);
    expect(isGone).toBe(true);
  });

  test("what can't be asked is unknown, and inside addresses are not asked", async () => {
    const { queue, after } = await queueBefore((_request, response) =>
      response.writeHead(500).end("<title>Failed</title>"),
    );
    const unknown = { title: null, framing: "unknown" };
    queue.ask(about(1));
    queue.ask({ ...about(2), url: "http://127.0.0.1/" });
    queue.ask({ ...about(3), url: "not an address" });
    expect(await after(3)).toEqual([
      [1, unknown],
      [2, unknown],
      [3, unknown],
    ]);
  });

  test("targets are asked one at a time, in order, and at most a hundred wait", async () => {
    let atOnce = 0;
    let most = 0;
    const { queue, after } = await queueBefore((request, response) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      setImmediate(() => {
        atOnce -= 1;
        page(request.url ?? "")(request, response);
      });
    });
    for (let link = 1; link <= 150; link += 1) queue.ask(about(link));
    // A newer question about a waiting link takes its place, also in a full queue.
    queue.ask(about(50, "/newer"));
    const learned = await after(101);
    expect(most).toBe(1);
    expect(learned.map(([link]) => link)).toEqual(
      Array.from({ length: 101 }, (_, index) => index + 1),
    );
    expect(learned[49]?.[1].title).toBe("/newer");
  });

  test("off by the setting, nothing is asked", async () => {
    let isOn = false;
    const paths: string[] = [];
    const { queue, after } = await queueBefore(
      (request, response) => {
        paths.push(request.url ?? "");
        page("x")(request, response);
      },
      { isOn: () => isOn },
    );
    queue.ask(about(1));
    isOn = true;
    queue.ask(about(2));
    await after(1);
    expect(paths).toEqual(["/2"]);
  });

  test("a caller that can't store an answer doesn't stop the queue", async () => {
    const { queue, after } = await queueBefore(page("x"), {
      learn: () => Promise.reject(new Error("the disk is full")),
    });
    queue.ask(about(1));
    queue.ask(about(2));
    expect(await after(2)).toHaveLength(2);
  });

  test("closing ends what is under way and forgets what waits", async () => {
    const asked = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const { queue, learned } = await queueBefore((_request, response) => {
      response.on("close", gone.resolve);
      asked.resolve();
    });
    queue.ask(about(1));
    queue.ask(about(2));
    await asked.promise;
    await queue.close();
    await gone.promise;
    queue.ask(about(3));
    await queue.close();
    expect(learned).toEqual([]);
  });
});

describe("framing", () => {
  const page = new URL("https://shop.example/page");
  const own = "https://go.example/spring";

  function may(policy: string | null, options: string | null = null, framing = own): boolean {
    return mayBeFramed({ policy, options }, page, new URL(framing));
  }

  test.each([
    [null, null],
    ["", ""],
    ["default-src 'none'", null],
    ["frame-ancestors *", null],
    ["FRAME-ANCESTORS https:", null],
    ["frame-ancestors http:", null],
    ["frame-ancestors go.example", null],
    ["frame-ancestors https://go.example", null],
    ["frame-ancestors http://go.example/path", null],
    ["frame-ancestors https://GO.example:443", null],
    ["frame-ancestors go.example:*", null],
    ["frame-ancestors 'self' *.example", null],
    ["script-src 'self'; frame-ancestors *; frame-ancestors 'none'", null],
    ["frame-ancestors *", "DENY"],
    ["default-src 'self', frame-ancestors *", "SAMEORIGIN"],
    [null, "ALLOWALL"],
    [null, "ALLOW-FROM https://other.example"],
    [null, "nonsense, more"],
  ])("policy %j with options %j allows it", (policy, options) => {
    expect(may(policy, options)).toBe(true);
  });

  test.each([
    ["frame-ancestors 'none'", null],
    ["frame-ancestors", null],
    ["frame-ancestors 'self'", null],
    ["frame-ancestors https://other.example", null],
    ["frame-ancestors *.go.example", null],
    ["frame-ancestors example", null],
    ["frame-ancestors https://go.example:8443", null],
    ["frame-ancestors ftp:", null],
    ["frame-ancestors *, frame-ancestors 'none'", null],
    ["frame-ancestors 'none'", "ALLOWALL"],
    [null, "deny"],
    [null, "SAMEORIGIN"],
    [null, "SAMEORIGIN, SAMEORIGIN"],
    [null, "SAMEORIGIN, ALLOWALL"],
    ["default-src 'self'", "DENY"],
  ])("policy %j with options %j refuses it", (policy, options) => {
    expect(may(policy, options)).toBe(false);
  });

  test("a page of the same origin is one of its own", () => {
    const same = "https://shop.example/s/spring";
    expect(may("frame-ancestors 'self'", "DENY", same)).toBe(true);
    expect(may(null, "SAMEORIGIN", same)).toBe(true);
    expect(may(null, "DENY", same)).toBe(false);
  });

  test("an http page and its port must be named", () => {
    const local = "http://127.0.0.1:4080/spring";
    expect(may("frame-ancestors *", null, local)).toBe(true);
    expect(may("frame-ancestors https:", null, local)).toBe(false);
    expect(may("frame-ancestors http://127.0.0.1", null, local)).toBe(false);
    expect(may("frame-ancestors http://127.0.0.1:4080", null, local)).toBe(true);
    expect(may("frame-ancestors 127.0.0.1:4080", null, local)).toBe(false);
  });
});

const html = "text/html; charset=utf-8";
const titleOf = (text: string, contentType: string | null = html) =>
  pageTitle(Buffer.from(text), contentType);

test.each([
  ["<title>Hello</title>", "Hello"],
  ["<!DOCTYPE html><HTML><HEAD><TITLE class=x>\n  Two\n  lines\t</TITLE></HEAD>", "Two lines"],
  [
    "<title>Fish &amp; Chips &mdash; &#x1F6A9; &#39;x&#39; &eacute &unknown;</title>",
    "Fish & Chips — \u{1F6A9} 'x' é &unknown;",
  ],
  ["<title>a <b>tag</b> is text here</title>", "a <b>tag</b> is text here"],
  ["<title>سلام\u200cها</title>", "سلام\u200cها"],
  ["<title>evil\u202Egnp\u202C\u0007 \u0000x</title>", "evilgnp x"],
  ["<!-- <title>no</title> --><script>'<title>no</title>'</script><title>yes</title>", "yes"],
  ["<style>/*<title>no</title>*/</style><title>yes</title>", "yes"],
  ["<body><svg><title>drawing</title></svg><title>page</title>", "page"],
  ["<title>first</title><title>second</title>", "first"],
  ["<title> </title><meta property='og:title' content='Graph &amp; co'>", "Graph & co"],
  ["<meta property=og:title content=Graph><title>Own</title>", "Own"],
  ["<meta name='OG:Title' content=Graph>", "Graph"],
  ["<meta property='og:title'><meta property='og:title' content=''>", null],
  ["<p>nothing", null],
  ["<title>cut off", "cut off"],
  ["", null],
])("the title of %j is %j", async (page, title) => {
  expect(await titleOf(page)).toBe(title);
});

test("a long title is cut between characters", async () => {
  expect(await titleOf(`<title>${"x".repeat(200)}</title>`)).toBe("x".repeat(200));
  expect(await titleOf(`<title>${"x".repeat(201)}</title>`)).toBe(`${"x".repeat(199)}…`);
  const flags = (await titleOf(`<title>${"\u{1F6A9}".repeat(150)}</title>`)) ?? "";
  expect({ length: flags.length, isWhole: flags.isWellFormed() }).toEqual({
    length: 199,
    isWhole: true,
  });
});

describe("the encoding", () => {
  const latin = (text: string) => Buffer.from(text, "latin1");
  test.each<[string, Buffer, string | null, string]>([
    ["of the header", latin("<title>caf\u00e9</title>"), "text/html; charset=iso-8859-1", "café"],
    [
      "in quotes",
      latin("<title>\u00cf\u00f0\u00e8</title>"),
      'text/html;Charset="windows-1251"',
      "При",
    ],
    [
      "of a meta tag",
      latin("<meta charset=windows-1251><title>\u00cf\u00f0\u00e8</title>"),
      "text/html",
      "При",
    ],
    [
      "of an old meta tag",
      latin(
        '<meta http-equiv="Content-Type" content="text/html; charset=windows-1256"><title>\u00d3\u00e1\u00c7\u00e3</title>',
      ),
      null,
      "سلام",
    ],
    [
      "of the header before the meta tag",
      Buffer.from("<meta charset=latin1><title>é</title>"),
      html,
      "é",
    ],
    [
      "of the mark before the header",
      Buffer.from("\u{FEFF}<title>é</title>"),
      "text/html; charset=latin1",
      "é",
    ],
    ["UTF-16 with a mark", Buffer.from("\u{FEFF}<title>é</title>", "utf16le"), "text/html", "é"],
    ["UTF-16 that is none", Buffer.from("<meta charset=utf-16><title>é</title>"), "text/html", "é"],
    ["not named, UTF-8", Buffer.from("<title>é</title>"), "text/html", "é"],
    ["not named, not UTF-8", latin("<title>\u0093caf\u00e9\u0094</title>"), "text/html", "“café”"],
    ["unknown", Buffer.from("<title>é</title>"), "text/html; charset=klingon", "é"],
    [
      "Japanese",
      Buffer.from("3c7469746c653e93fa967b3c2f7469746c653e", "hex"),
      "text/html; charset=Shift_JIS",
      "日本",
    ],
  ])("%s is honoured", async (_name, bytes, contentType, title) => {
    expect(await pageTitle(bytes, contentType)).toBe(title);
  });

  test("a page cut inside a character is still UTF-8", async () => {
    expect(await pageTitle(Buffer.from("<title>é</title>é").subarray(0, -1), null)).toBe("é");
  });
});

test.each(["application/pdf", "image/svg+xml", "text/plain", "application/json"])(
  "%s has no title",
  async (contentType) => {
    expect(await titleOf("<title>x</title>", contentType)).toBeNull();
  },
);

test("a title far down, after half a megabyte of script, is found", async () => {
  expect(await titleOf(`<script>${"<title>".repeat(70_000)}</script><title>x</title>`)).toBe("x");
});

test.each([
  ["open tags", "<b>".repeat(170_000)],
  ["attributes", `<meta ${"a b=c ".repeat(85_000)}`],
  ["less-than signs", "<".repeat(512 * 1_024)],
  ["ampersands", `<title>${"&".repeat(512 * 1_024)}`],
  ["comments", "<!--".repeat(128 * 1_024)],
  ["titles", "<title>".repeat(73_000)],
  ["spaces", `<title>${" ".repeat(512 * 1_024)}`],
])("half a megabyte of %s costs little", async (_name, page) => {
  const before = performance.now();
  await titleOf(page);
  expect(performance.now() - before).toBeLessThan(1_500);
});
