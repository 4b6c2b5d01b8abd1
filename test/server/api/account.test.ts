import { expect, test } from "vitest";
import { send } from "../../support/server.ts";
import { serverForAll } from "../../support/testServer.ts";

const start = Date.UTC(2026, 5, 1, 12, 0, 0);
let now = start;

const server = serverForAll({ clock: () => now, settings: { timeZone: "Asia/Tehran" } });

test("the first start makes an account, and its moments are in the account's time zone", async () => {
  const { status, body } = await server.api("GET", "/api/account");
  const { username } = body.data;
  expect(status).toBe(200);
  expect(username).toBe("owner");
  expect(body).toEqual({
    error: 0,
    data: {
      id: 1,
      email: "owner@localhost",
      username,
      avatar: `${server.baseUrl}/assets/avatar.svg`,
      status: "pro",
      expires: "2036-06-01 15:30:00",
      registered: "2026-06-01 15:30:00",
    },
  });
});

test("POST answers as GET does", async () => {
  const posted = await server.api("POST", "/api/account");
  const got = await server.api("GET", "/api/account");
  expect(posted.body).toEqual(got.body);
});

test("the avatar is a picture that the service serves", async () => {
  const { body } = await server.api("GET", "/api/account");
  const picture = await send(body.data.avatar, new URL(body.data.avatar).pathname);
  expect(picture.status).toBe(200);
  expect(picture.headers["content-type"]).toBe("image/svg+xml");
  expect(picture.headers["x-content-type-options"]).toBe("nosniff");
  expect(picture.text).toMatch(/^<svg .*<\/svg>$/s);
});

test("an update changes what is given and leaves the rest", async () => {
  const { body } = await server.api("PUT", "/api/account/update", {
    email: " me@example.org ",
    password: "",
  });
  expect(body).toEqual({
    error: 0,
    change: expect.any(Number),
    message: "Account has been successfully updated.",
  });
  const after = await server.api("GET", "/api/account");
  expect(after.body.data.email).toBe("me@example.org");

  await server.api("PUT", "/api/account/update", { password: "long enough" });
  const later = await server.api("GET", "/api/account");
  expect(later.body.data.email).toBe("me@example.org");
  expect(later.text).not.toContain("scrypt");
});

test.each([
  [{}, "Send at least one of email, password and username."],
  [{ email: null, password: "" }, "Send at least one of email, password and username."],
  [{ email: "nobody" }, "email must be an email address."],
  [{ email: `${"a".repeat(250)}@example.org` }, "email must be at most 254 characters."],
  [{ password: "1234567" }, "password must be 8 to 128 characters."],
  [
    { email: "no", password: "short" },
    "email must be an email address; password must be 8 to 128 characters.",
  ],
])("an update of %j is refused", async (body, message) => {
  const answer = await server.api("PUT", "/api/account/update", body);
  expect([answer.status, answer.body]).toEqual([
    400,
    { error: 1, message, code: "invalid", faults: expect.any(Array) as unknown },
  ]);
});

test("a username follows the rules of an alias, and the lists' old addresses go on working", async () => {
  const { body: campaign } = await server.api("POST", "/api/campaign/add", { public: true });
  const before = new URL(campaign.list).pathname;
  expect(before).toMatch(/^\/u\/owner\/list-\d+$/);
  for (const [username, status] of [
    ["api", 409],
    ["ab", 400],
    ["two words", 400],
    ["garden", 200],
    ["spring", 200],
    ["garden", 200],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await server.api("PUT", "/api/account/update", { username });
    expect([username, answer.status]).toEqual([username, status]);
  }
  const { body } = await server.api("GET", "/api/campaigns");
  const [{ list }] = body.data.campaigns;
  expect(new URL(list).pathname).toBe(before.replace("owner", "garden"));
  for (const name of ["garden", "owner", "spring"]) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await server.visit(before.replace("owner", name))).status).toBe(200);
  }
  expect((await server.visit(before.replace("owner", "somebody"))).status).toBe(404);
});

test("the key stops working when the account expires; the local caller's doesn't", async () => {
  now = Date.UTC(2036, 5, 1, 12, 0, 0);
  const expired = await server.api("GET", "/api/account");
  const local = await server.api("GET", "/api/account", undefined, server.localKey);
  now = start;
  expect([expired.status, local.status]).toEqual([401, 200]);
});
