import { expect, test } from "vitest";
import { tryAccount } from "./account.ts";

/** In the owner's own account: CONTRIBUTING.md, "Test with Cloudflare itself". */
test("Cloudflare does what Waypost and its stand-in take it for", async () => {
  const token = process.env["WAYPOST_CLOUDFLARE_TOKEN"] ?? "";
  if (token === "") throw new Error("Set WAYPOST_CLOUDFLARE_TOKEN to a token of a test account.");
  const { WAYPOST_CLOUDFLARE_ACCOUNT: id, WAYPOST_CLOUDFLARE_RECORD: takenDomain } = process.env;
  const [first, second] = (process.env["WAYPOST_CLOUDFLARE_DOMAINS"] ?? "").split(",");
  const tried = tryAccount({
    token,
    ...(id !== undefined && { id }),
    ...(first !== undefined && second !== undefined && { domains: [first, second] as const }),
    ...(takenDomain !== undefined && { takenDomain }),
    log: (line) => console.log(line),
  });
  await expect(tried).resolves.toBeUndefined();
}, 1_800_000);
