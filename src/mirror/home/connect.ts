import { randomBytes } from "node:crypto";
import type { EdgeServer } from "../../contract/server/edge.ts";
import { problemOf, SetUpFailed } from "./model.ts";
import { problemAtServer } from "./ownServer.ts";
import { byMirror } from "./byMirror.ts";
import { fillAndProve } from "./setUp.ts";
import type { SetUpParts } from "./setUpParts.ts";
import type { Steps } from "./setUpProgress.ts";

/** Connects a copy that runs on a server of one's own; nothing is stored before it knows the secret. */
export async function connect(
  parts: SetUpParts,
  { address, secret }: EdgeServer,
  steps: Steps,
): Promise<void> {
  await steps.take("server", async () => {
    const worker = await versionAt(parts, { address, secret });
    await parts.closeMirror();
    await parts.secret.keep(secret);
    await parts.secretBefore.keep("");
    await parts.saved.set({
      home: randomBytes(12).toString("base64url"),
      generation: 1,
      sequence: 0,
      meter: null,
      lastPushAt: null,
      lastDrainAt: null,
      ...parts.saved.now(),
      address,
      name: new URL(address).host,
      account: null,
      accountName: "",
      databaseId: null,
      domains: [],
      workerVersion: worker,
      // It may be another server.
      agreed: null,
      browsers: [],
    });
  });
  // One that is nobody's yet becomes this home's with its first question.
  await steps.take("adopt", () => byMirror(parts, "drain"));
  await fillAndProve(parts, steps);
}

async function versionAt(parts: SetUpParts, { address, secret }: EdgeServer): Promise<string> {
  const client = parts.clientAt(address, { now: secret, before: null });
  try {
    return (await client.state()).worker;
  } catch (error) {
    const problem = problemAtServer(problemOf(error), { account: null, address });
    throw new SetUpFailed(problem.code, problem.values, { cause: error });
  } finally {
    client.close();
  }
}
