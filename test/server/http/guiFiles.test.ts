import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readGuiFile } from "../../../src/server/http/guiFiles.ts";

const dir = mkdtempSync(join(tmpdir(), "waypost-gui-"));
const rendererDir = join(dir, "renderer");
mkdirSync(join(rendererDir, "assets"), { recursive: true });
writeFileSync(join(dir, "secret.js"), "outside");
writeFileSync(
  join(rendererDir, "index.html"),
  '<meta property="csp-nonce" nonce="__NONCE__" /><script nonce="__NONCE__"></script>',
);
writeFileSync(join(rendererDir, "assets", "index-a1.js"), "inside");
writeFileSync(join(rendererDir, "apiViewer.html"), "viewer");
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const files = { rendererDir, pictures: "http://127.0.0.1:4080" };

async function nonceOf(path: string) {
  const { body, headers } = await readGuiFile(files, path);
  const page = Buffer.from(body).toString();
  const policy = headers["Content-Security-Policy"] ?? "";
  return { nonce: /nonce="([^"]+)"/.exec(page)?.[1] ?? "", page, policy };
}

test("each load of a screen has a nonce of its own, in the page and in its policy", async () => {
  const first = await nonceOf("/");
  const second = await nonceOf("/links/5");
  expect(first.nonce).toMatch(/^[A-Za-z0-9+/=]{24}$/);
  expect(first.page).not.toContain("__NONCE__");
  expect(first.policy).toContain(`script-src 'self' 'nonce-${first.nonce}'`);
  expect(second.nonce).not.toBe(first.nonce);
});

test("the policy allows nothing inline, nothing evaluated and nothing from elsewhere", async () => {
  const { policy } = await nonceOf("/index.html");
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|\*|https?:(?!\/\/127\.0\.0\.1:4080)/);
});

test("built files are served with their type, which may not be guessed", async () => {
  const { body, headers } = await readGuiFile(files, "/assets/index-a1.js");
  expect(Buffer.from(body).toString()).toBe("inside");
  expect(headers["Content-Type"]).toBe("text/javascript; charset=utf-8");
  expect(headers["X-Content-Type-Options"]).toBe("nosniff");
});

test("the API viewer's page may send no requests, and only the app may frame it", async () => {
  const { headers } = await readGuiFile(files, "/apiViewer.html");
  expect(headers["Content-Type"]).toBe("text/html; charset=utf-8");
  const policy = headers["Content-Security-Policy"];
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).not.toMatch(/connect-src|unsafe-eval|https?:/);
});

test.each([
  "/../secret.js",
  "/assets/../../secret.js",
  "/%2e%2e/secret.js",
  "/..%2fsecret.js",
  "/..\\secret.js",
  "//secret.js",
  "/C:/secret.js",
  "/secret.js\0.js",
  "/absent.js",
])("nothing is read at %j", async (path) => {
  expect((await readGuiFile(files, path)).status).toBe(404);
});
