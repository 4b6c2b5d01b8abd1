import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { operations } from "../../src/contract/operations.ts";

const rows: [string, Operation][] = Object.entries(operations);

describe.each(rows)("%s", (_name, row) => {
  test("has a parameter for every segment of its path", () => {
    const segments = [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(row.params.shape)).toEqual(segments);
  });

  test("says in one sentence what it does", () => {
    expect(row.summary).toMatch(/^[A-Z].*\.$/);
  });

  test("takes a body only where its method has one", () => {
    const hasBody = Object.keys(row.body.shape).length > 0;
    expect(hasBody && (row.method === "GET" || row.method === "DELETE")).toBe(false);
  });
});

test("no two operations answer the same request", () => {
  const requests = rows.flatMap(([, { method, alsoMethod, path }]) => {
    const shape = path.replaceAll(/:\w+/g, ":");
    return alsoMethod === undefined
      ? [`${method} ${shape}`]
      : [`${method} ${shape}`, `${alsoMethod} ${shape}`];
  });
  expect(new Set(requests).size).toBe(requests.length);
});
