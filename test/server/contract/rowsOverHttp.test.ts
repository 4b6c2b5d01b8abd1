import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { additiveRows } from "../../contract/rows/additiveRows.ts";
import { contractRows } from "../../contract/rows/contractRows.ts";
import { type ContractRow, failure, nameOf } from "../../contract/rows/row.ts";
import { answerFaults } from "../../contract/rows/wireFaults.ts";
import { serverForAll } from "../../support/testServer.ts";
import { type Answer, type Caller, createCaller } from "./caller.ts";
import { type Call, cases } from "./cases.ts";
import { createWorkshop, target, type Workshop } from "./workshop.ts";

const rows: readonly ContractRow[] = [...contractRows, ...additiveRows];

// Each test makes what its row needs; that takes its time where much else runs.
vi.setConfig({ testTimeout: 30_000 });

let caller: Caller;
let workshop: Workshop;

const server = serverForAll({ settings: { verifyDomains: "false" } });
beforeAll(async () => {
  caller = createCaller(server.baseUrl, server.apiKey);
  workshop = createWorkshop(caller, server);
});

afterAll(async () => {
  caller.close();
});

function pathOf({ path }: ContractRow, { params = {}, query = {} }: Call): string {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) => String(params[name]));
  return text === "" ? filled : `${filled}?${text}`;
}

function send(row: ContractRow, call: Call, method: string = row.method): Promise<Answer> {
  const sent =
    call.file === undefined
      ? { ...(call.body !== undefined && { body: call.body }) }
      : { raw: call.file, headers: { "content-type": "application/octet-stream" } };
  return caller.call(method, pathOf(row, call), sent);
}

function headerFaults({ headers }: Answer): readonly string[] {
  const numbers = ["limit", "remaining", "reset"].map((name) => `x-ratelimit-${name}`);
  return [
    ...(String(headers["content-type"]).startsWith("application/json") ? [] : ["content-type"]),
    ...numbers.filter((name) => !/^\d+$/.test(String(headers[name]))),
  ];
}

function fileFaults({ headers }: Answer): readonly string[] {
  const name = /^attachment; filename="?[\w.-]+"?$/.test(String(headers["content-disposition"]));
  return name ? [] : ["no file"];
}

/** What is wrong with a success; nothing when it is as its row says. */
function successFaults(row: ContractRow, answer: Answer): readonly string[] {
  if (row.answersFile === true && answer.status === 200) return fileFaults(answer);
  return answer.status === 200
    ? [...answerFaults(row.answers, answer.body), ...headerFaults(answer)]
    : [answer.text];
}

/** Its status, when it is a failure as it should be; else what is wrong with it. */
function failureOf(answer: Answer): unknown {
  const faults = [...answerFaults([failure], answer.body), ...headerFaults(answer)];
  return faults.length === 0 ? answer.status : faults;
}

async function callsOf(row: ContractRow): Promise<readonly Call[]> {
  return (await cases[nameOf(row)]?.(workshop)) ?? [];
}

/** Lists prove nothing about their items while they are empty. */
function itemsOf(body: unknown): readonly unknown[] | undefined {
  const data: unknown = Object.entries(Object(body)).find(([key]) => key === "data")?.[1];
  return Object.values(Object(data)).find((value): value is unknown[] => Array.isArray(value));
}

const methodsAt = (path: string) =>
  rows
    .filter((row) => row.path === path)
    .flatMap(({ method, alsoMethod }) =>
      alsoMethod === undefined ? method : [method, alsoMethod],
    );

test("every row has a case, and every case a row", () => {
  expect(Object.keys(cases).toSorted()).toEqual(rows.map(nameOf).toSorted());
});

