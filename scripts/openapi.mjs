// `npm run openapi`: writes the contract as an OpenAPI document to openapi.json, from the operations table.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertNode24 } from "./node24.mjs";
import { projectDir, runScript } from "./say.mjs";

await runScript(async () => {
  assertNode24();
  const source = new URL("../src/server/api/openApi.ts", import.meta.url);
  const { createOpenApi, defaultServerUrl } = await import(source.href);
  const file = join(projectDir, "openapi.json");
  writeFileSync(
    file,
    `${JSON.stringify(createOpenApi({ serverUrl: defaultServerUrl }), null, 2)}\n`,
  );
  process.stdout.write(`${file} is written.\n`);
  return 0;
});
