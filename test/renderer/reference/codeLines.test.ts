import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import {
  codeLines,
  filledPath,
  type ScriptCall,
} from "../../../src/renderer/reference/codeLines.ts";

const list: ScriptCall = {
  method: "GET",
  address: "http://127.0.0.1:4080/api/urls?limit=5",
  key: "KEY",
  body: null,
};
const add: ScriptCall = {
  method: "POST",
  address: "http://127.0.0.1:4080/api/url/add",
  key: "KEY",
  body: { url: "https://example.com/", channel: 3, deeplink: { auto: true }, pixels: [1, 2] },
};

/** What shells, JavaScript and Python each read in a way of their own. */
const hostile = {
  url: `https://example.com/?a='"$(id)\`id\`!&b=%27`,
  description: "line one\nline two\ttab \\ back\\slash ${HOME} \u2028 بهار 🌱",
  auto: true,
  clear: [],
  note: null,
  custom: "'; rm -rf /; '",
};

test("curl: one line a part, the body between single quotes", () => {
  expect(codeLines("curl", list)).toBe(
    `curl 'http://127.0.0.1:4080/api/urls?limit=5' \\
  -H 'Authorization: Bearer KEY'`,
  );
  expect(codeLines("curl", add)).toBe(
    `curl -X POST 'http://127.0.0.1:4080/api/url/add' \\
  -H 'Authorization: Bearer KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{
  "url": "https://example.com/",
  "channel": 3,
  "deeplink": { "auto": true },
  "pixels": [
    1,
    2
  ]
}'`,
  );
});

test("JavaScript: a fetch that fails where the service refuses", () => {
  expect(codeLines("javascript", list)).toBe(
    `const response = await fetch("http://127.0.0.1:4080/api/urls?limit=5", {
  headers: { "Authorization": "Bearer KEY" },
});
const answer = await response.json();
if (!response.ok) throw new Error(\`\${response.status}: \${answer.message}\`);
console.dir(answer, { depth: null });`,
  );
  expect(codeLines("javascript", add)).toContain(`  method: "POST",
  headers: {
    "Authorization": "Bearer KEY",
    "Content-Type": "application/json"
  },
  body: JSON.stringify({
    "url": "https://example.com/",
    "channel": 3,`);
});

test("Python: its own constants, and nothing to install", () => {
  const lines = codeLines("python", add);
  expect(lines).toContain(`request = urllib.request.Request(
    "http://127.0.0.1:4080/api/url/add",
    method="POST",
    headers={
        "Authorization": "Bearer KEY",
        "Content-Type": "application/json"
    },
    data=json.dumps({
        "url": "https://example.com/",
        "channel": 3,
        "deeplink": { "auto": True },`);
  expect(codeLines("python", { ...add, body: { a: false, b: null } })).toContain(
    `"a": False,\n        "b": None`,
  );
  expect(codeLines("python", list)).not.toContain("method=");
});

test("a shell hands curl every character as it is", () => {
  // A function in curl's place says what it was given, each part ended by a NUL.
  const script = `curl() { printf '%s\\0' "$@"; }\n${codeLines("curl", { ...add, key: "it's", body: hostile })}`;
  const given = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0");
  expect(given.slice(0, 8)).toEqual([
    "-X",
    "POST",
    add.address,
    "-H",
    "Authorization: Bearer it's",
    "-H",
    "Content-Type: application/json",
    "-d",
  ]);
  expect(JSON.parse(given[8] ?? "")).toEqual(hostile);
});

test("JavaScript reads the body back as it was meant", async () => {
  const lines = codeLines("javascript", { ...add, body: hostile });
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...given: unknown[]) => Promise<void>;
  const seen: unknown[] = [];
  const fetch = async (address: string, { body }: { body: string }) => {
    seen.push(address, JSON.parse(body));
    return { ok: true, json: async () => ({}) };
  };
  await new AsyncFunction("fetch", "console", lines)(fetch, { dir: () => {} });
  expect(seen).toEqual([add.address, hostile]);
});

test("parameters go into the path escaped, and into the query where they are given", () => {
  expect(filledPath("/api/url/{id}", { id: "7" }, {})).toBe("/api/url/7");
  expect(
    filledPath(
      "/api/channel/{channelid}/assign/{type}/{itemid}",
      { channelid: "1", type: "a/b", itemid: "{2}" },
      { q: "a&b = ü", page: "" },
    ),
  ).toBe("/api/channel/1/assign/a%2Fb/%7B2%7D?q=a%26b+%3D+%C3%BC");
});

test("a file that is sent or answered goes from and to the disk", () => {
  const sent = { ...add, body: null, sentFile: "links.csv" };
  expect(codeLines("curl", sent)).toBe(
    `curl -X POST 'http://127.0.0.1:4080/api/url/add' \\
  -H 'Authorization: Bearer KEY' \\
  -H 'Content-Type: application/octet-stream' \\
  --data-binary '@links.csv'`,
  );
  expect(codeLines("javascript", sent)).toContain(`body: await openAsBlob("links.csv"),`);
  expect(codeLines("python", sent)).toContain(`data=open("links.csv", "rb").read(),`);
  const answered = { ...list, answeredFile: "rows.csv" };
  expect(codeLines("curl", answered)).toContain("--fail-with-body -o 'rows.csv'");
  expect(codeLines("javascript", answered)).toContain(`writeFileSync("rows.csv", `);
  expect(codeLines("python", answered)).toContain("shutil.copyfileobj(response, file)");
});
