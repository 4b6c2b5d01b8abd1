import { expect, onTestFinished, test } from "vitest";
import { schema } from "../../../src/mirror/worker/control/schema.ts";
import { createContactSubmissions } from "../../../src/server/features/overlays/contactSubmissions.ts";
import { clickLine } from "../../../src/server/store/clicks/clickLine.ts";
import { type LocalEdge, startLocalEdge } from "../../support/localEdge.ts";
import { savedInMemory, rowsInMemory, startMirroredHome } from "../../support/mirroredHome.ts";
import { counts, link, newFolder, now, openForTest } from "../../server/store/testFolder.ts";
import type { EdgeAnswer } from "../../../src/server/store/mirrorInbox/takenAnswers.ts";

const clicks = 600;
const answers = 2;

function leaveLines({ database }: LocalEdge): void {
  const click = database.sqlite.prepare("insert into clicks (line) values (?)");
  for (let number = 0; number < clicks; number += 1) {
    click.run(clickLine({ at: now - number, link: 1 }));
  }
  const answer = database.sqlite.prepare(
    "insert into answers (overlay, visitor, at, line) values (1, '', ?, ?)",
  );
  for (let number = 0; number < answers; number += 1) {
    const fields = { message: `${number}` };
    const line: EdgeAnswer = { at: now, overlay: 1, link: 1, fields, visitor: "" };
    answer.run(now, JSON.stringify(line));
  }
}

test.each(["cutBefore", "cutAfter"] as const)(
  "a network that is %s any one call of a drain loses no click and no answer, and doubles none",
  async (wire) => {
    const edge = await startLocalEdge();
    onTestFinished(() => edge.close());
    for (const statement of schema) edge.database.sqlite.exec(statement);
    const keeper = counts();
    const store = await openForTest(newFolder(), { keeper });
    const createdAt = "2026-01-01T00:00:00Z";
    await store.commit([
      { put: "links", record: link(1) },
      { put: "overlays", record: { id: 1, type: "contact", name: "Questions", createdAt } },
    ]);
    const contactAnswers = createContactSubmissions({ store, clock: () => now });
    const saved = savedInMemory(edge);

    let lost = 0;
    let calls = 0;
    while (calls >= lost) {
      lost += 1;
      leaveLines(edge);
      const source = rowsInMemory();
      const home = { edge, source, saved, clicks: store.clicks, answers: contactAnswers };
      const { mirror } = startMirroredHome(home);
      calls = 0;
      edge.cut(() => {
        calls += 1;
        return calls === lost ? wire : "open";
      });
      await mirror.drain();
      expect(mirror.state().problem?.code).toBe(calls < lost ? undefined : "network");
      edge.cut(() => "open");
      await mirror.drain();
      expect(mirror.state()).toMatchObject({ problem: null, linesWaiting: 0 });
      await mirror.close();
      expect(keeper.total()).toBe(lost * clicks);
      expect(contactAnswers.countsOf(1).answers).toBe(lost * answers);
    }
    expect(calls).toBeGreaterThan(4);
  },
);
