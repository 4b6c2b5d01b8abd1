import { z } from "zod";
import { NotFound } from "../../../../common/problems.ts";
import { sentRules } from "../../../../../contract/fields/decisionFields.ts";
import { isWithinReach, linkId, moment, mostLinks, writeTool } from "./tool.ts";

const dryRun = z
  .boolean()
  .optional()
  .describe("Whether to only show the effect. Defaults to false");

const ids = z
  .array(linkId)
  .min(1)
  .max(mostLinks)
  .describe(`IDs of the links, at most ${mostLinks}; find_links has them`);

const fields = {
  destination: z.string().max(8192).describe("URL that the link redirects to").optional(),
  title: z.string().max(200).describe("Name of the link, which visitors never see").optional(),
  note: z.string().max(2000).describe("Note about the link").optional(),
  tags: z
    .array(z.string().max(50))
    .max(20)
    .describe("Tags of the link, which replace its current tags")
    .optional(),
  expires: moment.describe("When the link ends, such as 2026-12-31").optional(),
  starts: moment.describe("When the link starts").optional(),
  max_clicks: z.int().min(1).describe("Number of clicks after which the link ends").optional(),
};

type Fields = z.output<z.ZodObject<typeof fields>>;

/** Under the contract's names, as far as they are given. */
function sent({ destination, title, note, tags, expires, starts, max_clicks }: Fields) {
  const all = {
    url: destination,
    name: title,
    description: note,
    tags,
    expiry: expires,
    starts,
    maxclicks: max_clicks,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

const clearable = {
  title: "name",
  note: "description",
  tags: "tags",
  expires: "expiry",
  starts: "starts",
  max_clicks: "maxclicks",
} as const;

const names = ["title", "note", "tags", "expires", "starts", "max_clicks"] as const;

const change = (links: readonly number[], changes: object) => ({
  operation: "bulkChange" as const,
  body: { kind: "links", select: { ids: links }, ...changes },
});

const createLink = writeTool({
  title: "Create a link",
  description: "Create a short link. With reuse, an equal link is returned if there is one.",
  input: z.strictObject({
    ...fields,
    destination: z.string().max(8192).describe("URL that the link redirects to"),
    alias: z.string().max(100).describe("Last part of the short URL. Random by default").optional(),
    reuse: z.boolean().describe("Whether to return an equal link. Defaults to false").optional(),
    dry_run: dryRun,
  }),
  asked: ({ alias, reuse, ...rest }) => ({
    operation: "addLink",
    body: {
      ...sent(rest),
      ...(alias !== undefined && { custom: alias }),
      ...(reuse !== undefined && { reuse }),
    },
  }),
});

const updateLinks = writeTool({
  title: "Change links",
  description: "Change fields of one or several links. Fields that you omit stay as they are.",
  input: z.strictObject({
    ids,
    ...fields,
    add_tags: z.array(z.string().max(50)).max(20).describe("Tags to add").optional(),
    remove_tags: z.array(z.string().max(50)).max(20).describe("Tags to remove").optional(),
    archived: z.boolean().describe("Whether the links are archived").optional(),
    clear: z.array(z.enum(names)).max(names.length).describe("Fields to clear").optional(),
    dry_run: dryRun,
  }),
  asked({ ids: links, add_tags, remove_tags, archived, clear = [], ...rest }) {
    const fieldsOf = {
      ...sent(rest),
      ...(archived !== undefined && { archived }),
      ...(clear.length > 0 && { clear: clear.map((name) => clearable[name]) }),
    };
    return change(links, {
      ...(Object.keys(fieldsOf).length > 0 && { change: fieldsOf }),
      ...(add_tags !== undefined && { add: { tags: add_tags } }),
      ...(remove_tags !== undefined && { remove: { tags: remove_tags } }),
    });
  },
});

const setRules = writeTool({
  title: "Set rules",
  description:
    "Replace all rules of a link: the first rule whose conditions match decides where a visit goes. An empty list removes them.",
  input: z.strictObject({
    id: linkId,
    rules: z
      .array(z.record(z.string(), z.unknown()))
      .max(100)
      .describe("Rules, as get_link shows them: name, conditions of type, key, value, not, and url")
      .meta({ items: rulesSchema() }),
    dry_run: dryRun,
  }),
  asked: ({ id, rules }) =>
    change([id], { change: rules.length === 0 ? { clear: ["rules"] } : { rules } }),
});

/** What the contract itself takes; it is checked there. */
function rulesSchema(): z.core.JSONSchema.BaseSchema {
  const { items = {} } = z.toJSONSchema(sentRules, { io: "input", unrepresentable: "any" });
  return Array.isArray(items) || typeof items === "boolean" ? {} : items;
}

const endLinks = writeTool({
  title: "End links",
  description: "End links now or at a given time. Visitors then see that the link has expired.",
  isDestructive: true,
  input: z.strictObject({
    ids,
    at: moment.describe("When the links end. Defaults to now").optional(),
    dry_run: dryRun,
  }),
  asked: ({ ids: links, at = new Date().toISOString() }) =>
    change(links, { change: { expiry: at } }),
});

const undoChange = writeTool({
  title: "Undo a change",
  description: "Undo a change that list_changes shows. Fields that changed since stay as they are.",
  isDestructive: true,
  input: z.strictObject({
    change: z.int().positive().describe("ID of the change"),
    dry_run: dryRun,
  }),
  async asked({ change: id }, { call, record }) {
    const query = { limit: 1 };
    const { change: found } = await call(
      "getChange",
      { params: { id }, query },
      { key: record.name },
    );
    if (!isWithinReach(found)) throw new NotFound("This assistant can't undo the change.");
    return { operation: "undoChange", params: { id }, body: {} };
  },
});

const makeQr = writeTool({
  title: "Create a QR code",
  description: "Create a QR code that opens a link. The answer has the address of its image.",
  input: z.strictObject({
    id: linkId,
    name: z.string().max(200).describe("Name of the QR code").optional(),
    dry_run: dryRun,
  }),
  async asked({ id, name }, { call, record }) {
    const { details } = await call("getLink", { params: { id } }, { key: record.name });
    const body = { type: "link", data: details.shorturl, ...(name !== undefined && { name }) };
    return { operation: "addQrCode", body };
  },
});

export const writeTools = {
  create_link: createLink,
  update_links: updateLinks,
  set_rules: setRules,
  end_links: endLinks,
  undo_change: undoChange,
  make_qr: makeQr,
} as const;
