import { expect, test } from "vitest";
import { createOwnAddresses } from "../../../../src/server/features/domains/ownAddresses.ts";

test("of thousands of former prefixes the longest that an address has counts, and only those it has are looked at", () => {
  const formerPrefixes = ["/go/to", "/go", ...Array.from({ length: 5_000 }, (_, at) => `/p${at}`)];
  let reads = 0;
  const counted = new Proxy(formerPrefixes, {
    get(target, key, receiver) {
      reads += 1;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  const own = createOwnAddresses({
    settings: {
      formerBases: ["https://go.example.org/a", "https://go.example.org/a/b", "http://x.test"],
      prefix: "/now",
      formerPrefixes: counted,
      port: 4080,
      publicPort: null,
    },
    isAlias: (segment) => segment !== "api",
    domainOf: (host) => (host === "brand.test" ? 7 : undefined),
  });
  reads = 0;
  for (const [address, place] of [
    ["https://go.example.org/a/b/spring", "/spring"],
    ["https://go.example.org/a/spring", "/spring"],
    ["https://go.example.org/ab/spring", null],
    ["https://go.example.org/a", "/"],
    ["x.test/spring/", "/spring"],
    ["http://brand.test/go/to/spring", "/spring"],
    ["http://brand.test/go/spring", "/spring"],
    ["http://brand.test/p4999/spring", "/spring"],
    ["http://brand.test/now/", "/"],
    ["http://localhost:4080/p7/q/code", "/q/code"],
    ["http://localhost:4081/spring", null],
    [`http://brand.test${"/go".repeat(1_000)}`, "/go".repeat(999)],
  ] as const) {
    expect([address, own.placeOf(address)?.path ?? null]).toEqual([address, place]);
  }
  expect(own.aliasOf("http://brand.test/go/to/spring")).toEqual({ alias: "spring", domain: 7 });
  expect(own.leadsBack("http://localhost:4080/p7/q/code")).toBe(true);
  expect(reads).toBe(0);
});

test("an address of thousands of slashes takes no work by the square", () => {
  const own = createOwnAddresses({
    settings: {
      formerBases: ["http://go.test", `http://go.test/${"a/".repeat(2_000)}a`],
      prefix: "/now",
      formerPrefixes: [],
      port: 4080,
      publicPort: null,
    },
    isAlias: (segment) => segment !== "api",
    domainOf: () => undefined,
  });
  const costOf = (address: string) => {
    const before = process.threadCpuUsage().user;
    for (let at = 0; at < 20; at += 1) own.leadsBack(address + at);
    return process.threadCpuUsage().user - before;
  };
  for (const host of ["localhost:4080", "go.test"]) {
    const address = (path: string) => `http://${host}/${path.repeat(8_000 / path.length)}`;
    costOf(address("a"));
    const ratio = costOf(address("/")) / Math.max(1_000, costOf(address("a")));
    expect(ratio).toBeLessThan(100);
  }
});
