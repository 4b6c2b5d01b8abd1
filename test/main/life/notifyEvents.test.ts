import { expect, test } from "vitest";
import type { Notice } from "../../../src/main/life/notice.ts";
import { createEventNotifier } from "../../../src/main/life/notifyEvents.ts";
import { translateTo } from "../../../src/main/words/words.ts";
import { memorySettings } from "../memorySettings.ts";

const all = { scriptLinks: true, publicAddress: true, disk: true };
const none = { scriptLinks: false, publicAddress: false, disk: false };
const made = (id: number) =>
  ({ kind: "linkMade", id, shortUrl: `https://a.example/${id}` }) as const;
const address = "https://go.example.org";

function teller(notifications = all) {
  const told: Notice[] = [];
  const waiting: (() => void)[] = [];
  const tell = createEventNotifier({
    settings: memorySettings({ notifications }),
    t: translateTo("en"),
    show: (notice) => told.push(notice),
    later: (work) => waiting.push(work),
  });
  return { told, tell, minuteLater: () => waiting.shift()?.() };
}

test("a link that a script made is told with its address, many of them together", () => {
  const { told, tell, minuteLater } = teller();
  for (const id of [1, 2, 3]) tell(made(id));
  expect(told).toEqual([
    { title: "A script made a link", body: "https://a.example/1", place: "/links/1" },
  ]);
  minuteLater();
  expect(told.at(-1)).toMatchObject({ title: "Scripts made 2 links", place: "/links" });
  minuteLater();
  expect(told).toHaveLength(2);
  tell(made(4));
  expect(told.at(-1)).toMatchObject({ body: "https://a.example/4" });
});

test("a public address is told lost, and found again only after that", () => {
  const { told, tell } = teller();
  tell({ kind: "publicAddress", state: "answering", address });
  tell({ kind: "publicAddress", state: "silent", address });
  tell({ kind: "publicAddress", state: "dark", address });
  tell({ kind: "publicAddress", state: "answering", address });
  expect(told.map(({ title }) => title)).toEqual([
    "Your public address doesn’t answer",
    "Your public address answers again",
  ]);
  expect(told[0]?.body).toContain(address);
});

test("a full disk is told when it becomes one", () => {
  const { told, tell } = teller();
  tell({ kind: "disk", isLow: true });
  tell({ kind: "disk", isLow: false });
  expect(told).toMatchObject([{ title: "The disk is almost full", place: "/settings/data" }]);
});

test("nothing is told that nobody wants to hear", () => {
  const { told, tell } = teller(none);
  tell(made(1));
  tell({ kind: "publicAddress", state: "silent", address });
  tell({ kind: "disk", isLow: true });
  expect(told).toEqual([]);
});
