import { readFileSync } from "node:fs";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect, type AddressInfo, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import type { ResolveName } from "../../../src/server/outside/checkedConnections.ts";
import { createGuardedFetch, type FetchRequest } from "../../../src/server/outside/guardedFetch.ts";

/** Stands for a host of the public internet; connections to it end at a listener of the test. */
const publicAddress = "93.184.215.14";
const otherPublicAddress = "2606:2800:21f:cb07:6820:80da:af6b:8b2c";

const opened: Server[] = [];

afterEach(async () => {
  const closing = opened.splice(0).map(
    (server) =>
      new Promise((resolve) => {
        server.close(resolve);
        if ("closeAllConnections" in server) (server.closeAllConnections as () => void)();
      }),
  );
  await Promise.all(closing);
});

async function listen(server: Server): Promise<number> {
  opened.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** A listener on loopback that must not be asked. */
async function canary() {
  const seen: string[] = [];
  const server = createServer((_request, response) => response.end("inside"));
  server.on("connection", () => seen.push("connection"));
  return { port: await listen(server), seen };
}

/** The internet of one test: names by resolver, one web server behind every public address. */
async function internet(
  answer: RequestListener,
  resolve: ResolveName = async () => [publicAddress],
  server: (answer: RequestListener) => Server = createServer,
) {
  const asked: IncomingMessage[] = [];
  const connections: string[] = [];
  const port = await listen(
    server((request, response) => {
      asked.push(request);
      answer(request, response);
    }),
  );
  const fetch = createGuardedFetch({
    resolve,
    connect: (addresses, to) => {
      connections.push(`${addresses.join(" ")} port ${to}`);
      return connect(port, "127.0.0.1");
    },
  });
  return { fetch, asked, connections };
}

const logo = (url: string, more: Partial<FetchRequest> = {}): FetchRequest => ({
  url,
  maxBytes: 1_000,
  timeout: 2_000,
  ...more,
});

function plain(text: string) {
  return (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader("Content-Type", "text/plain");
    response.end(text);
  };
}

describe("a public address", () => {
  test("is asked once, over the connection to the address that was checked", async () => {
    const { fetch, asked, connections } = await internet(plain("hello"));
    const { page } = await fetch(logo("http://pictures.test/a.png?size=1#top"));
    expect(page?.body.toString()).toBe("hello");
    expect(page?.contentType).toBe("text/plain");
    expect(page?.header("x-frame-options")).toBeNull();
    expect(page?.url).toBe("http://pictures.test/a.png?size=1#top");
    expect(connections).toEqual([`${publicAddress} port 80`]);
    expect(asked.map(({ method, url, headers }) => ({ method, url, headers }))).toEqual([
      {
        method: "GET",
        url: "/a.png?size=1",
        headers: {
          host: "pictures.test",
          accept: "*/*",
          "accept-encoding": "identity",
          "user-agent": "Mozilla/5.0 (compatible; Waypost)",
          connection: "close",
        },
      },
    ]);
  });

  test("HEAD brings the headers alone", async () => {
    const { fetch, asked } = await internet(plain("hello"));
    const head = logo("http://pictures.test/", { method: "HEAD", maxBytes: 1 });
    const { page } = await fetch(head);
    expect(page?.contentType).toBe("text/plain");
    expect(page?.body).toHaveLength(0);
    expect(asked[0]?.method).toBe("HEAD");
  });

  test("a name with a public and a private address is asked at the public one only", async () => {
    const { fetch, connections } = await internet(plain("x"), async () => [
      "127.0.0.1",
      otherPublicAddress,
      "10.0.0.1",
      publicAddress,
    ]);
    await fetch(logo("http://pictures.test:8080/"));
    expect(connections).toEqual([`${otherPublicAddress} ${publicAddress} port 8080`]);
  });

  test("is asked over TLS, and its certificate must be for its name", async () => {
    const file = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", name));
    const cert = file("secure.test.crt");
    const { fetch, connections } = await internet(plain("safe"), undefined, (answer) =>
      createSecureServer({ cert, key: file("secure.test.key") }, answer),
    );
    const known = getCACertificates("default");
    expect(await fetch(logo("https://secure.test/"))).toEqual({ failure: { kind: "network" } });
    try {
      setDefaultCACertificates([...known, cert.toString()]);
      const { page } = await fetch(logo("https://secure.test/"));
      expect(page?.body.toString()).toBe("safe");
      expect(await fetch(logo("https://other.test/"))).toEqual({ failure: { kind: "network" } });
    } finally {
      setDefaultCACertificates(known);
    }
    expect(connections.at(-1)).toBe(`${publicAddress} port 443`);
  });
});

describe("an address that leads inside", () => {
  test.each([
    "http://127.0.0.1:PORT/",
    "http://localhost:PORT/",
    "http://LOCALHOST.:PORT/",
    "http://own.localhost:PORT/",
    "http://2130706433:PORT/",
    "http://0x7f000001:PORT/",
    "http://0x7f.1:PORT/",
    "http://017700000001:PORT/",
    "http://0177.0.0.1:PORT/",
    "http://127.1:PORT/",
    "http://127.0.0.1.:PORT/",
    "http://127。0。0。1:PORT/",
    "http://①②⑦.⓪.⓪.①:PORT/",
    "http://%31%32%37.0.0.1:PORT/",
    "http://0:PORT/",
    "http://0.0.0.0:PORT/",
    "http://[::1]:PORT/",
    "http://[::]:PORT/",
    "http://[0:0:0:0:0:0:0:1]:PORT/",
    "http://[::ffff:127.0.0.1]:PORT/",
    "http://[::ffff:7f00:1]:PORT/",
    "http://[::127.0.0.1]:PORT/",
    "http://[64:ff9b::127.0.0.1]:PORT/",
    "http://[2002:7f00:1::]:PORT/",
    "http://[2001:0:7f00:1::]:PORT/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[fd00:ec2::254]/latest/meta-data/",
    "http://10.0.0.1/",
    "http://192.168.0.1/",
    "http://[fe80::1]/",
    "http://user@pictures.test/",
    "http://user:word@pictures.test/",
    "https://127.0.0.1:PORT/",
    "ftp://pictures.test/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:PORT/_GET",
    "data:text/plain,x",
    "javascript:alert(1)",
    "blob:http://127.0.0.1:PORT/x",
    "//pictures.test/",
    "http://",
    "http://[::1%25lo]:PORT/",
    "",
  ])("%s is refused without a connection", async (spelling) => {
    const { port, seen } = await canary();
    // The system's own connector, as in the product.
    const fetch = createGuardedFetch({ resolve: () => Promise.reject(new Error("was asked")) });
    const result = await fetch(logo(spelling.replace("PORT", String(port))));
    expect(result).toEqual({ failure: { kind: "refusedAddress" } });
    expect(seen).toEqual([]);
  });

  test.each(["127.0.0.1", "::1", "::ffff:127.0.0.1", "169.254.169.254", "fe80::1%lo", "nonsense"])(
    "a name that resolves to %s is refused",
    async (address) => {
      const { fetch, connections } = await internet(plain("x"), async () => [address]);
      expect(await fetch(logo("http://rebound.test/"))).toEqual({
        failure: { kind: "refusedAddress" },
      });
      expect(connections).toEqual([]);
    },
  );

  test("a name that is public when checked and private afterwards gets no second look", async () => {
    const { port, seen } = await canary();
    const answers = [[publicAddress], ["127.0.0.1"]];
    let questions = 0;
    const { fetch, connections } = await internet(plain("outside"), async () => {
      questions += 1;
      return answers.shift() ?? ["127.0.0.1"];
    });
    const { page } = await fetch(logo(`http://rebound.test:${port}/`));
    expect(page?.body.toString()).toBe("outside");
    expect({ questions, connections }).toEqual({
      questions: 1,
      connections: [`${publicAddress} port ${port}`],
    });
    expect(await fetch(logo(`http://rebound.test:${port}/`))).toEqual({
      failure: { kind: "refusedAddress" },
    });
    expect(seen).toEqual([]);
  });
});

describe("this machine's own public addresses", () => {
  const held = (address: string, cidr: string, family: "IPv4" | "IPv6") => ({
    address,
    cidr,
    family,
    netmask: "",
    mac: "00:00:00:00:00:00",
    internal: false,
    ...(family === "IPv6" && { scopeid: 0 }),
  });
  const interfaces = () =>
    ({
      eth0: [
        held("93.184.215.14", "93.184.215.14/24", "IPv4"),
        held("2a01:4f8:c17:1::5", "2a01:4f8:c17:1::5/128", "IPv6"),
      ],
      wg0: [held("94.0.0.1", "94.0.0.1/1", "IPv4")],
    }) as unknown as ReturnType<typeof networkInterfaces>;

  test.each([
    "93.184.215.14",
    "93.184.215.99",
    "2a01:4f8:c17:1::5",
    "2a01:4f8:c17:1:ffff::1",
    "94.0.0.1",
  ])("and its neighbours' are refused without a connection: %s", async (address) => {
    const connections: string[] = [];
    const fetch = createGuardedFetch({
      interfaces,
      resolve: async () => [address],
      connect: (addresses) => {
        connections.push(...addresses);
        return connect(1, "127.0.0.1");
      },
    });
    const refused = { failure: { kind: "refusedAddress" } };
    expect(await fetch(logo("http://me.test/"))).toEqual(refused);
    const host = address.includes(":") ? `[${address}]` : address;
    expect(await fetch(logo(`http://${host}:4080/`))).toEqual(refused);
    expect(connections).toEqual([]);
  });

  test.each(["93.184.216.14", "2a01:4f8:c17:2::5", "94.0.0.2"])(
    "leave the rest of the internet open: %s",
    async (address) => {
      const port = await listen(createServer(plain("outside")));
      const fetch = createGuardedFetch({
        interfaces,
        resolve: async () => [address],
        connect: () => connect(port, "127.0.0.1"),
      });
      expect((await fetch(logo("http://there.test/"))).page?.body.toString()).toBe("outside");
    },
  );

  test("that the system lists are the ones refused", async () => {
    const fetch = createGuardedFetch();
    for (const { address } of Object.values(networkInterfaces()).flatMap((one) => one ?? [])) {
      const { port, seen } = await canary();
      const host = address.includes(":") ? `[${address}]` : address;
      expect(await fetch(logo(`http://${host}:${port}/`))).toEqual({
        failure: { kind: "refusedAddress" },
      });
      expect(seen).toEqual([]);
    }
  });
});

describe("redirects", () => {
  const to = (target: string) => (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(302, { Location: target }).end();
  };

  test("are not followed unless asked for", async () => {
    const { fetch, asked } = await internet(to("http://pictures.test/b"));
    expect(await fetch(logo("http://pictures.test/a"))).toEqual({
      failure: { kind: "status", status: 302, location: "http://pictures.test/b" },
    });
    expect(asked).toHaveLength(1);
  });

  test("are followed as often as asked for, and no further", async () => {
    const { fetch, asked } = await internet((request, response) => {
      if (request.url === "/3") response.end("there");
      else response.writeHead(307, { Location: `${Number(request.url?.slice(1)) + 1}` }).end();
    });
    const { page } = await fetch(logo("http://pictures.test/1", { redirects: 2 }));
    expect({ url: page?.url, body: page?.body.toString() }).toEqual({
      url: "http://pictures.test/3",
      body: "there",
    });
    expect(asked).toHaveLength(3);
    expect(await fetch(logo("http://pictures.test/1", { redirects: 1 }))).toEqual({
      failure: { kind: "status", status: 307, location: "3" },
    });
  });

  test.each([
    "http://127.0.0.1:PORT/",
    "http://169.254.169.254/",
    "//2130706433:PORT/",
    "file:///etc/passwd",
  ])("one that leads to %s is refused", async (target) => {
    const { port, seen } = await canary();
    const { fetch, connections } = await internet(to(target.replace("PORT", String(port))));
    expect(await fetch(logo("http://pictures.test/", { redirects: 5 }))).toEqual({
      failure: { kind: "refusedAddress" },
    });
    expect(connections).toHaveLength(1);
    expect(seen).toEqual([]);
  });
});

describe("limits", () => {
  test("an answer that says it is too large is not read", async () => {
    const { fetch } = await internet((_request, response) => {
      response.writeHead(200, { "Content-Length": 50 * 2 ** 20 });
      response.write("x");
    });
    expect(await fetch(logo("http://pictures.test/"))).toEqual({ failure: { kind: "tooLarge" } });
  });

  test("50 MB that don't say so are dropped at the limit", async () => {
    let sent = 0;
    const gone = Promise.withResolvers<void>();
    const { fetch } = await internet((_request, response) => {
      const piece = Buffer.alloc(64 * 1024);
      const more = () => {
        while (sent < 50 * 2 ** 20) {
          sent += piece.length;
          if (!response.write(piece)) return;
        }
        response.end();
      };
      response.on("drain", more).on("close", gone.resolve);
      more();
    });
    expect(await fetch(logo("http://pictures.test/", { maxBytes: 2 ** 20 }))).toEqual({
      failure: { kind: "tooLarge" },
    });
    await gone.promise;
    expect(sent).toBeLessThan(25 * 2 ** 20);
  });

  test("a long page may be cut instead", async () => {
    const { fetch } = await internet(plain("0123456789"));
    const { page } = await fetch(logo("http://pages.test/", { maxBytes: 4, overflow: "cut" }));
    expect(page?.body.toString()).toBe("0123");
  });

  test("a body that drips ends when the time is up", async () => {
    const gone = Promise.withResolvers<void>();
    const { fetch } = await internet((_request, response) => {
      const drip = setInterval(() => response.write("x"), 20);
      response.on("close", () => {
        clearInterval(drip);
        gone.resolve();
      });
    });
    expect(await fetch(logo("http://slow.test/", { timeout: 200 }))).toEqual({
      failure: { kind: "timeout" },
    });
    await gone.promise;
  });

  test("headers that never come, and a resolver that never answers, end too", async () => {
    const { fetch } = await internet(() => undefined);
    const mute = createGuardedFetch({ resolve: () => new Promise(() => undefined) });
    const timeout = { failure: { kind: "timeout" } };
    expect(await fetch(logo("http://slow.test/", { timeout: 100 }))).toEqual(timeout);
    expect(await mute(logo("http://slow.test/", { timeout: 100 }))).toEqual(timeout);
  });

  test("the caller may give up", async () => {
    const caller = new AbortController();
    const { fetch } = await internet(() => caller.abort());
    expect(await fetch(logo("http://slow.test/", { signal: caller.signal }))).toEqual({
      failure: { kind: "network" },
    });
    expect(await fetch(logo("http://slow.test/", { signal: caller.signal }))).toEqual({
      failure: { kind: "network" },
    });
  });

  test.each([404, 500, 304])("status %i is a failure", async (status) => {
    const { fetch } = await internet((_request, response) => response.writeHead(status).end());
    expect(await fetch(logo("http://pictures.test/"))).toEqual({
      failure: { kind: "status", status },
    });
  });

  test("no such name, a closed port, and broken answers are failures of the network", async () => {
    const { port, seen } = await canary();
    await new Promise((resolve) => opened.splice(0)[0]?.close(resolve));
    const nobody = createGuardedFetch({
      resolve: async () => [publicAddress],
      connect: () => connect(port, "127.0.0.1"),
    });
    const nameless = createGuardedFetch({ resolve: () => Promise.reject(new Error("ENOTFOUND")) });
    const { fetch: broken } = await internet((request) => {
      request.socket.end("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
    });
    const { fetch: garbled } = await internet((request) => {
      request.socket.end("not HTTP at all\r\n\r\n");
    });
    const { fetch: switching } = await internet((request) => {
      request.socket.write(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
      );
    });
    const network = { failure: { kind: "network" } };
    expect(await switching(logo("http://pictures.test/"))).toEqual(network);
    expect(await nobody(logo("http://pictures.test/"))).toEqual(network);
    expect(await nobody(logo("https://pictures.test/"))).toEqual(network);
    expect(await nameless(logo("http://pictures.test/"))).toEqual(network);
    expect(await broken(logo("http://pictures.test/"))).toEqual(network);
    expect(await garbled(logo("http://pictures.test/"))).toEqual(network);
    expect(seen).toEqual([]);
  });
});

describe("the check of one's own domain", () => {
  async function ownListener(body = "instance-1") {
    const paths: string[] = [];
    const port = await listen(
      createServer((request, response) => {
        paths.push(request.url ?? "");
        response.end(body);
      }),
    );
    const fetch = createGuardedFetch({ resolve: async () => ["127.0.0.1"] });
    const allowOwn = (address: string, asked: number) => address === "127.0.0.1" && asked === port;
    return { port, paths, fetch, allowOwn };
  }

  test("may reach the service's own listener", async () => {
    const { port, fetch, allowOwn, paths } = await ownListener();
    const request = logo(`http://go.test:${port}/.well-known/waypost?nonce=n-1`, { allowOwn });
    expect((await fetch(request)).page?.body.toString()).toBe("instance-1");
    expect(paths).toEqual(["/.well-known/waypost?nonce=n-1"]);
  });

  test("may ask it for the head of one answer, which is not followed", async () => {
    const { port, fetch, allowOwn, paths } = await ownListener();
    const { port: foreign, seen } = await canary();
    const head = (at: number, redirects?: number) =>
      fetch(logo(`http://go.test:${at}/spring`, { allowOwn, method: "HEAD", redirects }));
    expect((await head(port)).page).toMatchObject({ status: 200, isOwn: true });
    const refused = { failure: { kind: "refusedAddress" } };
    expect([await head(port, 1), await head(foreign)]).toEqual([refused, refused]);
    expect([paths, seen]).toEqual([["/spring"], []]);
  });

  test("reaches no other listener, no other path, and no long answer", async () => {
    const { port, fetch, allowOwn, paths } = await ownListener("x".repeat(65));
    const { port: foreign, seen } = await canary();
    const refused = { failure: { kind: "refusedAddress" } };
    for (const address of [
      `http://go.test:${foreign}/.well-known/waypost?nonce=n-1`,
      `http://go.test:${port}/`,
      `http://go.test:${port}/.well-known/waypost`,
      `http://go.test:${port}/.well-known/waypost?nonce=a&b`,
      `http://go.test:${port}/.well-known/waypost/../../api/account`,
    ]) {
      expect({ address, ...(await fetch(logo(address, { allowOwn }))) }).toEqual({
        address,
        ...refused,
      });
    }
    expect(paths).toEqual([]);
    expect(seen).toEqual([]);
    expect(
      await fetch(logo(`http://go.test:${port}/.well-known/waypost?nonce=n-1`, { allowOwn })),
    ).toEqual({
      failure: { kind: "tooLarge" },
    });
  });
});
