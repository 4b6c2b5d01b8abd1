import { createServer, type RequestListener } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createGuardedFetch } from "../../../src/server/outside/guardedFetch.ts";
import {
  createTargetFacts,
  type TargetFacts,
  type TargetQuestion,
} from "../../../src/server/outside/targetFacts.ts";

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
    { "Content-Security-Policy": "frame-ancestors https://go.example", "X-Frame-Options": "DENY" },
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
