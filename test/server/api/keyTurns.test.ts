import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { KeyTurns } from "../../../src/server/api/keyTurns.ts";
import { Busy } from "../../../src/server/common/problems.ts";
import { serverForAll } from "../../support/testServer.ts";

const stays = new AbortController().signal;

/** Takes a turn, and notes that it has come. */
function taking(turns: KeyTurns, bucket = "key 2", gone = stays) {
  const come: (string | number)[] = [];
  const ends: (() => void)[] = [];
  const take = async (name: string | number, signal = gone) => {
    const end = await turns.take(bucket, signal);
    come.push(name);
    ends.push(end);
  };
  return { come, ends, take };
}

/** One look at all that is ready. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("requests with one key", () => {
  test("are at work four at a time, in the order in which they came", async () => {
    const turns = new KeyTurns();
    const { come, ends, take } = taking(turns);
    const all = Array.from({ length: 10 }, (_, number) => take(number));
    await Promise.all(all.slice(0, 4));
    await settled();
    await settled();
    expect(come).toEqual([0, 1, 2, 3]);
    const other = taking(turns, "key 3");
    await other.take("another key");
    for (let next = 4; next < 10; next += 1) {
      const end = ends[next - 4];
      end?.();
      end?.();
      await all[next];
    }
    expect(come).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("leave the line with whoever sent them", async () => {
    const turns = new KeyTurns();
    const { come, ends, take } = taking(turns);
    const leaving = new AbortController();
    const all = Array.from({ length: 4 }, (_, number) => take(number));
    const left = [take("left", leaving.signal), take("left", leaving.signal)];
    const last = take("last");
    await Promise.all(all);
    leaving.abort();
    await expect(Promise.allSettled(left)).resolves.toMatchObject([
      { status: "rejected" },
      { status: "rejected" },
    ]);
    ends[0]?.();
    await last;
    expect(come).toEqual([0, 1, 2, 3, "last"]);
    await expect(turns.take("key 2", leaving.signal)).rejects.toThrow("aborted");
  });

  test("wait in great number, and are refused beyond it", async () => {
    const turns = new KeyTurns();
    const takeAll = async (count: number) => {
      const leaving = new AbortController();
      const all = Array.from({ length: count }, async () => {
        (await turns.take("key 2", leaving.signal))();
      });
      const outcome = Promise.allSettled(all);
      leaving.abort();
      const refused = (await outcome).filter(
        (one) => one.status === "rejected" && one.reason instanceof Busy,
      );
      return refused.length;
    };
    expect(await takeAll(2_004)).toBe(0);
    // Whoever has left takes no room.
    expect(await takeAll(2_005)).toBe(1);
  });

  test("bring bodies of 64 MiB together, also while they still come", async () => {
    const turns = new KeyTurns();
    const breakingOff = new AbortController();
    const begin = async (bucket = "key 2") =>
      turns.takeWithBody(bucket, stays, async (come) => {
        come(1 << 20);
        await once(breakingOff.signal, "abort");
        throw new Error("broke off");
      });
    const coming = Array.from({ length: 64 }, async () => begin());
    await expect(begin()).rejects.toThrow(Busy);
    coming.push(begin("key 3"));
    breakingOff.abort();
    for (const one of coming) await expect(one).rejects.toThrow("broke off");
    const read = async (come: (bytes: number) => void) => {
      come(64 << 20);
      return "read";
    };
    const first = await turns.takeWithBody("key 2", stays, read);
    expect(first.bytes).toBe("read");
    first.endTurn();
    // Those at work have theirs in memory no longer than they need it.
    (await turns.takeWithBody("key 2", stays, read)).endTurn();
  });

  test("make room for others when they take long", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { come, take } = taking(new KeyTurns());
    const all = Array.from({ length: 5 }, (_, number) => take(number));
    await Promise.all(all.slice(0, 4));
    vi.advanceTimersByTime(10_000);
    await all[4];
    expect(come).toEqual([0, 1, 2, 3, 4]);
  });
});

const server = serverForAll();
beforeAll(async () => {
  const set = {
    "automation.assistants": true,
    "automation.yourls": true,
    "automation.shlink": true,
    "automation.kutt": true,
  };
  await server.api("PUT", "/api/settings", { set }, server.localKey);
});

interface Place {
  readonly scope: string;
  readonly path: string;
  readonly headers: (key: string) => Readonly<Record<string, string>>;
  readonly body?: string;
}

const shorteners: readonly Place[] = [
  { scope: "shlink", path: "/rest/v3/tags", headers: (key) => ({ "x-api-key": key }) },
  { scope: "kutt", path: "/api/v2/links", headers: (key) => ({ "x-api-key": key }) },
];
const places: readonly Place[] = [
  { scope: "api", path: "/api/account", headers: (key) => ({ authorization: `Bearer ${key}` }) },
  {
    scope: "assistant",
    path: "/mcp",
    headers: (key) => ({
      authorization: `Bearer ${key}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": "2025-11-25",
    }),
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "list_changes", arguments: {} },
    }),
  },
  {
    scope: "yourls",
    path: "/yourls-api.php?action=db-stats&format=json",
    headers: (key) => ({ authorization: key }),
  },
  ...shorteners,
];

describe.each(places)("a request with a key of scope $scope", ({ scope, path, headers, body }) => {
  /** While as many with its key are at work as may be. */
  async function busyKey() {
    const made = await server.api("POST", "/api/key/add", { name: scope, scope }, server.localKey);
    const { id, key } = made.body;
    onTestFinished(
      async () => void (await server.api("DELETE", `/api/key/${id}/delete`, {}, server.localKey)),
    );
    const taken = vi.spyOn(KeyTurns.prototype, "take");
    onTestFinished(() => taken.mockRestore());
    await server.api("GET", "/api/account");
    const turns = taken.mock.contexts.find((one) => one instanceof KeyTurns);
    const hold = async () => turns?.take(`key ${id}`, stays);
    const ends = await Promise.all(Array.from({ length: 4 }, hold));
    taken.mockClear();
    const { host } = new URL(server.baseUrl);
    const request = httpRequest(`http://${host}`, {
      path: scope === "yourls" ? `${path}&signature=${key}` : path,
      method: body === undefined ? "GET" : "POST",
      headers: headers(key),
    });
    const answer = new Promise<{ status: number; headers: object; text: string }>(
      (resolve, reject) => {
        request.on("error", reject);
        request.on("response", (response) => {
          const { statusCode: status = 0, headers: answered } = response;
          let text = "";
          response.on("data", (piece: Buffer) => (text += piece.toString()));
          response.on("end", () => resolve({ status, headers: answered, text }));
        });
      },
    );
    return { hold, ends, request, answer, taken };
  }

  test("waits for those at work, while other keys don't", async () => {
    const { ends, request, answer, taken } = await busyKey();
    const answered = vi.fn<() => void>();
    void answer.then(answered);
    request.end(body);
    await vi.waitFor(() => expect(taken).toHaveBeenCalled(), 20_000);
    expect((await server.api("GET", "/api/account")).status).toBe(200);
    expect(answered).not.toHaveBeenCalled();
    ends[0]?.();
    expect((await answer).status).toBe(200);
    for (const end of ends) end?.();
  });

  test("isn't worked on once its program has gone", async () => {
    const { ends, request, answer, taken } = await busyKey();
    request.end(body);
    await vi.waitFor(() => expect(taken).toHaveBeenCalled(), 20_000);
    request.destroy();
    await expect(answer).rejects.toThrow("socket hang up");
    await expect(taken.mock.results[0]?.value).rejects.toThrow(/aborted|closed/);
    for (const end of ends) end?.();
  });

  test("is refused where very many wait already", async () => {
    const { hold, ends, request, answer } = await busyKey();
    const waiting = Array.from({ length: 2_000 }, hold);
    request.end(body);
    const { status, headers: answered, text } = await answer;
    expect([text.includes("Too many requests at once"), status]).toEqual([true, 429]);
    expect(answered).toMatchObject({ "retry-after": "1" });
    for (const end of ends) end?.();
    for (const end of waiting) (await end)?.();
  });
});
