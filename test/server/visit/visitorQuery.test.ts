import { expect, test } from "vitest";
import { visitorQuery } from "../../../src/server/visit/visitorQuery.ts";

test("a visitor's query is read up to its 500th part", () => {
  const parts = Array.from({ length: 8000 }, (_, at) => `p${at}=${at}`);
  const read = visitorQuery(parts.join("&"));
  expect([...read]).toHaveLength(500);
  expect(read.get("p499")).toBe("499");
  expect([...visitorQuery(parts.slice(0, 500).join("&"))]).toHaveLength(500);
  expect([...visitorQuery("page=2&on")]).toEqual([
    ["page", "2"],
    ["on", ""],
  ]);
});
