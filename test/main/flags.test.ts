import { resolve } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { readFlags } from "../../src/main/flags.ts";
import { defaultDataDir } from "../../src/app/index.ts";

const home = () => "/home/someone/waypost";

test("without flags the window serves the default folder, and no GUI door", () => {
  expect(readFlags(["/path/to/app"], home)).toEqual({
    dataDir: home(),
    guiPort: null,
    settings: {},
  });
});

afterEach(() => vi.unstubAllEnvs());

test("the window serves the folder that WAYPOST_DATA names, unless a flag names another", () => {
  vi.stubEnv("WAYPOST_DATA", "links");
  expect(readFlags(["/path/to/app"], defaultDataDir).dataDir).toBe(resolve("links"));
  expect(readFlags(["/path/to/app", "--data=/data"], defaultDataDir).dataDir).toBe(
    resolve("/data"),
  );
  vi.stubEnv("WAYPOST_DATA", " ");
  expect(readFlags(["/path/to/app"], defaultDataDir).dataDir).toMatch(/waypost$/i);
});

test("flags mean what they mean to waypost serve", () => {
  const given = [
    "--data=/data",
    "--port",
    "0",
    "--public-port=4081",
    "--base-url=https://host/s",
    "--rate-limit=60",
    "--set",
    "geo.provider=cloudflare",
    "--set",
    "timeZone=Asia/Tehran",
  ];
  expect(readFlags(given, home)).toEqual({
    dataDir: "/data",
    guiPort: null,
    port: 0,
    publicPort: 4081,
    baseUrl: "https://host/s",
    settings: { rateLimit: "60", "geo.provider": "cloudflare", timeZone: "Asia/Tehran" },
  });
});

test("switches of Chromium are left alone", () => {
  const given = ["--inspect=0", "--remote-debugging-port=0", "--lang=fa", "--disable-gpu", "."];
  expect(readFlags(given, home)).toMatchObject({ dataDir: home() });
});

test.each([
  [["--port", "x"], '--port takes a port from 0 (any free one) to 65535, not "x".'],
  [["--public-port=70000"], /--public-port takes a port/],
  [["--port=4090", "--public-port=4090"], "--port and --public-port name the same port, 4090."],
  [["--host=999.0.0.1"], /--host takes an address of this computer/],
  [["--base-url=https://host/api"], /--base-url takes an address/],
  [["--rate-limit=0"], /--rate-limit takes the requests a minute/],
  [["--data"], "--data needs a value."],
  [["--set", "dialect"], /--set takes name=value/],
])("%j is refused in words", (given, message) => {
  expect(() => readFlags(given, home)).toThrow(message);
});
