import { expect, test } from "vitest";
import { z } from "zod";
import { listEnvelope, listOf } from "../../src/contract/envelope.ts";

const numbers = listOf("numbers", z.int());
const page = (total: number, number: number, limit: number) =>
  listEnvelope("numbers", { items: [1], total, page: number, limit }, (item) => item);

test("a page says how many results all pages have and where the next one is", () => {
  expect(numbers.parse(page(31, 2, 15))).toEqual({
    error: "0",
    data: { result: 31, perpage: 15, currentpage: 2, nextpage: 3, maxpage: 3, numbers: [1] },
  });
});

test("the last page is its own next page", () => {
  expect(page(31, 3, 15).data).toMatchObject({ currentpage: 3, nextpage: 3, maxpage: 3 });
});

test("past the end the page is as asked and the next one is the last", () => {
  expect(page(31, 9, 15).data).toMatchObject({ currentpage: 9, nextpage: 3, maxpage: 3 });
});

test("an empty collection has one page", () => {
  expect(page(0, 1, 15).data).toMatchObject({ result: 0, nextpage: 1, maxpage: 1 });
});
