import { once } from "node:events";
import { connect } from "node:net";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { send } from "../../support/server.ts";
import { serverForAll } from "../../support/testServer.ts";
import { chrome } from "../../support/userAgents.ts";

describe("inbox", () => {
  let now = Date.parse("2026-03-10T12:00:00Z");
  const forms = { questions: 0, signUp: 0 };

  const server = serverForAll({ clock: () => now });
  beforeAll(async () => {
    forms.questions = await addForm("Questions", "questions");
    forms.signUp = await addForm("Newsletter", "letter");
    await write("questions", "max@example.org", "Is the tea-5 back? x;=1+1");
    await write("letter", "ada@example.org", "");
    await write("questions", "eve@example.org", '=HYPERLINK("https://evil.example")');
  });

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
});

describe("contact submissions", () => {
  let now = Date.parse("2026-03-10T12:00:00Z");
  const server = serverForAll({ clock: () => now, settings: { "targets.ask": "false" } });
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

  test("a form that comes while its overlay is deleted is neither thanked nor kept", async () => {
    const { overlay, link, path } = await addContact();
    const { hostname, port } = new URL(server.baseUrl);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    const body = new URLSearchParams(answer).toString();
    const type = "Content-Type: application/x-www-form-urlencoded";
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${type}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    await once(socket, "connect");
    // The head has arrived before this answer.
    await owner("GET", "/api/account");
    await server.api("DELETE", `/api/url/${link}/delete`);
    expect((await server.api("DELETE", `/api/overlay/${overlay}/delete`)).status).toBe(200);
    socket.write(body.slice(5));
    const [answered] = (await once(socket, "data")) as [Buffer];
    expect(answered.toString()).toMatch(/^HTTP\/1\.1 503 /);
    const { body: kept } = await owner("GET", "/api/answers");
    expect(kept.data.answers.filter((one: { overlay: number }) => one.overlay === overlay)).toEqual(
      [],
    );
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

  test("the visitor with the last click of a limited link can send its form, for a day; nobody else can", async () => {
    const { overlay, link, path } = await addContact();
    const limited = { maxclicks: 1 };
    await server.api("PUT", `/api/url/${link}/update`, {
      url: "https://target.example/",
      ...limited,
    });
    const visit = () => send(server.baseUrl, path, { headers: { "user-agent": chrome } });
    const faulty = { ...answer, email: "max" };
    const refused = { status: 303, headers: { location: path } };
    expect(await post(path, faulty)).toMatchObject(refused);
    const page = await visit();
    const [, token = ""] = /name="token" value="([^"]+)"/.exec(page.text) ?? [];
    expect((await visit()).status).toBe(410);
    for (const other of ["", "x", token.replace(/.$/, "*"), token.replace(/^./, "9")]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await post(path, { ...answer, token: other })).toMatchObject(refused);
    }
    const other = await addContact();
    await server.api("PUT", `/api/url/${other.link}/update`, {
      url: "https://target.example/",
      ...limited,
    });
    expect(await post(other.path, { ...answer, token })).toMatchObject({
      status: 303,
      headers: { location: other.path },
    });
    const again = await post(path, { ...faulty, token });
    expect([again.status, again.text]).toEqual([400, expect.stringContaining(token)]);
    expect((await post(path, { ...answer, token })).text).toContain("Message sent");
    now += 24 * 60 * 60_000;
    expect(await post(path, { ...answer, token })).toMatchObject(refused);
    const { body } = await owner("GET", `/api/overlay/${overlay}/answers`);
    expect(body.data.result).toBe(1);
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
});
