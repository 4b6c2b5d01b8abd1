import { beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../support/server.ts";
import { serverForAll } from "../../support/testServer.ts";

const total = 40;

/** Aliases `link-01` to `link-40`; `link-07` has three clicks, `link-09` and `link-12` one each. */
const server = serverForAll();
beforeAll(async () => {
  for (let number = 1; number <= total; number += 1) {
    const name = String(number).padStart(2, "0");
    await server.api("POST", "/api/url/add", {
      url: `https://example.com/${number === 3 ? "Needle" : "page"}/${name}`,
      custom: `link-${name}`,
      ...(number === 5 ? { metatitle: "a NEEDLE in a title (100%)" } : {}),
      ...(number === 6 ? { name: "the owner's needle" } : {}),
      ...(number === 8 ? { description: "in the notes: nEEdle" } : {}),
      ...(number === 11
        ? { geotarget: [{ location: "Iran", link: "https://needle.example" }] }
        : {}),
    });
  }
  for (const alias of ["link-07", "link-07", "link-07", "link-09", "link-12"]) {
    await server.visit(`/${alias}`);
  }
});

async function list(query: string) {
  const { status, body } = await server.api("GET", `/api/urls${query}`);
  expect(status).toBe(200);
  return body;
}

async function aliases(query: string): Promise<string[]> {
  return (await list(query)).data.urls.map(({ alias }: { alias: string }) => alias);
}

describe("links ordered by match", () => {
  test("have the alias first, then a word of the title, then most clicks", async () => {
    expect(await aliases("?q=link-07&order=match")).toEqual(["link-07"]);
    expect(await aliases("?q=needle&order=match")).toEqual([
      "link-06",
      "link-05",
      "link-11",
      "link-08",
      "link-03",
    ]);
    expect((await aliases("?q=link&order=match&limit=3")).slice(0, 1)).toEqual(["link-07"]);
    const { data } = await list("?q=needle&order=match&limit=2&page=2");
    expect([data.result, data.urls[0].alias]).toEqual([5, "link-11"]);
  });

  test("without a search have most clicks first", async () => {
    expect((await aliases("?order=match"))[0]).toBe("link-07");
  });
});

describe("a page of links", () => {
  test("is fifteen, newest first, in the envelope with the string 0", async () => {
    const { error, data } = await list("");
    const { urls, ...place } = data;
    expect(error).toBe("0");
    expect(place).toEqual({ result: 40, perpage: 15, currentpage: 1, nextpage: 2, maxpage: 3 });
    expect(urls).toHaveLength(15);
    expect(urls[0]).toEqual({
      id: total,
      alias: "link-40",
      shorturl: `${server.shortBase}/link-40`,
      longurl: "https://example.com/page/40",
      clicks: 0,
      title: "",
      description: "",
      date: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
      name: "",
      uniqueclicks: 0,
      domain: server.shortBase,
      campaign: null,
      channel: [],
      status: "private",
      type: "direct",
      expiry: null,
      password: false,
      tags: [],
      archived: false,
      source: null,
      earlierclicks: 0,
      lastclick: null,
    });
  });

  test.each([
    ["?limit=7&page=6", { perpage: 7, currentpage: 6, nextpage: 6, maxpage: 6 }, 5],
    ["?limit=40", { perpage: 40, currentpage: 1, nextpage: 1, maxpage: 1 }, 40],
    ["?page=9", { perpage: 15, currentpage: 9, nextpage: 3, maxpage: 3 }, 0],
    ["?limit=5000", { perpage: 1000, currentpage: 1, nextpage: 1, maxpage: 1 }, 40],
    ["?limit=0&page=0", { perpage: 15, currentpage: 1, nextpage: 2, maxpage: 3 }, 15],
    ["?limit=-3&page=-1", { perpage: 15, currentpage: 1, nextpage: 2, maxpage: 3 }, 15],
    ["?limit=all&page=last", { perpage: 15, currentpage: 1, nextpage: 2, maxpage: 3 }, 15],
    ["?limit=&page=", { perpage: 15, currentpage: 1, nextpage: 2, maxpage: 3 }, 15],
    ["?limit=2.5&page=1.5", { perpage: 15, currentpage: 1, nextpage: 2, maxpage: 3 }, 15],
  ])("%s", async (query, place, length) => {
    const { urls, ...rest } = (await list(query)).data;
    expect(rest).toEqual({ result: 40, ...place });
    expect(urls).toHaveLength(length);
  });

  test("past any end is empty", async () => {
    const { data } = await list("?page=9007199254740991&limit=1000");
    expect(data).toMatchObject({ currentpage: 9007199254740991, nextpage: 1, urls: [] });
  });
});

describe("a parameter that selects nothing", () => {
  const warned = async (query: string) => (await list(query)).warnings as unknown;

  test("is named, with the one that was likely meant", async () => {
    expect(await warned("?search=needle&tags=spring&limit=2")).toEqual([
      `"search" isn't a parameter of this list and was ignored. Did you mean "q"?`,
      `"tags" isn't a parameter of this list and was ignored. Did you mean "tag"?`,
    ]);
    expect(await warned("?zzz=1")).toEqual([
      `"zzz" isn't a parameter of this list and was ignored.`,
    ]);
    const many = Array.from({ length: 12 }, (_, index) => `${"x".repeat(200)}${index}=1`);
    const told = (await warned(`?${many.join("&")}`)) as string[];
    expect(told).toHaveLength(11);
    expect(told.at(-1)).toBe("2 more keys were ignored.");
    expect(Math.max(...told.map(({ length }) => length))).toBeLessThan(200);
  });

  test("isn't named where all is as it should be, nor beside short", async () => {
    for (const query of ["", "?limit=2&page=1&q=&order=clicks", "?short=link-01&search=x"]) {
      expect(await list(query)).not.toHaveProperty("warnings");
    }
  });

  test("of a wrong order says which there are; the lists of the contract answer", async () => {
    expect(await warned("?order=zzz")).toEqual([
      'order must be one of date, click, alias, url, expiry, lastclick, match. "zzz" was ignored.',
    ]);
    const { status, body } = await server.api("GET", "/api/channels?order=zzz&serach=x");
    expect([status, body.warnings]).toEqual([
      200,
      [
        `"serach" isn't a parameter of this list and was ignored. Did you mean "q"?`,
        'order must be one of date, name, links, clicks. "zzz" was ignored.',
      ],
    ]);
  });

  test.each(["/api/tags", "/api/bio"])("%s refuses a wrong order", async (path) => {
    const { status, body } = await server.api("GET", `${path}?order=zzz`);
    expect([status, body.faults]).toMatchObject([
      400,
      [{ field: "order", code: "choice", message: expect.stringMatching(/^must be one of \w+, /) }],
    ]);
  });
});

describe("order", () => {
  test.each(["click", "clicks"])("%s: most first, of equal ones the newest", async (order) => {
    expect(await aliases(`?order=${order}&limit=5`)).toEqual([
      "link-07",
      "link-12",
      "link-09",
      "link-40",
      "link-39",
    ]);
    expect(await aliases(`?order=${order}&limit=2&page=2`)).toEqual(["link-09", "link-40"]);
  });

  test.each(["date", "", "made", "CLICK"])("%j: newest first", async (order) => {
    expect(await aliases(`?order=${order}&limit=2`)).toEqual(["link-40", "link-39"]);
  });

  test("clicks show in the item", async () => {
    const [first] = (await list("?order=click&limit=1")).data.urls;
    expect(first).toMatchObject({ alias: "link-07", clicks: 3, uniqueclicks: 1 });
  });
});

describe("q", () => {
  test("finds titles, aliases, addresses and notes in any case", async () => {
    expect(await aliases("?q=needle")).toEqual([
      "link-11",
      "link-08",
      "link-06",
      "link-05",
      "link-03",
    ]);
    expect(await aliases("?q=LINK-1&limit=3")).toEqual(["link-19", "link-18", "link-17"]);
  });

  test("is text, not a pattern, and takes pages", async () => {
    expect(await aliases("?q=.*")).toEqual([]);
    expect(await aliases(`?q=${encodeURIComponent("(100%)")}`)).toEqual(["link-05"]);
    const { data } = await list("?q=link-&limit=10&page=4");
    expect(data).toMatchObject({ result: 40, maxpage: 4, currentpage: 4, nextpage: 4 });
    expect(data.urls.at(-1).alias).toBe("link-01");
  });

  test("goes with order, and finds a pasted short address", async () => {
    expect(await aliases("?q=link-&order=click&limit=3")).toEqual([
      "link-07",
      "link-12",
      "link-09",
    ]);
    expect(await aliases(`?q=${encodeURIComponent(`${server.shortBase}/LINK-05`)}`)).toEqual([
      "link-05",
    ]);
  });

  test("of nothing is no search; too long is refused", async () => {
    expect((await list("?q=%20")).data.result).toBe(40);
    const { status, body } = await server.api("GET", `/api/urls?q=${"x".repeat(201)}`);
    expect([status, body.message]).toEqual([400, "q must be at most 200 characters."]);
  });
});

describe("short", () => {
  test.each([
    (base: string) => `${base}/link-05`,
    (base: string) => `${base}/LINK-05/`,
    (base: string) => `${base}/link%2D05?from=mail#top`,
    (base: string) => base.replace("http:", "https:") + "/link-05",
    (base: string) => `${base.replace("http://", "")}/link-05`,
    (base: string) => `${base.replace("http://127.0.0.1", "localhost")}/link-05`,
    () => "link-05",
    () => "Link-05",
  ])("%# finds the link", async (short) => {
    const query = `?short=${encodeURIComponent(short(server.baseUrl))}`;
    const found = await list(`${query}&page=7&q=${"x".repeat(300)}&limit=x`);
    const { body } = await server.api("GET", `/api/url/${found.id}`);
    expect(found).toEqual(body);
    expect(found.details.alias).toBe("link-05");
  });

  test.each([
    "link-99",
    "https://other.example/link-05",
    "other.example/link-05",
    "http://127.0.0.1:1/link-05",
    "http://",
    "%",
    "/",
    "javascript:link-05",
  ])("%s finds nothing", async (short) => {
    const { status, body } = await server.api(
      "GET",
      `/api/urls?short=${encodeURIComponent(short)}`,
    );
    expect([status, body]).toEqual([
      404,
      { error: 1, message: "Link does not exist.", code: "gone" },
    ]);
  });

  test("of nothing is not given", async () => {
    expect((await list("?short=")).error).toBe("0");
  });
});

test("dialect vendor: lists answer the integer 0", async () => {
  const vendor = await startTestServer({ settings: { dialect: "vendor" } });
  const { body } = await vendor.api("GET", "/api/urls");
  await vendor.stop();
  expect(body).toEqual({
    error: 0,
    data: { result: 0, perpage: 15, currentpage: 1, nextpage: 1, maxpage: 1, urls: [] },
  });
});
