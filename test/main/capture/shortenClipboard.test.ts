import { afterEach, beforeEach, expect, test } from "vitest";
import { shortenClipboard } from "../../../src/main/capture/shortenClipboard.ts";
import type { Notice } from "../../../src/main/life/notice.ts";
import { createServiceCalls } from "../../../src/main/serviceCalls.ts";
import { translateTo } from "../../../src/main/words/words.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";

let service: TestServer;
beforeEach(async () => {
  service = await startTestServer();
});
afterEach(() => service.stop());

/** Presses the keys with a text on the clipboard; answers what is there then, and what was told. */
async function press(copied: string, calls = createServiceCalls(service)) {
  let text = copied;
  const told: Notice[] = [];
  await shortenClipboard({
    clipboard: {
      readText: async () => text,
      writeText: async (next) => {
        text = next;
      },
    },
    calls,
    t: translateTo("en"),
    show: (notice) => told.push(notice),
  });
  return { text, told };
}

test("a long address becomes a short one, made as from the window, and is told", async () => {
  const { text, told } = await press(" https://example.org/spring ");
  const { body } = await service.api("GET", "/api/urls");
  const [link] = body.data.urls;
  expect(link).toMatchObject({ longurl: "https://example.org/spring", shorturl: text });
  expect(told).toEqual([
    {
      title: "Short link copied",
      body: `${text.replace("http://", "")} leads to example.org.`,
      place: `/links/${link.id}`,
    },
  ]);
  const history = await service.api("GET", "/api/changes", undefined, service.localKey);
  expect(history.body.data.changes[0]).toMatchObject({ by: "window" });
});

test("what a new link begins with is kept to; a channel that is gone stops nothing", async () => {
  const channel = await service.api("POST", "/api/channel/add", { name: "Letters" });
  const choose = (set: object) => service.api("PUT", "/api/settings", { set }, service.localKey);
  await choose({ "links.channel": channel.body.id, "links.expiryDays": 2 });
  const now = () => Date.parse("2026-12-01T12:00:00Z");
  await press("https://example.org/a", createServiceCalls(service, now));
  const first = await service.api("GET", "/api/urls");
  expect(first.body.data.urls[0]).toMatchObject({
    channel: [channel.body.id],
    expiry: "2026-12-03 23:59:59",
  });
  await service.api("DELETE", `/api/channel/${channel.body.id}/delete`);
  const { told } = await press("https://example.org/b");
  expect(told[0]?.title).toBe("Short link copied");
});

test.each(["", "some words", "javascript:alert(1)"])(
  "%j stays on the clipboard, nothing is made, and that is told",
  async (copied) => {
    const { text, told } = await press(copied);
    expect(text).toBe(copied);
    expect(told[0]?.title).toBe("Nothing to shorten");
    const { body } = await service.api("GET", "/api/urls");
    expect(body.data.urls).toEqual([]);
  },
);

test("a short link stays what it is; a service that doesn't answer is told of", async () => {
  const { text } = await press("https://example.org/");
  expect(await press(text)).toMatchObject({
    text,
    told: [{ title: "That is a short link already" }],
  });
  const gone = createServiceCalls({ baseUrl: "http://127.0.0.1:9", localKey: "" });
  expect(await press("https://example.org/", gone)).toMatchObject({
    text: "https://example.org/",
    told: [{ title: "No short link was made" }],
  });
});
