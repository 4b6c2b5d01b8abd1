import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { disk } from "../../../src/server/store/fileSystem.ts";
import { mendSecrets, openSecrets, writeSecrets } from "../../../src/server/store/secretsFile.ts";
import { newFolder } from "./testFolder.ts";

async function damagedFolder(damage: (text: string) => string) {
  const dir = newFolder();
  const { secrets } = await openSecrets(disk, dir);
  const whole = { ...secrets, tunnelToken: { keeper: "keychain", value: "c2VhbGVk" } };
  await writeSecrets(disk, dir, whole);
  const path = join(dir, "secrets.json");
  writeFileSync(path, damage(readFileSync(path, "utf8")));
  const said = await mendSecrets(disk, dir, "now");
  return { whole, said, mended: (await openSecrets(disk, dir)).secrets };
}

test("damaged secrets keep the tunnel's token where it can be read", async () => {
  const { whole, said, mended } = await damagedFolder((text) => text.trimEnd().slice(0, -1));
  expect(mended).toEqual(whole);
  expect(said.join()).not.toContain("token");
});

test("a tunnel's token that is lost with them is said", async () => {
  const { whole, said, mended } = await damagedFolder((text) => text.slice(0, -20));
  expect(mended).toEqual({ ...whole, tunnelToken: undefined });
  expect(said[0]).toContain("The tunnel's token could not be read: give it again");
});
