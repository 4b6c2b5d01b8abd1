import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Script } from "node:vm";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type {
  ReadLine,
  SshWay,
} from "../../../../../src/server/features/publicAddress/tunnel/model.ts";
import { plainLine } from "../../../../../src/server/features/publicAddress/tunnel/outputLog.ts";
import { installing } from "../../../../../src/server/features/publicAddress/tunnel/installing.ts";
import {
  placesOf,
  versionIn,
} from "../../../../../src/server/features/publicAddress/tunnel/programs.ts";
import { createCloudflaredReader } from "../../../../../src/server/features/publicAddress/tunnel/readCloudflared.ts";
import { createCommandReader } from "../../../../../src/server/features/publicAddress/tunnel/readCommand.ts";
import {
  createSshReader,
  isSshNoise,
} from "../../../../../src/server/features/publicAddress/tunnel/readSsh.ts";
import { createTailscaleReader } from "../../../../../src/server/features/publicAddress/tunnel/readTailscale.ts";
import { planOf } from "../../../../../src/server/features/publicAddress/tunnel/ways.ts";
import { wordsOf } from "../../../../../src/server/features/publicAddress/tunnel/readWay.ts";

const target = { host: "127.0.0.1", port: 4081 };
const way: SshWay = { way: "ssh", host: "go.example.org", user: "me", port: 22, remotePort: 8080 };

/** What an output tells, line by line, in short. */
function read(reader: ReadLine, output: string): unknown[] {
  return output
    .split("\n")
    .flatMap((line) => reader(line))
    .map((event) => {
      switch (event.type) {
        case "problem":
          return [event.problem.code, event.problem.values];
        case "address":
          return event.address;
        case "hostKey":
          return event.fingerprint;
        case "up":
        case "lost":
          return event.type;
      }
    });
}

describe("ssh", () => {
  const ssh = (output: string) => read(createSshReader(way), output);

  test("a forward that stands is up, and dies with its connection", () => {
    expect(
      ssh(`debug1: Connecting to go.example.org [192.0.2.7] port 22.
debug1: Server host key: ssh-ed25519 SHA256:7HYHkPlPBH4ZFVdZDCN0dGKLMHcXuEGCvlzzhGvZ2x4
Authenticated to go.example.org ([192.0.2.7]:22) using "publickey".
debug1: Remote connections from LOCALHOST:8080 forwarded to local address 127.0.0.1:4081
debug1: remote forward success for: listen 8080, connect 127.0.0.1:4081
Timeout, server go.example.org not responding.`),
    ).toEqual(["SHA256:7HYHkPlPBH4ZFVdZDCN0dGKLMHcXuEGCvlzzhGvZ2x4", "up", ["networkGone", {}]]);
  });

  test("an unknown key and a changed one are told apart", () => {
    const key = "debug1: Server host key: ecdsa-sha2-nistp256 SHA256:abc\n";
    expect(
      ssh(`${key}No ECDSA host key is known for go.example.org and you have requested strict checking.
Host key verification failed.`).at(-1),
    ).toEqual([
      "hostKeyUnknown",
      { host: "go.example.org", kind: "ecdsa-sha2-nistp256", fingerprint: "SHA256:abc" },
    ]);
    expect(
      ssh(`${key}@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @
The fingerprint for the ECDSA key sent by the remote host is
SHA256:abc.
Add correct host key in /home/me/.ssh/known_hosts to get rid of this message.
Offending ECDSA key in /home/me/.ssh/known hosts:3
Host key for go.example.org has changed and you have requested strict checking.
Host key verification failed.`).at(-1),
    ).toEqual([
      "hostKeyChanged",
      { host: "go.example.org", file: "/home/me/.ssh/known hosts", fingerprint: "SHA256:abc" },
    ]);
  });

  test.each([
    ["me@go.example.org: Permission denied (publickey).", "loginRefused"],
    ["Error: remote port forwarding failed for listen port 8080", "remotePortTaken"],
    ["ssh: Could not resolve hostname go.example.org: Name or service not known", "nameUnknown"],
    ["ssh: connect to host go.example.org port 22: Connection refused", "refused"],
    ["ssh: connect to host go.example.org port 22: Connection timed out", "networkGone"],
    ["ssh: connect to host go.example.org port 22: No route to host", "networkGone"],
    ["kex_exchange_identification: Connection closed by remote host", "refused"],
    ["command-line: line 0: Bad configuration option: serveraliveinterval", "programOutdated"],
  ])("%s", (line, code) => {
    expect(ssh(line)).toEqual([[code, expect.anything()]]);
  });

  test("asks nobody, shares no connection, and takes no word for a flag", () => {
    vi.stubEnv("XDG_STATE_HOME", "/home/me/my state/100%");
    onTestFinished(() => void vi.unstubAllEnvs());
    const options = { target, token: "", dataDir: "/home/me/data", acceptsHostKey: false };
    const { line } = planOf({ ...way, keyFile: "/home/me/key", bindAddress: "::1" }, options);
    expect(line).toEqual(
      expect.arrayContaining([
        "BatchMode=yes",
        "ExitOnForwardFailure=yes",
        "StrictHostKeyChecking=yes",
        "ControlMaster=no",
        "IdentitiesOnly=yes",
        "[::1]:8080:127.0.0.1:4081",
      ]),
    );
    expect(line.slice(-2)).toEqual(["--", "go.example.org"]);
    expect(line.join("\n")).toContain(
      'UserKnownHostsFile="/home/me/my state/100%%/waypost/tunnel-known-hosts" "',
    );
    // Somebody else may have filled the data folder.
    expect(line.join("\n")).not.toContain(options.dataDir);
    expect(planOf(way, { ...options, acceptsHostKey: true }).line).toContain(
      "StrictHostKeyChecking=accept-new",
    );
  });

  test("its owner reads what matters of what it says", () => {
    expect(isSshNoise("debug1: kex: algorithm: sntrup761x25519-sha512")).toBe(true);
    expect(isSshNoise("debug1: Server host key: ssh-ed25519 SHA256:abc")).toBe(false);
    expect(isSshNoise("me@go.example.org: Permission denied (publickey).")).toBe(false);
  });
});

