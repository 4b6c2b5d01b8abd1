import { once } from "node:events";
import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../src/server/http/listener.ts";

/** What `--expose-gc` gives. */
type Collect = (options: { readonly type: "major" | "minor" }) => void;

function collector(): Collect {
  setFlagsFromString("--expose-gc");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return runInNewContext("gc") as Collect;
}

/** MiB in use after collections of young objects only, as they run between redirects. */
function youngCollected(collect: Collect): number {
  for (let round = 0; round < 3; round += 1) collect({ type: "minor" });
  return process.memoryUsage().heapUsed / 2 ** 20;
}

test("a request with a body is freed without a full collection once it is answered", async () => {
  const listener = await listen("127.0.0.1", 0);
  onTestFinished(() => listener.close(0));
  listener.serve((request, response) => {
    request.resume().once("end", () => response.end());
  });
  const requests = 500;
  const headerBytes = 12_000;
  // Bytes outside the heap that is measured.
  const post = Buffer.from(
    `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nX-Large: ${"-".repeat(headerBytes)}\r\n\r\n{}`,
  );
  const socket = connect(listener.port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const send = async () => {
    socket.write(post);
    await once(socket, "data");
  };
  await send();
  const collect = collector();
  collect({ type: "major" });
  collect({ type: "major" });
  const before = youngCollected(collect);
  for (let count = 0; count < requests; count += 1) {
    await send();
    if (count % 50 === 0) youngCollected(collect);
  }
  const grown = youngCollected(collect) - before;
  expect(grown).toBeLessThan((requests * headerBytes) / 2 ** 20 / 4);
});
