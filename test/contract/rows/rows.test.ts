import { describe, expect, test } from "vitest";
import { z } from "zod";
import { bioPageOperations } from "../../../src/contract/resources/bioPages.ts";
import { campaignOperations } from "../../../src/contract/resources/campaigns.ts";
import { channelOperations } from "../../../src/contract/resources/channels.ts";
import { domainOperations } from "../../../src/contract/resources/domains.ts";
import type { Operation } from "../../../src/contract/operation.ts";
import { operations } from "../../../src/contract/operations.ts";
import { overlayOperations } from "../../../src/contract/resources/overlays.ts";
import { pixelOperations } from "../../../src/contract/resources/pixels.ts";
import { qrOperations } from "../../../src/contract/resources/qrCodes.ts";
import { splashPageOperations } from "../../../src/contract/resources/splashPages.ts";
import { additiveRows } from "./additiveRows.ts";
import { contractRows } from "./contractRows.ts";
import { type ContractRow, nameOf } from "./row.ts";
import { shapeOfAnswers, shapeOfSchema } from "./shape.ts";
import { answerFaults } from "./wireFaults.ts";

const rows: readonly ContractRow[] = [...contractRows, ...additiveRows];
const rowsByName = new Map(rows.map((row) => [nameOf(row), row]));

const table: readonly Operation[] = Object.values(operations);
const described: readonly Operation[] = Object.values({
  ...operations,
  ...bioPageOperations,
  ...campaignOperations,
  ...channelOperations,
  ...domainOperations,
  ...overlayOperations,
  ...pixelOperations,
  ...qrOperations,
  ...splashPageOperations,
});
const operationsByName = new Map(described.map((operation) => [nameOf(operation), operation]));

const sorted = (names: Iterable<string>) => [...names].toSorted();

test("every row is one request", () => {
  expect(rowsByName.size).toBe(rows.length);
});

test("the contract has 34 rows, each with an operation in the table", () => {
  expect(contractRows).toHaveLength(34);
  const names = new Set(table.map(nameOf));
  expect(rows.map(nameOf).filter((name) => !names.has(name))).toEqual([]);
});

describe.each(rows.map((row) => [nameOf(row), row] as const))("%s", (name, row) => {
  const operation = operationsByName.get(name);

  test("is an operation for scripts, under the same methods", () => {
    expect(operation).toMatchObject({ scope: "api", path: row.path });
    expect(operation?.alsoMethod).toBe(row.alsoMethod);
  });

  test("takes the fields it says, and demands those it says", () => {
    const { required = {}, optional = {}, additive = {} } = row.body ?? {};
    const schema = z.toJSONSchema(operation?.body ?? z.never(), {
      io: "input",
      unrepresentable: "any",
    });
    expect(sorted(schema.required ?? [])).toEqual(sorted(Object.keys(required)));
    expect(sorted(Object.keys(schema.properties ?? {}))).toEqual(
      sorted(Object.keys({ ...required, ...optional, ...additive })),
    );
    expect(sorted(Object.keys(operation?.query.shape ?? {}))).toEqual(sorted(row.query ?? []));
  });

  test("answers the keys, types and sentences it says", () => {
    if (row.answers.includes("anything")) return;
    const answered: unknown = shapeOfSchema(operation?.response ?? z.never());
    expect(answered).toEqual(shapeOfAnswers(row.answers));
  });
});

test("a wrong answer is seen", () => {
  const [row] = contractRows.filter(({ path }) => path === "/api/url/:id/delete");
  const faults = (answer: unknown) => answerFaults(row?.answers ?? [], answer);
  const message = "Link has been deleted successfully";
  expect(faults({ error: 0, message })).toEqual([]);
  expect(faults({ error: "0", message })).toEqual(['answer.error is not 0: "0"']);
  expect(faults({ error: 0, message: `${message}.` })).toHaveLength(1);
  expect(faults({ error: 0, message, links: 1 })).toEqual(["answer.links is not in the contract"]);
  expect(faults({ error: 0 })).toEqual(["answer.message is missing"]);
});