describe("cloudflared", () => {
  const quick = (output: string) => read(createCloudflaredReader(target, true), output);
  const named = (output: string) => read(createCloudflaredReader(target, false), output);

  test("a quick tunnel tells its address, and nothing else that looks like one", () => {
    expect(
      quick(`2026-03-21T12:00:00Z INF Thank you for trying Cloudflare Tunnel. https://developers.cloudflare.com/cloudflare-one/connections/connect-apps
2026-03-21T12:00:00Z INF Requesting new quick Tunnel on trycloudflare.com...
2026-03-21T12:00:03Z INF |  Your quick Tunnel has been created! Visit it at (it may take some time to be reachable):  |
2026-03-21T12:00:03Z INF |  https://quiet-harbour-books.trycloudflare.com                                             |
2026-03-21T12:00:04Z INF Registered tunnel connection connIndex=0 connection=5e91c8d5 event=0 ip=198.41.200.13 location=ams08 protocol=quic`),
    ).toEqual(["https://quiet-harbour-books.trycloudflare.com", "up"]);
  });

  test("it is lost with its last connection, and up again with the first", () => {
    expect(
      named(`2026-03-21T12:00:00Z INF Registered tunnel connection connIndex=0 connection=a
2026-03-21T12:00:00Z INF Registered tunnel connection connIndex=1 connection=b
2026-03-21T12:10:00Z WRN Failed to dial a quic connection error="failed to dial to edge with quic: timeout: no recent network activity" connIndex=2
2026-03-21T12:10:00Z WRN Connection terminated error="accept stream listener encountered a failure while serving" connIndex=1
2026-03-21T12:10:01Z WRN Connection terminated error="timeout: no recent network activity" connIndex=0
2026-03-21T12:10:01Z INF Retrying connection in up to 1s connIndex=0
2026-03-21T12:10:09Z INF Connection c206cf44-945f-4c3c-a85c-af60c6338dc2 registered connIndex=0 location=ORD`),
    ).toEqual(["up", "up", "lost", ["networkGone", {}], "up"]);
  });

  test("names that were given to it elsewhere are told, and one that leads elsewhere", () => {
    const config = (service: string) =>
      `2026-03-21T12:00:01Z INF Updated to new configuration config="{\\"ingress\\":[{\\"hostname\\":\\"go.example.org\\", \\"originRequest\\":{}, \\"service\\":\\"${service}\\"}, {\\"service\\":\\"http_status:404\\"}], \\"warp-routing\\":{\\"enabled\\":false}}" version=3`;
    expect(named(config("http://localhost:4081"))).toEqual(["https://go.example.org"]);
    expect(named(config("http://localhost:4080"))).toEqual([
      ["otherTarget", { target: "http://127.0.0.1:4081", found: "http://localhost:4080" }],
    ]);
    expect(
      named(
        '2026-03-21T12:00:02Z ERR  error="Unable to reach the origin service. The service may be down: dial tcp 127.0.0.1:8080: connect: connection refused" cfRay=701ff7ce ingressRule=0 originService=http://localhost:8080',
      ),
    ).toEqual([
      ["otherTarget", { target: "http://127.0.0.1:4081", found: "http://localhost:8080" }],
    ]);
  });

  test.each([
    ["Provided Tunnel token is not valid.", "tokenWrong"],
    [
      '2026-03-21T12:00:00Z ERR Register tunnel error from server side error="Unauthorized: Failed to get tunnel" connIndex=0',
      "tokenWrong",
    ],
    [
      'failed to request quick Tunnel: Post "https://api.trycloudflare.com/tunnel": dial tcp: lookup api.trycloudflare.com on 127.0.0.11:53: no such host',
      "nameUnknown",
    ],
    [
      '2026-03-21T12:00:00Z ERR Error unmarshaling QuickTunnel response: error code: 1015 error="invalid character \'e\'" status_code="429 Too Many Requests"',
      "refused",
    ],
    [
      'failed to request quick Tunnel: Post "https://api.trycloudflare.com/tunnel": context deadline exceeded',
      "networkGone",
    ],
    [
      '2026-03-21T12:00:00Z WRN Unable to establish connection with Cloudflare edge error="TLS handshake with edge error: read tcp 172.30.33.5:37452->198.41.200.193:7844: i/o timeout" connIndex=0',
      "networkGone",
    ],
    ["Incorrect Usage: flag provided but not defined: -grace-period", "programOutdated"],
  ])("%s", (line, code) => {
    expect(quick(line)).toEqual([[code, expect.anything()]]);
  });

  test("the token is in its environment, not in its arguments; settings of others don't count", () => {
    const options = { target, token: "secret", dataDir: "/data", acceptsHostKey: false };
    const { line, environment } = planOf({ way: "cloudflared-named" }, options);
    expect(environment).toEqual({ TUNNEL_TOKEN: "secret" });
    expect(line.join(" ")).toBe(
      "tunnel --config /data/tunnel-cloudflared.yml --no-autoupdate --grace-period 1s run",
    );
  });
});

