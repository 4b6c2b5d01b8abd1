import { afterAll, beforeAll, expect, test } from "vitest";
import { send, type Sent, startTestServer, type TestServer } from "../support/server.ts";

let service: TestServer;
beforeAll(async () => {
  service = await startTestServer({ publicPort: 0, log: () => undefined });
});
afterAll(() => service.stop());

const own = () => service.baseUrl;
const visitors = () => service.publicUrl ?? "";
const bearer = () => ({ authorization: `Bearer ${service.apiKey}` });

test.each<[string, () => string, string, () => Sent, number]>([
  ["JSON", own, "/api/account", () => ({ headers: bearer() }), 200],
  ["a refused key", own, "/api/account", () => ({}), 401],
  ["an operation of the owner", own, "/api/settings", () => ({ headers: bearer() }), 403],
  ["an address that the API doesn't have", own, "/api/none", () => ({ headers: bearer() }), 404],
  ["the closed API", visitors, "/api/account", () => ({}), 403],
  ["an unknown host name", own, "/spring", () => ({ headers: { host: "x.example" } }), 421],
  ["the account's picture", own, "/assets/avatar.svg", () => ({}), 200],
  ["robots.txt", visitors, "/robots.txt", () => ({}), 200],
  ["a page", visitors, "/none", () => ({}), 404],
])("%s can't be framed, and loads nothing as a page", async (_name, base, path, sent, status) => {
  const { headers, ...answer } = await send(base(), path, sent());
  expect(answer.status).toBe(status);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  const policy = headers["content-security-policy"];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
});
