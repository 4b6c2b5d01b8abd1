import { expect, test, vi } from "vitest";
import { createDomainChecks } from "../../../../src/server/features/domains/domainChecks.ts";
import type { AskReach } from "../../../../src/server/features/publicAddress/publicAddressMonitor.ts";
import { fixedSettings } from "../../../../src/server/features/settings/settings.ts";
import { handEditProblem } from "../../../../src/server/features/settings/handEdits.ts";
import { testApp } from "../../../support/app.ts";

const domain = (id: number, name: string) => ({
  id,
  domain: name,
  createdAt: "2026-01-01T00:00:00.000Z",
});

function checksThat(askReach: AskReach) {
  const said: string[] = [];
  const app = testApp({
    askReach,
    resolve: async () => ["192.0.2.1"],
    settings: { get: (name) => fixedSettings({}).get(name) },
    clock: Date.now,
    log: (line) => void said.push(line),
  });
  return { said, checks: createDomainChecks(app) };
}

const reachable: AskReach = async () => ({ isInside: false, problem: null });

test("a domain that isn't a URL has that as its problem, and the next one is verified", async () => {
  const { checks } = checksThat(reachable);
  checks.look([domain(1, "a.example"), domain(2, "https://b.example")]);
  await vi.waitFor(() => expect(checks.of(2)?.problem).toBeNull());
  expect(checks.of(1)?.problem?.message).toBe(
    "a.example isn't a full URL that starts with http:// or https://.",
  );
});

test("a check that fails by mistake is logged, and the next look is taken all the same", async () => {
  let isBroken = true;
  const { checks, said } = checksThat(async (base) => {
    if (isBroken) throw new TypeError("broken");
    return await reachable(base);
  });
  const all = [domain(1, "https://a.example")];
  checks.look(all);
  await vi.waitFor(() => expect(said).toEqual(["The domains couldn't be verified: broken"]));
  isBroken = false;
  checks.look(all);
  await vi.waitFor(() => expect(checks.of(1)?.problem).toBeNull());
});

test.each(["a.example", "https://a.example/", "https://a.example/path", "ftp://a.example", ""])(
  "an edit by hand can't make %j a domain, but one that was there stays",
  (name) => {
    const change = { put: "domains", record: domain(1, name) } as const;
    expect(handEditProblem(change, domain(1, "https://a.example"))).toEqual({
      field: "domain",
      detail: expect.stringContaining(`not ${JSON.stringify(name)}`),
    });
    expect(handEditProblem(change, domain(1, name))).toBeNull();
  },
);

test("an edit by hand can move a domain", () => {
  const change = { put: "domains", record: domain(1, "https://b.example:8443") } as const;
  expect(handEditProblem(change, domain(1, "https://a.example"))).toBeNull();
});