describe.each(rows.map((row) => [nameOf(row), row] as const))("%s", (_name, row) => {
  const methods = row.alsoMethod === undefined ? [row.method] : [row.method, row.alsoMethod];
  const parameters = [...row.path.matchAll(/:(\w*id)\b/g)].map(([, name = ""]) => name);

  test.each(methods)("succeeds to the letter (%s)", async (method) => {
    const calls = await callsOf(row);
    expect(calls).not.toEqual([]);
    for (const [index, call] of calls.entries()) {
      const answer = await send(row, call, method);
      expect(successFaults(row, answer)).toEqual([]);
      const isFirstOfList = index === 0 && row.query !== undefined;
      expect(isFirstOfList ? itemsOf(answer.body) : undefined).not.toEqual([]);
    }
  });

  test("needs a key", async () => {
    const [call = {}] = await callsOf(row);
    const path = pathOf(row, call);
    for (const authorization of [null, "Bearer wrong", "Basic x", `Token ${server.apiKey}`]) {
      const answer = await caller.call(row.method, path, { headers: { authorization } });
      expect(failureOf(answer)).toBe(401);
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
      expect(answer.body).toMatchObject({
        message: "A valid API key is required to use this service.",
      });
    }
  });

  test.each(parameters)("does not know another %s", async (name) => {
    const [call = {}] = await callsOf(row);
    const strangers = ["987654321", "0", "-1", "1.5", "9007199254740993", "x", "%20", "1e1"];
    for (const stranger of strangers) {
      const params = { ...call.params, [name]: stranger };
      expect(failureOf(await send(row, { ...call, params }))).toBe(404);
    }
  });

  const kinds = row.path.includes(":type") ? ["urls", "link", "0"] : [];
  test.each(kinds)("knows no type %s of item", async (type) => {
    const [call = {}] = await callsOf(row);
    expect(failureOf(await send(row, { params: { ...call.params, type } }))).toBe(400);
  });

  test("takes no other method, and says which it takes", async () => {
    const [call = {}] = await callsOf(row);
    const answer = await send(row, { ...call, body: {} }, "PATCH");
    expect(failureOf(answer)).toBe(405);
    const { allow = "" } = answer.headers;
    expect(allow.split(", ").toSorted()).toEqual(methodsAt(row.path).toSorted());
  });

  // A row without a body has nothing to refuse.
  const noObjects =
    row.body === undefined ? [] : ["{", "[]", '"x"', "5", "null", "{'a':1}", "\u0000"];
  test.each(noObjects)("takes a JSON object, not %j", async (raw) => {
    const [{ body: _body, ...call } = {}] = await callsOf(row);
    const path = pathOf(row, call);
    expect(failureOf(await caller.call(row.method, path, { raw }))).toBe(400);
    const headers = { "content-type": "text/plain" };
    expect(failureOf(await caller.call(row.method, path, { raw, headers }))).toBe(415);
  });

  const required = Object.keys(row.body?.required ?? {});
  test.each(required)("names %s when it is missed", async (field) => {
    const [call = {}] = await callsOf(row);
    for (const absent of [undefined, null, ""]) {
      const body = { ...call.body, [field]: absent };
      const answer = await send(row, { ...call, body });
      expect(failureOf(answer)).toBe(400);
      expect(answer.text).toContain(field);
    }
  });
});

describe("the sample body that clients copy", () => {
  const sample = {
    url: target,
    status: "private",
    custom: "sample",
    password: "mypass",
    expiry: "2035-11-11 12:00:00",
    type: "splash",
    metatitle: "Not an example",
    metadescription: "Not an example description",
    metaimage: "https://example.com/logo.png",
    description: "For a friend",
    pixels: [987654321, 987654322],
    channel: 987654323,
    campaign: 987654324,
    deeplink: {
      auto: true,
      apple: "https://apps.apple.com/us/app/example/id284815942",
      google: "https://play.google.com/store/apps/details?id=com.example",
    },
    geotarget: [
      { location: "Canada", link: "https://example.ca" },
      { location: "United States", link: "https://example.us" },
    ],
    devicetarget: [
      { device: "iPhone", link: "https://example.com/iphone" },
      { device: "Android", link: "https://example.com/android" },
    ],
    languagetarget: [
      { language: "en", link: "https://example.com/en" },
      { language: "fr", link: "https://example.com/fr" },
    ],
    parameters: [
      { name: "aff", value: "3" },
      { device: "gtm_source", link: "api" },
    ],
  };

  test("is refused by the name of each id that doesn't exist", async () => {
    const answer = await caller.call("POST", "/api/url/add", { body: sample });
    expect(failureOf(answer)).toBe(400);
    for (const id of [...sample.pixels, sample.channel, sample.campaign]) {
      expect(answer.text).toContain(String(id));
    }
  });

  test("is taken once they exist", async () => {
    const pixels = [await workshop.make("pixel"), await workshop.make("pixel")];
    const channel = await workshop.make("channel");
    const campaign = await workshop.make("campaign");
    const body = { ...sample, pixels, channel, campaign };
    const answer = await caller.call("POST", "/api/url/add", { body });
    expect(answer.body).toMatchObject({ error: 0 });
    const { id } = Object(answer.body);
    expect(await caller.call("GET", `/api/url/${id}`)).toMatchObject({
      body: {
        details: {
          longurl: target,
          location: { canada: "https://example.ca", "united states": "https://example.us" },
          device: { iphone: "https://example.com/iphone", android: "https://example.com/android" },
          expiry: "2035-11-11 12:00:00",
          pixels,
          channel: [channel],
          campaign,
          parameters: [{ name: "aff", value: "3" }],
        },
      },
    });
  });
});

test("a scanned code counts as text", async () => {
  const body = { type: "link", data: target };
  const { body: added } = await caller.call("POST", "/api/qr/add", { body });
  const { id, link } = Object(added);
  await workshop.follow(String(link).replace("/qr/", "/q/"));
  const answer = await caller.call("GET", `/api/qr/${id}`);
  expect(answer.body).toMatchObject({
    details: { scans: 1 },
    data: { clicks: 1, uniqueClicks: 1, topBrowsers: { Chrome: "1" } },
  });
});