describe("tailscale", () => {
  const funnel = (output: string) => read(createTailscaleReader(), output);

  test("a funnel tells its name", () => {
    expect(
      funnel(`Available on the internet:

https://shop.pango-lin.ts.net/
|-- proxy http://127.0.0.1:4081

Press Ctrl+C to exit.`),
    ).toEqual(["https://shop.pango-lin.ts.net", "up"]);
  });

  test("where it has to be allowed first is told", () => {
    expect(
      funnel(`Funnel is not enabled on your tailnet.
To enable, visit:

         https://login.tailscale.com/f/funnel?node=nExample`).at(-1),
    ).toEqual(["notAllowed", { address: "https://login.tailscale.com/f/funnel?node=nExample" }]);
  });

  test.each([
    ["failed to connect to local tailscaled; it doesn't appear to be running", "notRunning"],
    ["Logged out.", "notRunning"],
    ["error: sending serve config: Access denied: serve config denied", "notOperator"],
    ["sending serve config: foreground listener already exists for port 443", "remotePortTaken"],
    ["updating config: Unable to turn on Funnel while shields-up is enabled", "notAllowed"],
  ])("%s", (line, code) => {
    expect(funnel(line)).toEqual([[code, expect.anything()]]);
  });
});

describe("the owner's own command", () => {
  test("its address is the first of another computer, or what the pattern finds", () => {
    expect(
      read(
        createCommandReader(),
        `Listening on http://localhost:4081 and http://127.0.0.1:4081
Forwarding https://quiet-harbour.example.org:8443/s/ -> localhost:4081`,
      ),
    ).toEqual(["https://quiet-harbour.example.org:8443/s"]);
    const output = "listening at bore.example.org:41077";
    expect(read(createCommandReader("at (\\S+)"), output)).toEqual([
      "https://bore.example.org:41077",
    ]);
    expect(read(createCommandReader("listening"), output)).toEqual([]);
  });

  test("a pattern that doesn't come to an end is broken off", () => {
    const before = performance.now();
    expect(createCommandReader("^(a+)+$")(`${"a".repeat(60)}!`)).toEqual([]);
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  test("a pattern finds its address on a machine too busy to match it in time", () => {
    const tooLate = Object.assign(new Error(), { code: "ERR_SCRIPT_EXECUTION_TIMEOUT" });
    const match = vi.spyOn(Script.prototype, "runInContext").mockImplementationOnce(() => {
      throw tooLate;
    });
    expect(read(createCommandReader(), "Forwarding https://go.example.net")).toEqual([
      "https://go.example.net",
    ]);
    expect(match).toHaveBeenCalledTimes(2);
    match.mockRestore();
  });

  test("is taken apart without a shell", () => {
    expect(wordsOf(`bore local {port} --to "bore.example.org" 'two words' x"y z"'w'`)).toEqual([
      "bore",
      "local",
      "{port}",
      "--to",
      "bore.example.org",
      "two words",
      "xy zw",
    ]);
    expect(wordsOf(String.raw`"C:\Program Files\bore.exe" $HOME;ls`)).toEqual([
      String.raw`C:\Program Files\bore.exe`,
      "$HOME;ls",
    ]);
    expect([wordsOf("it's"), wordsOf('a "b')]).toEqual([null, null]);
  });
});

test("lines are plain, bounded, and without secrets, also where they would be cut", () => {
  expect(plainLine("\u001B[32mINF\u001B[0m token=s3cret\u0007\r", ["s3cret"])).toBe(
    "INF token=•••",
  );
  expect(plainLine(`${"x".repeat(497)}s3cret`, ["s3cret"])).toBe(`${"x".repeat(497)}•••`);
});

describe("programs", () => {
  test.each([
    ["OpenSSH_9.6p1 Debian-3, OpenSSL 3.1.5 30 Jan 2024", "9.6p1"],
    ["OpenSSH_for_Windows_8.6p1, LibreSSL 3.4.3", "8.6p1"],
    ["cloudflared version 2024.5.0 (built 2024-05-07-1629 UTC)", "2024.5.0"],
    ["1.66.4\n  tailscale commit: 44aa6c5", "1.66.4"],
    ["no number", null],
  ])("%s", (output, version) => {
    expect(versionIn(output)).toBe(version);
  });

  test("are looked for in PATH, and where each system has them", () => {
    const linux = { PATH: "/opt/x:relative", HOME: "/home/me" };
    const found = placesOf({ platform: "linux", environment: linux }, "ssh");
    expect(found[0]).toBe("/opt/x/ssh");
    expect(found).toContain("/home/me/.local/bin/ssh");
    expect(found.every((path) => path.startsWith("/"))).toBe(true);
    expect(placesOf({ platform: "darwin", environment: {} }, "tailscale")).toEqual(
      expect.arrayContaining([
        "/opt/homebrew/bin/tailscale",
        "/Applications/Tailscale.app/Contents/MacOS/Tailscale",
      ]),
    );
    const windows = {
      Path: String.raw`C:\tools`,
      SystemRoot: String.raw`C:\Windows`,
      ProgramFiles: String.raw`C:\Program Files`,
    };
    expect(placesOf({ platform: "win32", environment: windows }, "ssh")).toEqual(
      expect.arrayContaining([
        String.raw`C:\tools\ssh.exe`,
        String.raw`C:\Windows\System32\OpenSSH\ssh.exe`,
      ]),
    );
  });

  test.each([
    ["darwin", "cloudflared", "brew install cloudflared"],
    ["win32", "tailscale", "winget install --id Tailscale.Tailscale"],
    ["linux", "tailscale", "curl -fsSL https://tailscale.com/install.sh | sh"],
  ] as const)("come to %s: %s", async (platform, name, command) => {
    const { page, ...how } = await installing({ platform, environment: {} }, name);
    expect(how).toEqual({ command });
    expect(page).toMatch(/^https:/);
  });

  test("come to Debian as its own package, or as their makers'", async () => {
    const folder = await mkdtemp(join(tmpdir(), "waypost-apt-"));
    await writeFile(join(folder, "apt"), "", { mode: 0o755 });
    const debian = { platform: "linux", environment: { PATH: folder } } as const;
    const command = async (name: "ssh" | "cloudflared", architecture: "arm64" | "s390x") =>
      (await installing(debian, name, architecture)).command;
    expect(await command("ssh", "s390x")).toBe("sudo apt install openssh-client");
    expect(await command("cloudflared", "arm64")).toMatch(/cloudflared-linux-arm64\.deb$/);
    expect(await command("cloudflared", "s390x")).toBeNull();
    await rm(folder, { recursive: true });
  });
});
