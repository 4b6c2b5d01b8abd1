import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Operation } from "../../../src/contract/operation.ts";
import { operations } from "../../../src/contract/operations.ts";
import { contractRows } from "./contractRows.ts";
import { nameOf } from "./row.ts";
import { shapeOfAnswers, shapeOfSchema } from "./shape.ts";
import { answerFaults } from "./wireFaults.ts";

const table: readonly Operation[] = Object.values(operations);
const operationsByName = new Map(table.map((operation) => [nameOf(operation), operation]));

const sorted = (names: Iterable<string>) => [...names].toSorted();

test("the contract has 34 rows, each with an operation in the table", () => {
  expect(contractRows).toHaveLength(34);
  const names = new Set(table.map(nameOf));
  expect(contractRows.map(nameOf).filter((name) => !names.has(name))).toEqual([]);
});

describe.each(contractRows.map((row) => [nameOf(row), row] as const))("%s", (name, row) => {
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
