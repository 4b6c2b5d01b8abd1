import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { toBuffer } from "qrcode";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenApiDocument } from "../../../src/server/api/openApi.ts";
import { serverForAll } from "../../support/testServer.ts";
import { type Caller, createCaller } from "./caller.ts";
import { documented, type DocumentedCall } from "./document.ts";
import { createWorkshop, importedFile } from "./workshop.ts";
import { isSchema, sampleOf, type Schema } from "./sample.ts";
import { Ajv2020 } from "ajv/dist/2020.js";

/** Objects may get no further key: a document for readers leaves that open, a test doesn't. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isSchema(value)) return value;
  const parts = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]));
  const isOpen = "properties" in value && value["type"] === "object";
  return isOpen && !("additionalProperties" in value)
    ? { ...parts, additionalProperties: false }
    : parts;
}

function pointer(...keys: readonly string[]): string {
  return keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** What is wrong with an answer by the document's own schema of it; nothing when it is right. */
type AnswerCheck = (path: string, method: string, body: unknown) => readonly string[];

function createAnswerCheck(document: object): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(Object(closed(document)), "document");
  return (path, method, body) => {
    const answer = ["responses", "200", "content", "application/json", "schema"];
    const place = pointer("paths", path, method.toLowerCase(), ...answer);
    const check = ajv.getSchema(`document#${place}`);
    if (check === undefined) return [`${method} ${path} has no schema of its answer`];
    return check(body) === true
      ? []
      : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

let caller: Caller;
/** What a visitor has left. */
let answered: { readonly overlay: number; readonly answer: number };

const server = serverForAll({ settings: { verifyDomains: "false" } });
beforeAll(async () => {
  caller = createCaller(server.baseUrl, server.apiKey);
  // What the document's example of a logo names.
  await mkdir(join(server.dataDir, "uploads"), { recursive: true });
  await writeFile(join(server.dataDir, "uploads/logo.png"), await toBuffer("logo"));
  answered = await createWorkshop(caller, server).answered();
});

afterAll(async () => {
  caller.close();
});

/** Links and the like may name what the others are. */
const later = ["bio", "qr", "url"];

function resourceOf({ path }: DocumentedCall): string {
  return path.split("/")[2] ?? "";
}

function isCreation({ method, path }: DocumentedCall): boolean {
  return (
    path.endsWith("/add") || (method === "POST" && ["/api/views", "/api/import"].includes(path))
  );
}

/** What has to be there is made first, what others use goes last. */
function turnOf(call: DocumentedCall): number {
  const isLater = later.includes(resourceOf(call));
  // A tag is there as long as its link is as it was made.
  if (resourceOf(call) === "tag") return call.method === "PUT" ? 1.1 : 1.2;
  if (call.path.includes("/answers")) return call.path.endsWith("/answers/delete") ? 3 : 2;
  if (isCreation(call)) return isLater ? 1 : 0;
  if (call.path.endsWith("/delete")) return isLater ? 4 : 5;
  return call.method === "DELETE" ? 3 : 2;
}

/** Ids by the resource that answered them. */
type Ids = Map<string, number>;

/** The one tag of the one link: it is renamed before it is deleted. */
function tagOf({ operation }: DocumentedCall): Readonly<Record<string, unknown>> {
  switch (operation.operationId) {
    case "addLink":
      return { tags: ["Spring"] };
    case "updateLink":
      return { tags: undefined };
    case "updateTag":
      return { tag: "spring", name: "Summer" };
    case "deleteTag":
      return { tag: "summer" };
    default:
      return {};
  }
}

/** What a client knows besides the document: the ids it was told. */
function knownOf(call: DocumentedCall, ids: Ids): Readonly<Record<string, unknown>> {
  const pixel = ids.get("pixel");
  return {
    id: call.path.includes("/answers") ? answered.overlay : ids.get(resourceOf(call)),
    answerid: answered.answer,
    campaignid: ids.get("campaign"),
    channelid: ids.get("channel"),
    linkid: ids.get("url"),
    itemid: ids.get("url"),
    campaign: ids.get("campaign"),
    channel: ids.get("channel"),
    pixels: pixel === undefined ? undefined : [pixel],
    // Each its own; an alias is there once.
    custom: `spring-${resourceOf(call)}`,
    short: "spring-url",
    // Its id is no resource's.
    source: { service: "elsewhere", id: "3aBcD" },
    ...tagOf(call),
    // A link starts before it expires.
    starts: "2035-01-01 09:00:00",
    // A time can only be used for clicks.
    ...(call.operation.operationId === "exportFile" ? { from: undefined, to: undefined } : {}),
    ...(resourceOf(call) === "bulk"
      ? // Rules are either replaced or changed by their names.
        { select: { all: true }, delete: undefined, replace: undefined, rules: undefined }
      : {}),
    ...(call.operation.operationId === "listChanges"
      ? {
          id: ids.get("url"),
          by: "script",
          key: undefined,
          from: "2000-01-01",
          to: "2100-01-01",
        }
      : {}),
    // Of codes a list, as their answers have it.
    ...(resourceOf(call) === "qr" && call.operation.requestBody !== undefined
      ? { channel: [ids.get("channel")] }
      : {}),
    // One thing or a filter, and a time that is one.
    ...(call.path.startsWith("/api/statistics")
      ? {
          id: 1,
          link: undefined,
          qr: undefined,
          from: "2026-01-01",
          to: "2026-01-31",
          country: "IR",
        }
      : {}),
    ...(call.operation.operationId === "applyImport" ? { pixels: true } : {}),
    // A link with a password is never one that was there before.
    reuse: undefined,
    // Hashing is slow: once is enough.
    ...(call.operation.operationId === "addLink" ? {} : { password: undefined }),
    ...(ids.has("domain") || resourceOf(call) === "domain" ? {} : { domain: undefined }),
  };
}

function request(document: Schema, call: DocumentedCall, ids: Ids, token: string) {
  const { [resourceOf(call) === "domain" ? "domain" : ""]: _own, ...others } = knownOf(call, ids);
  const known: Readonly<Record<string, unknown>> = { ...others, token, wait: 10 };
  const parameters = (call.operation.parameters ?? []).map((parameter) => {
    const { name, schema } = parameter;
    const value = Object.hasOwn(known, name) ? known[name] : sampleOf(document, schema, known);
    return { ...parameter, value: String(value) };
  });
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(
      String(parameters.find((one) => one.in === "path" && one.name === name)?.value),
    ),
  );
  const query = new URLSearchParams(
    parameters
      .filter((one) => one.in === "query" && one.value !== "undefined")
      .map(({ name, value }) => [name, value]),
  ).toString();
  const { requestBody } = call.operation;
  const schema = requestBody?.content["application/json"]?.schema;
  const target = query === "" ? path : `${path}?${query}`;
  if (requestBody !== undefined && schema === undefined) {
    const headers = { "content-type": "application/octet-stream" };
    return { target, sent: { raw: importedFile, headers } };
  }
  return { target, sent: schema === undefined ? {} : { body: sampleOf(document, schema, known) } };
}

