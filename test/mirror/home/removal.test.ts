import { expect, test } from "vitest";
import { keys } from "../../../src/mirror/wire/rows.ts";
import { startLocalEdge } from "../../support/localEdge.ts";
import {
  linesInMemory,
  rowsInMemory,
  savedInMemory,
  startMirroredHome,
} from "../../support/mirroredHome.ts";
import { chrome } from "../../support/userAgents.ts";
import { siteRow } from "../pushedRows.ts";

const site = JSON.stringify(siteRow);
const spring = JSON.stringify({
  v: 1,
  links: [{ id: 1, alias: "spring", url: "https://example.com/" }],
});

test("a visit while the copy is being removed isn't answered, or its click is downloaded", async () => {
  const edge = await startLocalEdge();
  const statuses: number[] = [];
  async function visit(): Promise<void> {
    const headers = { "user-agent": chrome };
    const address = `${edge.address}/spring`;
    const { status } = await fetch(address, { headers, redirect: "manual" });
    statuses.push(status);
    await edge.settled();
  }
  const clicks = linesInMemory();
  const { mirror } = startMirroredHome({
    edge,
    source: rowsInMemory([
      [keys.site, site],
      [keys.alias(undefined, "spring"), spring],
    ]),
    saved: savedInMemory(edge),
    clicks,
    through: (client) => ({
      ...client,
      async wipe(wipe) {
        await visit();
        return client.wipe(wipe);
      },
    }),
  });
  await mirror.push();
  await visit();
  await mirror.wipe();
  expect(mirror.state().problem).toBeNull();
  expect([statuses[0], statuses.at(-1)]).toEqual([302, 404]);
  expect(clicks.lines).toHaveLength(statuses.filter((status) => status === 302).length);
  await mirror.close();
  await edge.close();
});
