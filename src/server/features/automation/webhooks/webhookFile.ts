import { z } from "zod";
import {
  webhookEvents,
  webhookKinds,
  webhookStops,
} from "../../../../contract/server/automation/webhooks.ts";
import type { Core } from "../../../common/context.ts";
import { createSealedSecret } from "../../../common/sealedSecret.ts";
import { boundedJson } from "../../../store/boundedJson.ts";
import { disk } from "../../../store/fileSystem.ts";
import { markIn } from "../../../store/ownerKey.ts";
import { createRecordFile } from "../../../store/recordFile.ts";
import { createTaskQueue } from "../../../../util/taskQueue.ts";

const id = z.int().positive();

const hookSchema = z.object({
  id,
  name: z.string(),
  kind: z.enum(webhookKinds),
  events: z.array(z.enum(webhookEvents)),
  links: z.array(id),
  channels: z.array(id),
  campaigns: z.array(id),
  tags: z.array(z.string()),
  chat: z.string().nullable(),
  /** Host and port of the one private address that may be called. */
  private: z.string().nullable(),
  isOn: z.boolean(),
  stopped: z.enum(webhookStops).nullable(),
});
export type Hook = Readonly<z.output<typeof hookSchema>>;

const fileSchema = z.object({
  ownIn: z.number().nullable().catch(null),
  /** Of the next webhook: no id is given twice. */
  next: id,
  hooks: z.array(hookSchema),
});

const secretsSchema = z.record(
  z.string(),
  z.object({
    /** URLs of services for messages are secrets themselves. */
    url: z.string(),
    secret: z.string(),
    /** Signs, too, until a moment (milliseconds since 1970). */
    former: z.object({ secret: z.string(), until: z.number() }).nullable(),
  }),
);
export type HookSecrets = Readonly<z.output<typeof secretsSchema>[string]>;

const fileName = "webhooks.json";

/** What is kept of webhooks: beside the document, so that no copy and no backup calls anybody. */
export interface WebhookFile {
  hooks(): readonly Hook[];
  /** Undefined: they can't be read. */
  secretsOf(hook: number): HookSecrets | undefined;
  nextId(): number;
  /** Null: there is no such webhook any more. */
  write(
    hook: number,
    next: { readonly hook: Hook; readonly secrets?: HookSecrets } | null,
  ): Promise<void>;
}

export async function openWebhookFile(
  app: Pick<Core, "store" | "dataDir" | "secretKeeper" | "log">,
): Promise<WebhookFile> {
  const { dataDir, log } = app;
  const file = createRecordFile({ files: disk, dir: dataDir, name: fileName, schema: fileSchema });
  const sealed = createSealedSecret(app, "webhookSecrets");
  const queue = createTaskQueue();
  const found = await file.readOrSetAside((aside) => {
    log(`${fileName} couldn't be read. It was saved as ${aside}. Create the webhooks again.`);
  });
  let next = found?.next ?? 1;
  let hooks: readonly Hook[] = found?.hooks ?? [];
  let secrets: Readonly<Record<string, HookSecrets>> = {};
  if (found !== null && hooks.length > 0) {
    secrets = readSecrets(await sealed.open());
    const isOwn = found.ownIn === (await markOf(hooks)) && (await sealed.isOwn());
    if (!isOwn) {
      hooks = hooks.map((hook) =>
        hook.isOn ? { ...hook, isOn: false, stopped: "foreign" as const } : hook,
      );
    }
  }

  /** Of what leaves this computer: whoever fills a folder can't have it sent anywhere. */
  async function markOf(present: readonly Hook[]): Promise<number> {
    const mark = await markIn(disk, dataDir);
    return mark("webhooks", JSON.stringify(present.map((hook) => hookSchema.parse(hook))));
  }

  return {
    hooks: () => hooks,
    secretsOf: (hook) => secrets[hook],
    nextId: () => next,
    write: (hook, changed) =>
      queue.run(async () => {
        const others = hooks.filter((one) => one.id !== hook);
        const all = changed === null ? others : [...others, changed.hook];
        const sorted = all.toSorted((one, other) => one.id - other.id);
        const { [hook]: former, ...otherSecrets } = secrets;
        const own = changed === null ? undefined : (changed.secrets ?? former);
        const nextSecrets = { ...otherSecrets, ...(own !== undefined && { [hook]: own }) };
        const nextId = Math.max(next, hook + 1);
        // A webhook without secrets calls nobody: they come first, and go last.
        if (changed?.secrets !== undefined) await sealed.keep(secretsText(nextSecrets));
        await file.write({ ownIn: await markOf(sorted), next: nextId, hooks: sorted });
        if (changed === null) await sealed.keep(secretsText(nextSecrets));
        hooks = sorted;
        secrets = nextSecrets;
        next = nextId;
      }),
  };
}

function secretsText(secrets: Readonly<Record<string, HookSecrets>>): string {
  if (Object.keys(secrets).length === 0) return "";
  return Buffer.from(JSON.stringify(secrets)).toString("base64");
}

function readSecrets(
  opened: { readonly text: string } | { readonly lockedBy: string } | null,
): Readonly<Record<string, HookSecrets>> {
  if (opened === null || "lockedBy" in opened) return {};
  try {
    return secretsSchema.parse(boundedJson(Buffer.from(opened.text, "base64")));
  } catch {
    return {};
  }
}