test(
  "a client that knows the document alone calls every operation",
  { timeout: 30_000 },
  async () => {
    const { body: document } = await caller.call("GET", "/api/openapi.json");
    if (!isOpenApi(document)) throw new Error("No document");
    expect(document.servers).toEqual([{ url: server.baseUrl }]);

    const check = createAnswerCheck(document);
    const calls = documented(document).toSorted((one, other) => turnOf(one) - turnOf(other));
    const ids: Ids = new Map();
    let token = "";
    const outcomes: Record<string, unknown> = {};
    for (const call of calls) {
      const { target, sent } = request(document, call, ids, token);
      // Only what was deleted can be taken back; it goes again, for its domain is deleted next.
      const isRestore = call.path.endsWith("/restore");
      if (isRestore) await caller.call("DELETE", target.replace("/restore", "/delete"));
      const { status, text, body } = await caller.call(call.method, target, sent);
      const isFile = !("application/json" in Object(call.operation.responses["200"]).content);
      const faults =
        status !== 200 ? [text, sent] : isFile ? [] : check(call.path, call.method, body);
      outcomes[call.operation.operationId] = { status, faults };
      if (call.operation.operationId === "listChanges") {
        ids.set("changes", Number(Object(body).data.changes[0].id));
      }
      if (isSchema(body) && isSchema(body["job"])) {
        const { id, kind, result } = body["job"];
        for (const resource of ["import", "jobs"]) ids.set(resource, Number(id));
        if (kind === "import" && isSchema(result)) token = String(result["token"]);
      } else if (isCreation(call) && isSchema(body)) {
        ids.set(resourceOf(call), Number(body["id"]));
      }
    }
    expect(outcomes).toEqual(
      Object.fromEntries(
        calls.map(({ operation }) => [operation.operationId, { status: 200, faults: [] }]),
      ),
    );
  },
);

function isOpenApi(value: unknown): value is OpenApiDocument & Schema {
  return isSchema(value) && isSchema(value["paths"]);
}
