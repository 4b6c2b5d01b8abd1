import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, describe } from "vitest";
import { startTestServer, type TestServer } from "../support/server.ts";
import { runHere } from "./runHere.ts";
import { makeStandIns, type StandIns } from "../support/tunnelStandIn.ts";

describe("public", () => {
  let service: TestServer;
  let isReached = true;

  beforeAll(async () => {
    service = await startTestServer({
      network: {
        resolve: async () => ["93.184.215.14"],
        // Whatever is asked outside leads to the service door, or nowhere.
        connect: () =>
          connect({
            host: "127.0.0.1",
            port: isReached ? Number(new URL(service.baseUrl).port) : 1,
          }),
      },
      log: () => undefined,
    });
    await service.api("POST", "/api/url/add", { url: "https://example.com/", custom: "spring" });
  });
  afterAll(() => service.stop());

  const here = (...line: readonly string[]) =>
    runHere(["public", ...line, "--data", service.dataDir]);

  test("the public address is opened, switched, proved and gone dark with, by words", async () => {
    expect((await here()).stdout).toMatch(/^State +this computer only\nPort +closed$/m);
    const opened = await here("open", "0");
    expect(opened.stdout).toMatch(/^Opened the public port at http:\/\/127\.0\.0\.1:\d+\.\n$/);
    expect((await here()).stdout).toMatch(
      /^State +public port open, no public address set\nPort +http:\/\/127\.0\.0\.1:\d+$/m,
    );
    expect((await here("close")).stdout).toBe("Closed the public port.\n");

    const preview = await here("use", "http://go.example.org", "--preview");
    expect(preview).toMatchObject({ code: 0, stdout: "" });
    expect(preview.stderr).toBe(
      `Currently using ${service.baseUrl}: 1 link, 0 QR codes, 0 bio pages.\n${service.baseUrl}: on this computer only.\n`,
    );
    expect((await here("use", "http://go.example.org", "--temporary")).stdout).toBe(
      "Short links now start with http://go.example.org (temporary: changes when its tunnel restarts).\n",
    );
    expect(await here("verify")).toMatchObject({
      code: 0,
      stdout:
        "ok       The domain resolves      93.184.215.14\nok       This server answers\nok       A real link redirects\n",
    });
    isReached = false;
    const lying = await here("verify");
    expect(lying).toMatchObject({ code: 1 });
    expect(lying.stdout).toContain("failed   This server answers");
    expect(lying.stderr).toContain("http://go.example.org doesn't reach this server.");
    expect(lying.stderr).toContain("The public port is closed. To open it: waypost public open");
    expect((await here()).stderr).toContain("To open it: waypost public open");
    const unproved = await here("use", "http://other.example.org");
    expect(unproved.stderr).toContain(
      "To check whether this address reaches this server: waypost public verify",
    );
    await here("verify", "http://go.example.org");
    expect((await here()).stdout).toContain("Also checked  http://go.example.org\n");

    expect((await here("pause")).stdout).toBe("Paused public access.\n");
    expect(JSON.parse((await here("--json")).stdout).data).toMatchObject({ state: "paused" });
    expect((await here("resume")).stdout).toBe("Resumed public access.\n");
    expect(await here("pause", "maybe")).toMatchObject({ code: 2 });
    expect((await here("use", "local")).stdout).toContain(service.baseUrl);
  });

  test("a former name of a command works, and its present name is noted", async () => {
    const paused = await here("dark", "on");
    expect(paused.stdout).toBe("Paused public access.\n");
    expect(paused.stderr).toBe('"public dark on" has been renamed: public pause\n');
    const resumed = await runHere(["public", "--data", service.dataDir, "--json", "dark", "off"]);
    expect(resumed.stderr).toBe('"public dark off" has been renamed: public resume\n');
    expect(JSON.parse(resumed.stdout).data).toMatchObject({ dark: false });
    expect(await here("dark", "maybe")).toMatchObject({ code: 2 });
  });

  test("addresses that are too many to ask are counted", async () => {
    for (let place = 1; place <= 12; place += 1)
      await here("use", `http://go-${place}.example.org`, "--json");
    const { unasked } = JSON.parse((await here("use", "local", "--preview", "--json")).stdout).data;
    expect(unasked).toBeGreaterThan(1);
    expect((await here("use", "local", "--preview")).stderr).toContain(
      `Not checked: ${unasked} earlier addresses.\n`,
    );
  });

  test("of a name that a command of one's own told, only its owner knows whether it lasts", async () => {
    const script = join(service.dataDir, "tunnel.mjs");
    await writeFile(
      script,
      'console.log("forwarding see-you.example.org"); setInterval(() => {}, 1000);',
    );
    await here("open", "0");
    const tunnel = (...line: readonly string[]) =>
      runHere(["tunnel", ...line, "--data", service.dataDir]);
    const command = `'${process.execPath}' '${script}' {port}`;
    await tunnel("set", "command", "--command", command, "--pattern", "forwarding (\\S+)");
    expect(await tunnel("start")).toMatchObject({ code: 0 });

    const address = "https://see-you.example.org";
    const unsure =
      "Waypost can't tell whether your command gets the same address at its next start.";
    const way = `mark it as temporary: waypost public use ${address} --temporary`;
    const preview = await here("use", address, "--preview");
    expect([preview.stderr.includes(unsure), preview.stderr.includes(way)]).toEqual([true, true]);
    expect((await here("use", address)).stderr).toContain(unsure);
    expect((await here("use", "https://other.example.org")).stderr).not.toContain(unsure);
    const marked = await here("use", address, "--temporary");
    expect(marked.stderr).not.toContain(unsure);
    expect(marked.stdout).toContain("temporary: changes when its tunnel restarts");
    await tunnel("stop");
    await here("close");
  });
});

