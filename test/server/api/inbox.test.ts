import { afterAll, beforeAll, expect, test } from "vitest";
import { send, startTestServer, type TestServer } from "../../support/server.ts";
import { chrome } from "../../support/userAgents.ts";

let server: TestServer;
let now = Date.parse("2026-03-10T12:00:00Z");
const forms = { questions: 0, signUp: 0 };

beforeAll(async () => {
  server = await startTestServer({ clock: () => now });
  forms.questions = await addForm("Questions", "questions");
  forms.signUp = await addForm("Newsletter", "letter");
  await write("questions", "max@example.org", "Is the tea-5 back? x;=1+1");
  await write("letter", "ada@example.org", "");
  await write("questions", "eve@example.org", '=HYPERLINK("https://evil.example")');
});
afterAll(() => server.stop());

async function owner(method: string, path: string, body?: unknown) {
  const answer = await server.api(method, path, body, server.localKey);
  expect(answer.status).toBe(200);
  return answer.body;
}

async function addForm(name: string, custom: string): Promise<number> {
  const { id } = await owner("POST", "/api/overlay/add", {
    type: "contact",
    name,
    fields: custom === "letter" ? ["email"] : ["email", "message"],
  });
  await owner("POST", "/api/url/add", { url: "https://shop.example/", custom, type: String(id) });
  return id;
}

async function write(alias: string, email: string, message: string): Promise<void> {
  now += 61 * 60_000;
  const { status } = await send(server.baseUrl, `/${alias}`, {
    method: "POST",
    headers: { "user-agent": chrome, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ form: "contact", email, message }).toString(),
  });
  expect(status).toBe(200);
}

async function inbox(query = ""): Promise<{ id: number; email: string; form: string }[]> {
  return (await owner("GET", `/api/answers?${query}`)).data.answers;
}

const senders = async (query: string) =>
  (await inbox(query)).map(({ email }) => email.split("@")[0]);

test("what visitors wrote into all forms, newest first, with the form and the link", async () => {
  const [last] = await inbox();
  expect(last).toMatchObject({
    form: "Questions",
    overlay: forms.questions,
    shorturl: `${server.shortBase}/questions`,
    email: "eve@example.org",
    read: false,
  });
  expect(await senders("")).toEqual(["eve", "ada", "max"]);
});

test("is searched, also by the name of the form, and filtered", async () => {
  expect(await senders("q=newsletter")).toEqual(["ada"]);
  expect(await senders("q=TEA")).toEqual(["max"]);
  expect(await senders(`overlay=${forms.questions}`)).toEqual(["eve", "max"]);
  expect(await senders("read=true")).toEqual([]);
  expect(await senders("limit=1&page=2")).toEqual(["ada"]);
});

test("tells how much of it nobody has read, until somebody has", async () => {
  const unread = async () => (await owner("GET", "/api/service")).data.unread;
  expect(await unread()).toBe(3);
  const ids = (await inbox("q=max")).map(({ id }) => id);
  await owner("PUT", "/api/answers/read", { ids });
  expect(await unread()).toBe(2);
  expect(await senders("read=false")).toEqual(["eve", "ada"]);
  await owner("PUT", "/api/answers/read", { ids, read: false });
  expect(await unread()).toBe(3);
});

test("the CSV of answers has nothing that a spreadsheet would run", async () => {
  const path = `/api/answers/csv?overlay=${forms.questions}`;
  const { headers, text } = await send(server.baseUrl, path, {
    headers: { authorization: `Bearer ${server.localKey}` },
  });
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  const lines = text.split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines[0]).toBe('\uFEFF"date","form","link","name","email","phone","message","read"');
  expect(lines[1]).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  expect(lines[2]).toContain("max@example.org");
  expect(lines[2]).toContain(`"Is the tea-5 back? x;'=1+1"`);
});

test("is deleted for good, from whichever forms, and from the owner's computer only", async () => {
  const ids = (await inbox()).slice(0, 2).map(({ id }) => id);
  const answer = await owner("POST", "/api/answers/delete", { ids: [...ids, 999] });
  expect(answer).toMatchObject({ answers: 2 });
  expect(await senders("")).toEqual(["max"]);
  expect((await owner("GET", "/api/service")).data.unread).toBe(1);
  expect((await server.api("GET", "/api/answers")).status).toBe(403);
});

test("goes with its form", async () => {
  await owner("DELETE", `/api/overlay/${forms.questions}/delete`);
  expect(await senders("")).toEqual([]);
  expect((await owner("GET", "/api/service")).data.unread).toBe(0);
});
