import { describe, expect, test } from "vitest";
import { Webhook } from "standardwebhooks";
import {
  mostBody,
  webhookOperations,
} from "../../../../src/contract/server/automation/webhooks.ts";
import { bodyOf } from "../../../../src/server/features/automation/webhooks/bodies.ts";
import {
  clickParts,
  fittingLink,
  partsOf,
} from "../../../../src/server/features/automation/webhooks/events.ts";
import {
  afterFailure,
  goodHealth,
  type Health,
  isHopeless,
} from "../../../../src/server/features/automation/webhooks/health.ts";
import {
  askedPause,
  day,
  offlinePause,
  pauseAfter,
  slowdownAfter,
} from "../../../../src/server/features/automation/webhooks/schedule.ts";
import {
  newSecret,
  signedHeaders,
} from "../../../../src/server/features/automation/webhooks/signing.ts";

const minute = 60_000;

describe("signature", () => {
  test("is that of the published test vector", () => {
    const headers = signedHeaders(["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], {
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      at: 1_614_265_330_000,
      body: Buffer.from('{"test": 2432232314}'),
    });
    expect(headers).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  test("covers the bytes that are sent, whatever characters they are", () => {
    const [old, next] = [newSecret(), newSecret()];
    const body = JSON.stringify({ title: "سلام 👋 \u2028 \\ud800", amount: 1e21 });
    const headers = signedHeaders([next, old], {
      id: "msg_1",
      at: Date.now(),
      body: Buffer.from(body),
    });
    for (const secret of [old, next]) {
      expect(new Webhook(secret).verify(body, { ...headers })).toEqual(JSON.parse(body));
    }
    expect(() => new Webhook(newSecret()).verify(body, { ...headers })).toThrow("No matching");
  });

  test("takes secrets of 24 to 64 bytes", () => {
    const { body } = webhookOperations.addWebhook;
    const isTaken = (bytes: number) =>
      body.safeParse({
        name: "Shop",
        url: "https://shop.example/",
        secret: `whsec_${Buffer.alloc(bytes, 7).toString("base64")}`,
      }).success;
    expect([23, 24, 25, 32, 63, 64, 65, 66].map(isTaken)).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("schedule", () => {
  test("tries ten times within about three days, a little later each time", () => {
    const pauses = Array.from({ length: 10 }, (_, tries) => pauseAfter(tries + 1, () => 0));
    expect(pauses.map((pause) => (pause === null ? null : pause / minute))).toEqual([
      5 / 60,
      5,
      30,
      120,
      300,
      600,
      840,
      1200,
      1440,
      null,
    ]);
    expect(pauseAfter(2, () => 0.999_999)).toBe(5.5 * minute);
  });

  test("waits as long as Retry-After says, in seconds or until a date, a day at most", () => {
    const now = Date.parse("2026-03-10T12:00:00Z");
    expect(askedPause("120", now)).toBe(2 * minute);
    expect(askedPause("0.3", now)).toBe(300);
    expect(askedPause("Tue, 10 Mar 2026 12:01:00 GMT", now)).toBe(minute);
    expect(askedPause("Tue, 10 Mar 2020 12:01:00 GMT", now)).toBe(0);
    for (const wrong of ["", "-5", "soon", "1e9", "20 26", null]) {
      expect([wrong, askedPause(wrong, now)]).toEqual([wrong, null]);
    }
    expect(slowdownAfter(1, "999999999", now)).toBe(day);
    expect(slowdownAfter(1, null, now)).toBe(minute);
    expect(slowdownAfter(3, null, now)).toBe(4 * minute);
    expect(slowdownAfter(50, null, now)).toBe(60 * minute);
  });

  test("looks at an offline computer every few minutes at least", () => {
    expect([0, 1, 2, 50].map(offlinePause)).toEqual([15_000, 30_000, minute, 5 * minute]);
  });
});

describe("hopeless webhook", () => {
  const failing = (hours: readonly number[]) =>
    hours.reduce<Health>(
      (health, hour) =>
        afterFailure(health, {
          now: hour * 60 * minute,
          isSlow: false,
          status: 500,
          problem: "status",
        }),
      goodHealth,
    );

  test("has failed on five days over five days", () => {
    expect(isHopeless(failing([1, 25, 49, 73, 97]))).toBe(false);
    expect(isHopeless(failing([1, 25, 49, 73, 97, 121]))).toBe(true);
  });

  test("isn't one that had no try for a week", () => {
    expect(isHopeless(failing([1, 24 * 8, 24 * 9]))).toBe(false);
  });
});

describe("body", () => {
  const link = {
    id: 7,
    shorturl: "https://go.example/spring",
    longurl: "https://shop.example/",
    alias: "spring",
    title: "Spring",
  };

  test("names at most as many ids as have their place, and every one", () => {
    const created = Array.from({ length: 9_000 }, (_, index) => 10_000_000 + index);
    const parts = [...partsOf({ created, updated: [], deleted: [1, 2] })];
    for (const [index, links] of parts.entries()) {
      const data = { operation: "addBulkChange", part: index + 1, parts: parts.length, links };
      const event = { type: "change.made", at: 0, change: 5, by: "window", data } as const;
      expect(Buffer.byteLength(bodyOf(event, "standard", null))).toBeLessThanOrEqual(mostBody);
    }
    expect(parts.length).toBe(5);
    expect(parts.flatMap((part) => part.created)).toEqual(created);
    expect(parts.flatMap((part) => part.deleted)).toEqual([1, 2]);
  });

  test("leaves out the rules of a link that has too many", () => {
    const large = { ...link, description: "é".repeat(15_000) };
    expect(fittingLink(link)).toBe(link);
    expect(fittingLink(large)).toEqual({ ...link, partial: true });
    const longest = {
      ...large,
      longurl: `https://shop.example/${"é".repeat(8_000)}`,
      title: "é".repeat(4_000),
    };
    expect(fittingLink(longest)).toMatchObject({ id: 7, longurl: "", title: "", partial: true });
  });

  test("tells of at most 100 clicks, with each link that it names once", () => {
    const item = (id: number) => ({ ...link, id, title: "é".repeat(200) });
    const clicks = Array.from({ length: 350 }, (_, index) => ({
      link: (index % 70) + 1,
      date: "2026-03-10 12:00:00",
      country: "DE",
      browser: "Firefox",
      os: "Linux",
      device: null,
      language: "de",
      referrer: "news.example",
      rule: null,
      variant: null,
    }));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much of a link as is read
    const parts = [...clickParts(clicks, (id) => (id === 3 ? undefined : (item(id) as never)))];
    for (const data of parts) {
      expect(data.clicks.length).toBeLessThanOrEqual(100);
      const body = bodyOf({ type: "link.clicked", at: 0, data }, "standard", null);
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(mostBody);
      const ids = data.links.map(({ id }) => id);
      expect(new Set(ids)).toEqual(new Set(data.clicks.map(({ link: id }) => id)));
      expect(ids.length).toBe(new Set(ids).size);
    }
    expect(parts.flatMap((part) => part.clicks)).toEqual(clicks.filter(({ link: id }) => id !== 3));
  });

  test("of a service for messages is a sentence that calls and formats nothing", () => {
    const message = "<!channel> <https://evil.example|bank> & @everyone \u202Eabc\nsecond";
    const data = {
      id: 1,
      link: 7,
      shorturl: link.shorturl,
      name: "Ada",
      email: "ada@example.org",
      phone: "",
      message,
      read: false,
      date: "2026-03-10 12:00:00",
    };
    const event = { type: "contact.received", at: 0, data } as const;
    const plain =
      "Message from Ada, ada@example.org: <!channel> <https://evil.example|bank> & @everyone abc second";
    expect(JSON.parse(bodyOf(event, "slack", null))).toEqual({
      text: "Message from Ada, ada@example.org: &lt;!channel&gt; &lt;https://evil.example|bank&gt; &amp; @everyone abc second",
      unfurl_links: false,
      unfurl_media: false,
    });
    expect(JSON.parse(bodyOf(event, "discord", null))).toEqual({
      content: plain,
      allowed_mentions: { parse: [] },
      flags: 4,
    });
    expect(JSON.parse(bodyOf(event, "telegram", "-100123"))).toEqual({
      chat_id: "-100123",
      text: plain,
      link_preview_options: { is_disabled: true },
    });
    expect(bodyOf(event, "ntfy", null)).toBe(plain);
  });

  test("of a service for messages is short", () => {
    const long = "👋".repeat(4_000);
    const event = {
      type: "link.created",
      at: 0,
      change: 1,
      by: "window",
      data: { ...link, longurl: long, shorturl: long },
    } as const;
    for (const kind of ["slack", "discord", "telegram", "ntfy"] as const) {
      const body = bodyOf(event, kind, "1");
      expect(body.length).toBeLessThan(2_000);
      expect(body.isWellFormed()).toBe(true);
    }
  });
});