describe("tunnel", () => {
  let service: TestServer;
  let standIns: StandIns;

  beforeAll(async () => {
    standIns = await makeStandIns();
    service = await startTestServer({
      publicPort: 0,
      environment: { ...process.env, PATH: `${standIns.folder}:${process.env["PATH"]}` },
      log: () => {},
    });
  });
  afterAll(async () => {
    await service.stop();
    await standIns.remove();
  });

  const here = (...line: readonly string[]) =>
    runHere(["tunnel", ...line, "--data", service.dataDir]);

  test("a tunnel is set, started until it is up, shown and stopped", async () => {
    expect((await here()).stderr).toContain("No tunnel is set up yet");
    expect((await here("programs")).stdout).toContain(
      `cloudflared  ${join(standIns.folder, "cloudflared")}  2026.2.0\n`,
    );
    expect((await here("set", "cloudflared-quick")).stderr).toContain("waypost tunnel start");
    await standIns.do("quick");
    expect(await here("start")).toMatchObject({
      code: 0,
      stdout:
        "Started the tunnel. Address: https://quiet-harbour-books.trycloudflare.com (temporary: changes at the next start)\n",
      stderr: expect.stringContaining(
        "public verify https://quiet-harbour-books.trycloudflare.com",
      ),
    });
    expect((await here()).stdout).toMatch(/^State +up since /m);
    expect((await here("log")).stdout).toContain("Registered tunnel connection");
    expect(JSON.parse((await here("status", "--json")).stdout)).toMatchObject({
      error: 0,
      data: { state: "up", on: true },
    });
    expect((await here("stop")).stdout).toBe("Stopped the tunnel.\n");
    expect((await here("restart")).stderr).toContain("waypost tunnel start");
  });

  test("what stands against it is said, and the start has failed", async () => {
    await standIns.do("badToken");
    expect(await here("set", "cloudflared-named", "--token", "secret")).toMatchObject({ code: 2 });
    await here("set", "cloudflared-named");
    expect(await here("start")).toMatchObject({
      code: 1,
      stderr: "This tunnel needs a token, but no token is saved. Enter the token.\n",
    });
    const refused = await here("set", "ssh", "--host", "go.example.org");
    expect(refused).toMatchObject({ code: 1, stderr: "waypost: remotePort is required.\n" });
    await here("stop");
  });

  test("a path is taken from where the reader is", async () => {
    await writeFile(join(standIns.folder, "key"), "");
    const server = ["--host", "go.example.org", "--remote-port", "8080"];
    const { stdout } = await here("set", "ssh", ...server, "--key-file", "key", "--json");
    expect(JSON.parse(stdout).data.settings).toMatchObject({
      host: "go.example.org",
      port: 22,
      remotePort: 8080,
      keyFile: join(process.cwd(), "key"),
    });
  });
});
