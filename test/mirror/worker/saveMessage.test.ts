import { expect, onTestFinished, test } from "vitest";
import { schema } from "../../../src/mirror/worker/control/schema.ts";
import type { EdgeDatabase } from "../../../src/mirror/worker/database.ts";
import { keepAnswer } from "../../../src/mirror/worker/visits/saveMessage.ts";
import { openEdgeDatabase } from "../../support/edgeDatabase.ts";

test("a night of spam asks the database about once a minute, and other forms go on", async () => {
  const real = openEdgeDatabase();
  onTestFinished(() => real.close());
  await real.batch(schema.map((text) => real.prepare(text)));
  let asked = 0;
  const database: EdgeDatabase = {
    prepare: (text) => real.prepare(text),
    batch(statements) {
      asked += 1;
      return real.batch(statements);
    },
  };
  const start = Date.UTC(2026, 10, 25);
  const send = (overlay: number, minute: number) =>
    keepAnswer(
      database,
      { overlay, link: 1, fields: { message: "buy" }, network: null },
      { secret: "a secret of the copy", now: start + minute * 60_000 },
    );
  const outcomes: string[] = [];
  for (let message = 0; message < 60; message += 1) outcomes.push(await send(71, 0));
  expect(new Set(outcomes)).toEqual(new Set(["kept"]));

  asked = 0;
  for (let minute = 1; minute < 31; minute += 1) {
    for (let message = 0; message < 100; message += 1) outcomes.push(await send(71, minute));
  }
  expect(outcomes.filter((outcome) => outcome === "kept")).toHaveLength(60);
  expect(asked).toBeLessThanOrEqual(31);
  expect(await send(72, 31)).toBe("kept");
  expect(await send(71, 62)).toBe("kept");
});
