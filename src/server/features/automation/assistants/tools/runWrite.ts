import { z } from "zod";
import type { ChangePreview } from "../../../../../contract/changes/changes.ts";
import type { App } from "../../../../common/context.ts";
import { Conflict } from "../../../../common/problems.ts";
import type { CallAuthor } from "../../callOperation.ts";
import { type Asked, mostLinks, type ToolContext } from "./tool.ts";
import { unshown, untrusted } from "./untrusted.ts";

const effect = z.object({
  matched: z.int(),
  changed: z.int(),
  skipped: z.int().describe("Records that stay as they are"),
  records: z
    .array(
      z.object({
        id: z.int(),
        kind: z.string(),
        fields: z.array(z.string()).describe("Names of the fields that change"),
        untrusted_name: z.string(),
      }),
    )
    .describe("First 20 records"),
  untrusted_reasons: z.array(z.string()).describe("Why records are skipped"),
});

/** What every write answers. */
export const writeOutput = z.object({
  state: z
    .enum(["dry_run", "pending", "done"])
    .describe(
      "dry_run: nothing was changed; pending: it waits until it's accepted in Waypost; done: it was changed",
    ),
  pending_id: z.int().optional(),
  change_id: z.int().optional().describe("ID for undo_change. Omitted if nothing changed"),
  effect: effect.optional(),
  link: z.object({ id: z.int(), short_url: z.string() }).optional(),
  qr: z.object({ id: z.int(), image_url: z.string() }).optional(),
  untrusted_warnings: z.array(z.string()).optional(),
});
export type WriteOutput = z.output<typeof writeOutput>;

function effectOf(found: ChangePreview): z.output<typeof effect> {
  return {
    matched: found.matched,
    changed: found.added + found.changed + found.removed,
    skipped: found.conflictCount + found.unchanged,
    records: found.records.slice(0, 20).map(({ id, kind, name, fields }) => ({
      id,
      kind,
      fields: fields.map(({ field }) => field),
      untrusted_name: untrusted(name),
    })),
    untrusted_reasons: found.conflicts.slice(0, 20).map(({ says }) => untrusted(says)),
  };
}

/** The effect, found without doing anything; what creates something has none. */
export async function previewAsked(
  { call }: Pick<ToolContext, "call">,
  asked: Asked,
  author: CallAuthor,
): Promise<ChangePreview | null> {
  const { operation, body } = asked;
  switch (operation) {
    case "bulkChange":
    case "undoChange": {
      const sent = { params: asked.params ?? {}, body: { ...body, preview: true } };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract checks it
      const answer = await call(operation, sent as never, author);
      return "preview" in answer ? answer.preview : null;
    }
    case "addLink":
    case "addQrCode":
      return null;
  }
}

/** Refuses what couldn't be done now. */
async function check(
  { call }: Pick<ToolContext, "call">,
  { operation, body }: Asked,
  author: CallAuthor,
): Promise<void> {
  if (operation === "addQrCode") {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract checks it
    await call("previewQrCode", { body: body as never }, author);
  }
  if (operation !== "addLink") return;
  const { custom: alias, ...rest } = body;
  const { url, reuse: _, ...fields } = rest;
  const draft = { url, ...fields };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract checks it
  await call("tryDraft", { body: { draft } as never }, author);
  if (typeof alias !== "string") return;
  const { state } = (await call("checkAlias", { query: { alias } }, author)).alias;
  if (state !== "free") throw new Conflict("taken", `The alias "${alias}" is ${state}.`);
}

/** Does what is asked, with exactly the effect that `token` stands for. */
export async function perform(
  { call }: Pick<ToolContext, "call">,
  asked: Asked,
  { token, author }: { readonly token: string | undefined; readonly author: CallAuthor },
): Promise<Omit<WriteOutput, "state">> {
  const { operation, body } = asked;
  const warned = (answer: { readonly warnings?: readonly string[] | undefined }) =>
    answer.warnings === undefined ? {} : { untrusted_warnings: answer.warnings.map(untrusted) };
  switch (operation) {
    case "addLink": {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract checks it
      const answer = await call(operation, { body: body as never }, author);
      return {
        ...(answer.change !== undefined && { change_id: answer.change }),
        link: { id: answer.id, short_url: answer.shorturl },
        ...warned(answer),
      };
    }
    case "addQrCode": {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract checks it
      const answer = await call(operation, { body: body as never }, author);
      return {
        ...(answer.change !== undefined && { change_id: answer.change }),
        qr: { id: answer.id, image_url: unshown(answer.link) },
      };
    }
    case "bulkChange":
    case "undoChange": {
      const sent = { params: asked.params ?? {}, body: { ...body, token, wait: 10 } };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract checks it
      const answer = await call(operation, sent as never, author);
      if (!("job" in answer)) throw new Error("A job was asked for.");
      const { change } = answer.job;
      return { ...(change !== null && { change_id: change }), ...warned(answer) };
    }
  }
}

export async function runWrite(
  { pendingChanges }: Pick<App, "pendingChanges">,
  context: ToolContext,
  { tool, asked, isDry }: { readonly tool: string; readonly asked: Asked; readonly isDry: boolean },
): Promise<WriteOutput> {
  const { record } = context;
  // Through a destination, it could send what it has read. What you accept is asked as usual.
  const author = { key: record.name, asksWeb: false };
  const found = await previewAsked(context, asked, author);
  if (found !== null && found.matched > mostLinks) {
    throw new Conflict("inUse", `At most ${mostLinks} records can be changed in one call.`);
  }
  const shown = found === null ? {} : { effect: effectOf(found) };
  if (isDry || record.level !== "write") await check(context, asked, author);
  if (isDry) return { state: "dry_run", ...shown };
  if (record.level !== "write") {
    const id = await pendingChanges.add({ key: record.name, tool, asked });
    return { state: "pending", pending_id: id, ...shown };
  }
  const done = await perform(context, asked, { token: found?.token, author });
  return { state: "done", ...done, ...shown };
}
