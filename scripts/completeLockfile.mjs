// After `npm install NAME`: node scripts/completeLockfile.mjs puts back what npm forgot for other systems.
import { join } from "node:path";
import { completeLockfile } from "./lockfile.mjs";
import { projectDir, say } from "./say.mjs";

const added = completeLockfile(join(projectDir, "package-lock.json"));
say(added === 0 ? "the lockfile is complete." : `the lockfile has ${added} more entries now.`);
