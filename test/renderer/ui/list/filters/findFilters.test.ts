import { expect, test } from "vitest";
import {
  type FilterField,
  findFilters,
} from "../../../../../src/renderer/ui/list/filters/filters.ts";

const options = [
  { value: "launch", label: "launch" },
  { value: "relaunch", label: "relaunch" },
];
const fields: readonly FilterField[] = [
  {
    name: "tag",
    label: "Tag",
    operators: [{ param: "tag", label: "is", values: { kind: "choice", options } }],
  },
  {
    name: "expiry",
    label: "Expiry",
    operators: [
      { param: "expired", label: "has passed", values: { kind: "fixed", value: "true" } },
      { param: "expiresBefore", label: "before", values: { kind: "day" } },
    ],
  },
  {
    name: "lead",
    label: "Lauded",
    operators: [{ param: "minClicks", label: "≥", values: { kind: "number" } }],
  },
];
const found = (typed: string, filter = {}) =>
  findFilters(fields, filter, typed).map(({ value }) => value);

test("without a word the menu has every field", () => {
  expect(found("")).toEqual(["field=tag", "field=expiry", "field=lead"]);
});

test("a word finds values as well as fields, and first what begins with it", () => {
  expect(found("lau")).toEqual(["tag=launch", "field=lead", "tag=relaunch"]);
  expect(found("PASSED")).toEqual(["expired=true"]);
});

test("what is filtered by already isn't offered again", () => {
  expect(found("lau", { tag: "launch" })).toEqual(["field=lead"]);
});
