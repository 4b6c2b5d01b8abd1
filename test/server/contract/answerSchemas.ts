import { Ajv2020 } from "ajv/dist/2020.js";
import { isSchema } from "./sample.ts";

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
export type AnswerCheck = (path: string, method: string, body: unknown) => readonly string[];

export function createAnswerCheck(document: object): AnswerCheck {
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
