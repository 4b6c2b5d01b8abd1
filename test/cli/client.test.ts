import { expect, test } from "vitest";
import { requestAddress } from "../../src/cli/client.ts";
import { operations } from "../../src/contract/operations.ts";

test("path parameters are filled in, and the prefix stays", () => {
  expect(
    requestAddress("http://127.0.0.1:4080/s", operations.deleteLink.path, { id: "5/x" }, {}),
  ).toBe("http://127.0.0.1:4080/s/api/url/5%2Fx/delete");
});

test("only the query that is given is sent", () => {
  expect(
    requestAddress(
      "http://127.0.0.1:4080",
      operations.listLinks.path,
      {},
      {
        q: "a & b",
        page: 2,
        order: undefined,
      },
    ),
  ).toBe("http://127.0.0.1:4080/api/urls?q=a+%26+b&page=2");
});
