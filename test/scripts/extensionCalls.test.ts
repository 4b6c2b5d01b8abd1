import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { addLink } from "../../extension/src/calls.ts";

const key = "k".repeat(43);
const hash = createHash("sha256").update(key).digest("hex");
const shorturl = "http://127.0.0.1:4080/spring";

type Prove = (nonce: string, port: number) => unknown;

function proofOf(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

/** A program at the port that a paired extension knows, which answers as it likes. */
async function startProgram(status: number, prove: Prove) {
  const seen: { readonly url: string; readonly headers: IncomingHttpHeaders; body: string }[] = [];
  let port = 0;
  const program = createServer((request, response) => {
    const one = { url: request.url ?? "", headers: request.headers, body: "" };
    seen.push(one);
    request.on("data", (chunk: Buffer) => (one.body += chunk.toString()));
    request.on("end", () => {
      const isPair = one.url === "/pair";
      response.writeHead(isPair ? status : 200, { "content-type": "application/json" });
      const { nonce } = JSON.parse(one.body);
      response.end(JSON.stringify(isPair ? { proof: prove(nonce, port) } : { shorturl }));
    });
  });
  await new Promise<void>((done) => program.listen(0, "127.0.0.1", done));
  onTestFinished(() => void program.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as TCP has it
  port = (program.address() as AddressInfo).port;
  vi.stubGlobal("chrome", { storage: { local: { get: async () => ({ port, key }) } } });
  onTestFinished(() => void vi.unstubAllGlobals());
  return seen;
}

test("the extension sends its key to the program that proves to know it", async () => {
  const seen = await startProgram(200, (nonce, port) =>
    proofOf(hash, `${nonce}\n127.0.0.1:${port}`),
  );
  expect(await addLink({ url: "https://example.org/" })).toEqual({
    shorturl,
    longurl: "https://example.org/",
  });
  expect(seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ["/pair", undefined],
    ["/api/url/add", `Bearer ${key}`],
  ]);
});

test.each<[what: string, status: number, prove: Prove, trouble: string]>([
  ["no proof", 200, () => undefined, "asleep"],
  ["an empty proof", 200, () => "", "asleep"],
  ["its nonce again", 200, (nonce) => nonce, "asleep"],
  [
    "a proof by another key",
    200,
    (nonce, port) => proofOf("0".repeat(64), `${nonce}\n127.0.0.1:${port}`),
    "asleep",
  ],
  [
    "a proof for another port",
    200,
    (nonce, port) => proofOf(hash, `${nonce}\n127.0.0.1:${port + 1}`),
    "asleep",
  ],
  [
    "a proof of another nonce",
    200,
    (_nonce, port) => proofOf(hash, `${"0".repeat(32)}\n127.0.0.1:${port}`),
    "asleep",
  ],
  [
    "a proof in a list",
    200,
    (nonce, port) => [proofOf(hash, `${nonce}\n127.0.0.1:${port}`)],
    "asleep",
  ],
  ["that it doesn't know the extension", 404, () => undefined, "unpaired"],
  [
    "a refusal with a right proof",
    500,
    (nonce, port) => proofOf(hash, `${nonce}\n127.0.0.1:${port}`),
    "refused",
  ],
])(
  "the extension keeps its key from a program that answers %s",
  async (_what, status, prove, trouble) => {
    const seen = await startProgram(status, prove);
    const added = addLink({ url: "https://example.org/" });
    await expect(added).rejects.toMatchObject({ name: "CallFailed", trouble });
    expect(seen.map(({ url }) => url)).toEqual(["/pair"]);
    expect(JSON.stringify(seen)).not.toContain(key);
  },
);
