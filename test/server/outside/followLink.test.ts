import { afterEach, expect, test } from "vitest";
import { createFollowLink } from "../../../src/server/outside/followLink.ts";
import type { FetchRequest, FetchResult } from "../../../src/server/outside/guardedFetch.ts";
import { testApp } from "../../support/app.ts";

/** What the mirror knows this service by; null: there is none. */
let mirror: { readonly signature: string; readonly answer: string } | null = null;
afterEach(() => {
  mirror = null;
});

/** Follows a link through answers that are given, and tells what was asked. */
async function followed(...answers: readonly FetchResult[]) {
  const asked: FetchRequest[] = [];
  const left = [...answers];
  let isEnded = false;
  const follow = createFollowLink(
    testApp({
      async fetch(request) {
        asked.push(request);
        return left.shift() ?? { failure: { kind: "network" } };
      },
      proofs: {
        begin: () => ({
          nonce: "nonce",
          expected: "",
          end() {
            isEnded = true;
          },
        }),
      },
      listensAt: () => false,
      askMirror: async () => mirror,
    }),
  );
  const result = await follow("http://go.example.org/spring");
  expect(isEnded).toBe(true);
  return { result, asked };
}

const to = (location: string): FetchResult => ({
  failure: { kind: "status", status: 302, location },
});

test("a link is followed by its head alone, with the nonce that says who asks", async () => {
  const { result, asked } = await followed(to("https://example.com/"));
  expect(result).toEqual({ problem: null, status: 302, location: "https://example.com/" });
  expect(asked).toMatchObject([
    {
      url: "http://go.example.org/spring",
      method: "HEAD",
      headers: { "waypost-proof": "nonce" },
    },
  ]);
});

test("a proxy that sends to https first is followed, and no further than the same place", async () => {
  const { result, asked } = await followed(
    to("https://go.example.org/spring"),
    to("https://go.example.org/summer"),
  );
  expect(asked.map(({ url }) => url)).toEqual([
    "http://go.example.org/spring",
    "https://go.example.org/spring",
  ]);
  expect(result).toMatchObject({ location: "https://go.example.org/summer" });
});

test("what gives no answer has the problem of any other question", async () => {
  const { result } = await followed({ failure: { kind: "timeout" } });
  expect(result.problem).toEqual({
    code: "timeout",
    message: "http://go.example.org/spring was asked: nothing answered within 5 s.",
    status: null,
  });
});

test("a mirror is shown who follows the link, so that it counts nothing either", async () => {
  mirror = { signature: "5e1f", answer: "" };
  const { asked } = await followed(to("https://example.com/"));
  expect(asked[0]?.headers).toEqual({ "waypost-proof": "nonce.5e1f" });
});
