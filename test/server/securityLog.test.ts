import { expect, onTestFinished, test, vi } from "vitest";
import { log } from "../../src/server/common/log.ts";
import { createSecurityLog } from "../../src/server/common/securityLog.ts";
import { send, startTestServer } from "../support/server.ts";

test("a line of the log begins with its time in UTC", () => {
  const written: string[] = [];
  const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  log("Something happened.");
  write.mockRestore();
  expect(written).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z Something happened\.\n$/),
  ]);
});

test("however much is refused, a minute has one line of each kind", () => {
  const lines: string[] = [];
  const due: (() => void)[] = [];
  const security = createSecurityLog({
    log: (line) => lines.push(line),
    later(work) {
      due.push(work);
      return () => due.pop();
    },
  });
  for (let count = 0; count < 1_000; count += 1) security.refused("key");
  security.refused("host");
  for (const name of ["updateSettings", "renewKey", "updateSettings"]) security.operated(name);
  expect([lines, due.length]).toEqual([[], 1]);
  due.pop()?.();
  const first = [
    "Security, the last minute: API requests refused without a valid key: 1000.",
    "Security, the last minute: requests refused for an unknown hostname: 1.",
    "Security, the last minute: operations of the owner: updateSettings 2, renewKey 1.",
  ];
  expect([lines, due.length]).toEqual([first, 0]);
  security.refused("key");
  security.close();
  const last = "Security, the last minute: API requests refused without a valid key: 1.";
  expect([lines, due.length]).toEqual([[...first, last], 0]);
});

test("refusals and operations of the owner are written down, without what was sent", async () => {
  const lines: string[] = [];
  const service = await startTestServer({ publicPort: 0, log: (line) => lines.push(line) });
  let isStopped = false;
  onTestFinished(async () => {
    if (!isStopped) await service.stop();
  });
  await service.api("POST", "/api/url/add", {
    url: "https://example.org/",
    custom: "secret",
    password: "open sesame",
  });
  const base = service.baseUrl;
  const key = "Bearer a-made-up-key";
  const bearer = { authorization: `Bearer ${service.apiKey}` };
  for (let count = 0; count < 3; count += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await send(base, "/api/account", { headers: { authorization: key } });
  }
  await send(base, "/api/settings", { headers: bearer });
  await send(base, "/spring", { headers: { host: "evil.example.net" } });
  await send(base, "/api/url/add", {
    method: "POST",
    headers: { ...bearer, origin: "https://evil.example.net" },
  });
  await send(service.publicUrl ?? "", "/api/account", { headers: bearer });
  await send(base, "/secret", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "password=a+wrong+one",
  });
  await service.api("PUT", "/api/settings", { set: { "page.name": "Ours" } }, service.localKey);
  await service.api("POST", "/api/key/renew", {}, service.localKey);
  await service.stop();
  isStopped = true;

  const security = lines.filter((line) => line.startsWith("Security, "));
  expect(security.map((line) => line.replace("Security, the last minute: ", ""))).toEqual([
    "API requests refused without a valid key: 3.",
    "API requests refused because only the owner may make them: 1.",
    "requests refused for an unknown hostname: 1.",
    "API requests refused from pages of other sites: 1.",
    "API requests refused where the API is closed: 1.",
    "wrong link passwords: 1.",
    "operations of the owner: updateSettings 1, renewKey 1.",
  ]);
  expect(lines.join("\n")).not.toMatch(/made-up|evil|wrong one|sesame|127\.0\.0\.1/);
  expect(lines.join("\n")).not.toContain(service.apiKey);
});
