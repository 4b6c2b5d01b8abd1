import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { send, startTestServer, type TestServer } from "../../support/server.ts";
import { chrome } from "../../support/userAgents.ts";

let server: TestServer;
let now = Date.parse("2026-03-10T12:00:00Z");
beforeAll(async () => {
  server = await startTestServer({ clock: () => now, settings: { "targets.ask": "false" } });
});
afterAll(() => server.stop());
// What a visitor sent in one test is an hour ago in the next.
beforeEach(() => {
  now += 61 * 60_000;
});

async function addContact(): Promise<{ overlay: number; link: number; path: string }> {
  const { body } = await server.api("POST", "/api/overlay/add", {
    type: "contact",
    name: "Questions",
    fields: ["email", "message"],
  });
  const link = await server.api("POST", "/api/url/add", {
    url: "https://target.example/",
    type: `overlay-${body.id}`,
  });
  return { overlay: body.id, link: link.body.id, path: new URL(link.body.shorturl).pathname };
}

function post(path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  return send(server.baseUrl, path, {
    method: "POST",
    headers: {
      "user-agent": chrome,
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    body: new URLSearchParams(form).toString(),
  });
}

const answer = { form: "contact", email: "max@example.org", message: "Hello & <b>" };
const owner = (method: string, path: string) =>
  server.api(method, path, undefined, server.localKey);

test("the owner lists, searches and deletes what visitors wrote", async () => {
  const { overlay, link, path } = await addContact();
  expect((await post(path, answer)).status).toBe(200);
  const list = await owner("GET", `/api/overlay/${overlay}/answers?limit=1&q=hello`);
  expect(list.body).toMatchObject({
    error: "0",
    data: {
      result: 1,
      perpage: 1,
      answers: [
        {
          link,
          shorturl: server.shortBase + path,
          name: "",
          email: "max@example.org",
          phone: "",
          message: "Hello & <b>",
        },
      ],
    },
  });
  const [{ id }] = list.body.data.answers;
  expect((await owner("DELETE", `/api/overlay/${overlay}/answers/${id}/delete`)).body).toEqual({
    error: 0,
    message: "Answer has been deleted successfully.",
  });
  const gone = await owner("DELETE", `/api/overlay/${overlay}/answers/${id}/delete`);
  expect([gone.status, gone.body.message]).toEqual([404, "Answer does not exist."]);
  expect((await owner("GET", "/api/overlay/999/answers")).status).toBe(404);
});

test("one address that changes its user agent gives five an hour", async () => {
  const { overlay, path } = await addContact();
  const statuses: number[] = [];
  for (let number = 0; number < 40; number += 1) {
    const headers = {
      "user-agent": `Browser/${number}`,
      "x-forwarded-for": `203.0.113.${number}`,
    };
    statuses.push((await post(path, answer, headers)).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(35);
  const { body } = await owner("GET", `/api/overlay/${overlay}/answers`);
  expect(body.data.result).toBe(5);
});

test("many are marked as read, and deleted, at once", async () => {
  const { overlay, path } = await addContact();
  for (let count = 0; count < 3; count += 1) expect((await post(path, answer)).status).toBe(200);
  const answers = async () =>
    (await owner("GET", `/api/overlay/${overlay}/answers`)).body.data.answers as {
      id: number;
      read: boolean;
    }[];
  const [one, two, three] = (await answers()).map(({ id }) => id);
  const at = `/api/overlay/${overlay}/answers`;
  const read = await server.api("PUT", `${at}/read`, { ids: [one, two, 99_999] });
  expect(read.body).toEqual({
    error: 0,
    message: "Answers have been updated successfully.",
    answers: 2,
  });
  await server.api("PUT", `${at}/read`, { ids: [two], read: false });
  expect(await answers()).toMatchObject([{ read: true }, { read: false }, { read: false }]);
  const removed = await server.api("POST", `${at}/delete`, { ids: [one, three, 99_999] });
  expect(removed.body).toEqual({
    error: 0,
    message: "Answers have been deleted successfully.",
    answers: 2,
  });
  expect(await answers()).toMatchObject([{ id: two }]);
  expect((await server.api("POST", `${at}/delete`, {})).status).toBe(400);
  expect((await server.api("POST", "/api/overlay/999/answers/delete", { ids: [1] })).status).toBe(
    404,
  );
});

test("a script reads them as the window does, and nobody without the key", async () => {
  const { overlay, path } = await addContact();
  await post(path, answer);
  const read = (key?: string) =>
    server.api("GET", `/api/overlay/${overlay}/answers`, undefined, key);
  expect((await read()).body.data.answers).toMatchObject([{ email: "max@example.org" }]);
  expect((await read("wrong")).status).toBe(401);
});

test("a link that is gone leaves its answers, without an address", async () => {
  const { overlay, link, path } = await addContact();
  await post(path, answer, { "user-agent": `${chrome} Edg/140` });
  await server.api("DELETE", `/api/url/${link}/delete`);
  const { body } = await owner("GET", `/api/overlay/${overlay}/answers`);
  expect(body.data.answers).toMatchObject([{ link, shorturl: "", email: "max@example.org" }]);
});

test("what isn't a form of ours is not kept", async () => {
  const { overlay, path } = await addContact();
  expect((await post(path, answer, { "content-type": "text/plain" })).status).toBe(415);
  expect((await post(path, { ...answer, message: "x".repeat(30_000) })).status).toBe(413);
  expect((await post(path, answer, { "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await post(path, answer, { origin: "https://evil.example" })).status).toBe(403);
  expect((await post(path, { email: "max@example.org" })).status).toBe(303);
  expect((await post(path, { ...answer, email: "max" })).status).toBe(400);
  expect((await owner("GET", `/api/overlay/${overlay}/answers`)).body.data.answers).toEqual([]);
});

test("an answer is no click, and only contact overlays take one", async () => {
  const { link, path } = await addContact();
  await post(path, answer, { "user-agent": `${chrome} OPR/1` });
  expect((await server.api("GET", `/api/url/${link}`)).body.data.clicks).toBe(0);
  const frame = await server.api("POST", "/api/url/add", {
    url: "https://target.example/",
    type: "frame",
  });
  const { status, headers } = await post(new URL(frame.body.shorturl).pathname, answer);
  expect([status, headers.allow]).toEqual([405, "GET, HEAD"]);
});
