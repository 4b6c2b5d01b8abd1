import { beforeEach, expect, test, vi } from "vitest";
import { createEvents, preventable } from "../support/electron/events.ts";

// Only what the end of a program is made of.
const ended = vi.hoisted(() => ({ list: [] as string[] }));
const events = createEvents();
vi.mock("electron", () => ({
  app: {
    on: (name: string, listener: () => void) => events.on(name, listener),
    quit: () => ended.list.push("quit"),
    relaunch: () => ended.list.push("relaunch"),
    exit: (code: number) => ended.list.push(`exit ${code}`),
  },
}));
const { setupQuit } = await import("../../src/main/quit.ts");

let jobs = 0;
let answer = false;
let asked: number[] = [];
let keepsServing = false;
const quitting = setupQuit({
  server: { runningJobs: () => jobs, close: async () => {} },
  askToQuit: async (count) => {
    asked.push(count);
    return answer;
  },
  keepsServing: () => keepsServing,
  goesOn: () => ended.list.push("goes on"),
});

function beforeQuit(): boolean {
  const event = preventable({});
  events.emit("before-quit", event);
  return event.defaultPrevented;
}

beforeEach(() => {
  ended.list.length = 0;
  asked = [];
  answer = false;
  keepsServing = false;
});

test("nothing under way, nothing asked", () => {
  jobs = 0;
  expect(beforeQuit()).toBe(false);
  expect(asked).toEqual([]);
});

test("with a job under way it asks first, and stays when told so", async () => {
  jobs = 2;
  expect(beforeQuit()).toBe(true);
  await Promise.resolve();
  expect(asked).toEqual([2]);
  await quitting.restart();
  expect(ended.list).toEqual([]);
  expect(quitting.mustAsk()).toBe(true);
});

test("a closed window ends it, unless it is to go on serving", () => {
  events.emit("window-all-closed");
  keepsServing = true;
  events.emit("window-all-closed");
  expect(ended.list).toEqual(["quit", "goes on"]);
});

test("told to quit all the same, it does, and asks no more", async () => {
  jobs = 1;
  answer = true;
  expect(beforeQuit()).toBe(true);
  await vi.waitFor(() => expect(ended.list).toEqual(["quit"]));
  expect(quitting.mustAsk()).toBe(false);
  expect(beforeQuit()).toBe(false);
  expect(asked).toEqual([1]);
});
