import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { send, startTestServer } from "../../support/server.ts";
import { serverForAll } from "../../support/testServer.ts";
import { createOwner } from "./owner.ts";

const owner = createOwner(() => server);

/** Domains are taken as they are. */
const server = serverForAll({ settings: { verifyDomains: "false" } });

const url = "https://example.com/";
let count = 0;
const fresh = () => `https://go-${(count += 1)}.example.com`;
const refuse = (body: object) => owner.refusal("POST", "/api/domain/add", body);

describe("a domain", () => {
  test("answers its id, and where nothing is set the empty text", async () => {
    const domain = fresh();
    const answer = await owner.call("POST", "/api/domain/add", { domain });
    expect(answer).toEqual({ error: 0, change: expect.any(Number), id: expect.any(Number) });
    expect(await owner.item("domain", answer.id)).toEqual({
      id: answer.id,
      domain,
      redirectroot: "",
      redirect404: "",
      date: expect.stringMatching(/^\d{4}-/) as string,
      links: 0,
      pages: 0,
      checked: null,
    });
  });

  test("is found by its name in letters, and in its ASCII form", async () => {
    const id = await owner.add("domain", { domain: "https://پیوند.example" });
    for (const q of ["پیوند", "پيوند.example", "xn--"]) {
      const { body } = await server.api("GET", `/api/domains?q=${encodeURIComponent(q)}`);
      expect(body.data.domains).toMatchObject([{ id }]);
    }
  });

  test("is shown alone as in the list", async () => {
    const id = await owner.add("domain", { domain: fresh(), redirect404: url });
    expect((await owner.call("GET", `/api/domain/${id}`)).details).toEqual(
      await owner.item("domain", id),
    );
    expect(await owner.refusal("GET", "/api/domain/999")).toEqual([404, "Domain does not exist."]);
  });

  test("keeps where its bare address and unknown aliases lead, own links included", async () => {
    const redirectroot = `${server.shortBase}/welcome`;
    const redirect404 = "https://example.com/404";
    const id = await owner.add("domain", { domain: fresh(), redirectroot, redirect404 });
    expect(await owner.item("domain", id)).toMatchObject({ redirectroot, redirect404 });
  });

  test.each([
    ["https://Trailing.example/", "https://trailing.example"],
    ["http://with-port.example:8080", "http://with-port.example:8080"],
    ["https://default-port.example:443", "https://default-port.example"],
    [" https://spaces.example ", "https://spaces.example"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
    ["https://لینک.example", "https://xn--ghbe11ase.example"],
  ])("%s is kept without a trailing slash, in ASCII", async (sent, kept) => {
    const id = await owner.add("domain", { domain: sent });
    expect((await owner.item("domain", id)).domain).toBe(kept);
  });

  test.each([
    "https://x.example/path",
    "https://x.example?query",
    "https://x.example/?",
    "https://x.example/#",
    "https://x.example#top",
    "https://me@x.example",
    "https://me:secret@x.example/",
  ])("%s has too much in it", async (domain) => {
    expect(await refuse({ domain })).toEqual([
      400,
      "domain must not have a path, query or username.",
    ]);
  });

  test.each(["x.example", "ftp://x.example", "javascript:alert(1)", "//x.example", "https://", 5])(
    "%s is none",
    async (domain) => {
      const [status, message] = await refuse({ domain });
      expect([status, message]).toEqual([
        400,
        domain === 5
          ? "domain must be a string."
          : "domain must be a full URL that starts with http:// or https://.",
      ]);
    },
  );

  test("is needed, and its redirects must be web addresses", async () => {
    expect(await refuse({ redirectroot: "javascript:x", redirect404: "x" })).toEqual([
      400,
      "domain is required; " +
        "redirectroot must be a full URL that starts with http:// or https://; " +
        "redirect404 must be a full URL that starts with http:// or https://.",
    ]);
  });

  test("that is registered is taken, however it is spelled", async () => {
    await owner.add("domain", { domain: "https://taken.example" });
    for (const domain of [
      "https://taken.example",
      "http://taken.example",
      "https://TAKEN.example./",
    ]) {
      expect(await refuse({ domain })).toEqual([409, "You already have a domain with that name."]);
    }
    await owner.add("domain", { domain: "https://taken.example:8443" });
  });

  test("that leads elsewhere is refused with what was asked, what came, and how to skip it", async () => {
    const asking = await startTestServer({ network: { resolve: async () => ["10.0.0.1"] } });
    const { status, body } = await asking.api("POST", "/api/domain/add", {
      domain: "http://elsewhere.example",
    });
    await asking.stop();
    expect([status, body.message]).toEqual([400, "The domain name is not pointed to our server."]);
    expect(body.reason).toMatch(
      /^http:\/\/elsewhere\.example\/\.well-known\/waypost: its name resolves to a private address .* verifyDomains to false/,
    );
  });

  test("that is the server's own address address is refused", async () => {
    const { port } = new URL(server.baseUrl);
    for (const host of ["127.0.0.1", "localhost", "LOCALHOST.", "[::1]", "127.1"]) {
      expect(await refuse({ domain: `http://${host}:${port}` })).toEqual([
        409,
        "This is the server's own address.",
      ]);
    }
  });
});

describe("updating", () => {
  test("keeps what isn't given, and empties what `clear` names", async () => {
    const domain = fresh();
    const set = { redirectroot: "https://example.com/root", redirect404: "https://example.com/no" };
    const id = await owner.add("domain", { domain, ...set });
    for (const value of [undefined, null, ""]) {
      const body = { redirectroot: value, redirect404: value, domain: "https://other.example" };
      expect(await owner.update("domain", id, body)).toEqual({
        error: 0,
        change: expect.any(Number),
        message: "Domain has been updated successfully.",
        warnings: [`"domain" isn't a field of this request and was ignored.`],
      });
      expect(await owner.item("domain", id)).toMatchObject({ id, domain, ...set });
    }
    await owner.update("domain", id, { redirectroot: url, clear: ["redirect404"] });
    expect(await owner.item("domain", id)).toMatchObject({ redirectroot: url, redirect404: "" });
    await owner.update("domain", id, { clear: ["redirectroot"] });
    expect(await owner.item("domain", id)).toMatchObject({ redirectroot: "", redirect404: "" });
    expect(await owner.refusal("PUT", `/api/domain/${id}/update`, { clear: ["domain"] })).toEqual([
      400,
      "clear[0] must be one of redirectroot, redirect404.",
    ]);
  });

  test("of none is 404", async () => {
    const none = [404, "Domain does not exist."];
    expect(await owner.refusal("PUT", "/api/domain/999/update", {})).toEqual(none);
    expect(await owner.refusal("DELETE", "/api/domain/999/delete")).toEqual(none);
  });
});

describe("deleting", () => {
  test("is refused while links, bio pages or QR codes use it", async () => {
    const domain = fresh();
    const id = await owner.add("domain", { domain });
    const link = await owner.add("url", { url, domain });
    const refused = () => owner.refusal("DELETE", `/api/domain/${id}/delete`);
    expect(await refused()).toEqual([
      409,
      "One item still uses this domain. Move or delete it first.",
    ]);
    const bio = await owner.add("bio", { name: "Me", domain });
    const qr = await owner.add("qr", { type: "link", data: url, domain });
    expect(await refused()).toEqual([
      409,
      "3 items still use this domain. Move or delete them first.",
    ]);
    await owner.update("url", link, { url, domain: server.shortBase });
    await owner.update("bio", bio, { clear: ["domain"] });
    expect((await refused())[0]).toBe(409);
    await owner.remove("qr", qr);
    expect(await owner.remove("domain", id)).toEqual({
      error: 0,
      change: expect.any(Number),
      message: "Domain has been deleted successfully.",
    });
    expect(await owner.refusal("DELETE", `/api/domain/${id}/delete`)).toEqual([
      404,
      "Domain does not exist.",
    ]);
    await owner.add("domain", { domain });
  });

  test("a link can't be taken back to a domain that is gone", async () => {
    const domain = fresh();
    const id = await owner.add("domain", { domain });
    const link = await owner.add("url", { url, domain });
    await owner.remove("url", link);
    await owner.remove("domain", id);
    const restored = await server.api("POST", `/api/url/${link}/restore`, {}, server.localKey);
    expect([restored.status, restored.body.message]).toEqual([
      409,
      "The domain is no longer registered.",
    ]);
  });

  test("while a link with a password is being made, nothing is left without its domain", async () => {
    const domain = fresh();
    const id = await owner.add("domain", { domain });
    const [added, removed] = await Promise.all([
      server.api("POST", "/api/url/add", { url, domain, password: "secret" }),
      server.api("DELETE", `/api/domain/${id}/delete`),
    ]);
    expect([
      [200, 409],
      [400, 200],
    ]).toContainEqual([added.status, removed.status]);
  });
});

describe("a link on a domain", () => {
  test("names it with or without scheme and trailing slash", async () => {
    const domain = "https://brand.example:8443";
    await owner.add("domain", { domain });
    for (const sent of [domain, `${domain}/`, "brand.example:8443", "http://BRAND.example:8443"]) {
      const { id, shorturl } = await owner.call("POST", "/api/url/add", { url, domain: sent });
      expect(shorturl).toMatch(/^https:\/\/brand\.example:8443\/\w{6}$/);
      expect((await owner.details("url", id)).domain).toBe(domain);
      expect((await owner.item("url", id)).domain).toBe(domain);
    }
    for (const sent of [server.shortBase, server.shortBase.replace("http://", "")]) {
      const { id } = await owner.call("POST", "/api/url/add", { url, domain: sent });
      expect((await owner.details("url", id)).domain).toBe(server.shortBase);
    }
    for (const sent of ["https://unknown.example", "brand.example", `${domain}/x`, "?", "::"]) {
      expect(await owner.refusal("POST", "/api/url/add", { url, domain: sent })).toEqual([
        400,
        "domain must be a registered domain or the server's own address.",
      ]);
    }
  });

  test("may have the alias of a link on another; `short=` tells them apart", async () => {
    const [first, second] = [fresh(), fresh()];
    await owner.add("domain", { domain: first });
    await owner.add("domain", { domain: second });
    const custom = "everywhere";
    const short = async (text: string) =>
      (await owner.call("GET", `/api/urls?short=${encodeURIComponent(text)}`)).id;
    const onSecond = await owner.add("url", { url, custom, domain: second });
    expect(await short(custom)).toBe(onSecond);
    const onFirst = await owner.add("url", { url, custom, domain: first });
    // The oldest, until the service's own address has one.
    expect(await short(custom)).toBe(onSecond);
    const own = await owner.add("url", { url, custom });
    expect(await short(custom)).toBe(own);
    expect(await short(`${first}/${custom}`)).toBe(onFirst);
    expect(await short(`${second.replace("https://", "")}/EVERYWHERE`)).toBe(onSecond);
    expect(await short(`${server.shortBase}/${custom}`)).toBe(own);
    expect(
      await owner.refusal("POST", "/api/url/add", { url, custom: "Everywhere", domain: first }),
    ).toEqual([409, "That alias is taken. Please choose another one."]);
    // Moving onto a domain where the alias is taken, too.
    expect(await owner.refusal("PUT", `/api/url/${own}/update`, { url, domain: second })).toEqual([
      409,
      "That alias is taken. Please choose another one.",
    ]);
    await owner.remove("url", onSecond);
    await owner.update("url", own, { url, domain: second });
    expect(await short(`${second}/${custom}`)).toBe(own);
    expect(await owner.refusal("GET", `/api/urls?short=${server.shortBase}/${custom}`)).toEqual([
      404,
      "Link does not exist.",
    ]);
    await owner.update("url", own, { url, clear: ["domain"] });
    expect((await owner.details("url", own)).domain).toBe(server.shortBase);
  });

  test("would loop when its target is a short address on any domain", async () => {
    const domain = fresh();
    await owner.add("domain", { domain });
    const loop = "must not be a short URL of this server, which would redirect in a loop";
    for (const target of [`${domain}/spring`, `${domain.replace("https", "http")}/q/code-1`]) {
      expect(await owner.refusal("POST", "/api/url/add", { url: target })).toEqual([
        400,
        `url ${loop}.`,
      ]);
    }
    const devicetarget = [{ device: "mac", link: `${domain}/spring` }];
    expect(await owner.refusal("POST", "/api/url/add", { url, devicetarget })).toEqual([
      400,
      `devicetarget[0].link ${loop}.`,
    ]);
    await owner.add("url", { url: `${domain}/` });
    await owner.add("url", { url: `${domain}/qr/code-1` });
    await owner.add("qr", { type: "link", data: `${domain}/spring` });
  });

  test("is visited under its domain, and only there", async () => {
    const domain = fresh();
    const { host } = new URL(domain);
    await owner.add("domain", { domain });
    await owner.add("url", { url: "https://example.com/branded", custom: "branded", domain });
    const there = await server.visit("/branded", { host });
    expect([there.status, there.headers.location]).toEqual([302, "https://example.com/branded"]);
    expect((await server.visit("/branded")).status).toBe(404);
  });
});

describe("asking a domain who answers there", () => {
  const opened: Server[] = [];
  const strict = serverForAll({
    publicPort: 0,
    network: {
      resolve: async (name) => {
        if (name.endsWith("here.example")) return ["127.0.0.1"];
        throw new Error(`There is no ${name}.`);
      },
    },
  });
  afterAll(async () => {
    for (const one of opened) one.close();
  });
  const ask = (domain: string) => strict.api("POST", "/api/domain/add", { domain });
  const refused = [400, "The domain name is not pointed to our server."];

  test.each(["go.here.example", "go.localhost"])("%s leads here", async (name) => {
    const { port } = new URL(strict.baseUrl);
    const { status, body } = await ask(`http://${name}:${port}`);
    expect([status, body]).toEqual([
      200,
      { error: 0, change: expect.any(Number), id: expect.any(Number) },
    ]);
  });

  test("a domain may lead to the public door", async () => {
    const { port } = new URL(strict.publicUrl ?? "");
    expect((await ask(`http://public.here.example:${port}`)).status).toBe(200);
  });

  test("a proxy before it may change the name, and is answered once", async () => {
    const seen: number[] = [];
    const proxy = createServer((request, response) => {
      const headers = { host: "inside:1" };
      const passOn = () => send(proxied.publicUrl ?? "", request.url ?? "", { headers });
      const answer = async () => {
        const { status, text } = await passOn();
        seen.push(status, (await passOn()).status);
        response.writeHead(status).end(text);
      };
      answer().catch(() => response.destroy());
    });
    opened.push(proxy);
    await new Promise<void>((resolve) => {
      proxy.listen(0, "127.0.0.1", resolve);
    });
    const { port } = proxy.address() as AddressInfo;
    const proxied = await startTestServer({
      publicPort: 0,
      network: {
        resolve: async () => ["93.184.215.14"],
        connect: () => connect(port, "127.0.0.1"),
      },
    });
    const { status } = await proxied.api("POST", "/api/domain/add", { domain: "http://a.example" });
    await proxied.stop();
    expect([status, ...seen]).toEqual([200, 200, 404]);
  });

  test("another listener on this computer is not asked, whatever it would say", async () => {
    let asked = 0;
    const other = createServer((_request, response) => {
      asked += 1;
      response.end("whatever");
    });
    opened.push(other);
    await new Promise<void>((resolve) => {
      other.listen(0, "127.0.0.1", resolve);
    });
    const { port } = other.address() as AddressInfo;
    const { status, body } = await ask(`http://go.here.example:${port}`);
    expect([status, body.message]).toEqual(refused);
    expect(asked).toBe(0);
  });

  test.each(["https://nowhere.example", "http://127.0.0.1:1", "http://192.168.0.1"])(
    "%s doesn't lead here",
    async (domain) => {
      const { status, body } = await ask(domain);
      expect([status, body.message]).toEqual(refused);
      const { data } = (await strict.api("GET", `/api/domains?q=${new URL(domain).host}`)).body;
      expect(data.domains).toEqual([]);
    },
  );

  test("two who ask for one domain at once don't both get it", async () => {
    const { port } = new URL(strict.baseUrl);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask(`http://twice.here.example:${port}`)),
    );
    const answered = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([answered(200), answered(409)]).toEqual([1, 4]);
  });
});

test("behind a public address, that one and its former ones are the service's own", async () => {
  const before = await startTestServer({ baseUrl: "https://old.example/s" });
  const { dataDir } = before;
  await before.close();
  const after = await startTestServer({
    dataDir,
    baseUrl: "https://new.example/s",
    settings: { verifyDomains: "false" },
  });
  try {
    for (const domain of ["https://other.example", "https://new.example:8443"]) {
      expect((await after.api("POST", "/s/api/domain/add", { domain })).status).toBe(200);
    }
    for (const domain of ["https://new.example", "http://OLD.example"]) {
      const { status } = await after.api("POST", "/s/api/domain/add", { domain });
      expect([domain, status]).toEqual([domain, 409]);
    }
    const own = await after.api("POST", "/s/api/url/add", {
      url,
      domain: "https://new.example/s/",
    });
    expect(own.body.shorturl).toMatch(/^https:\/\/new\.example\/s\/\w{6}$/);
    const loop = await after.api("POST", "/s/api/url/add", { url: "https://old.example/s/spring" });
    expect(loop.status).toBe(400);
  } finally {
    await after.stop();
    await before.stop();
  }
});
