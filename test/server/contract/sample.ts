import { sample, stringMatching } from "fast-check";

export type Schema = Readonly<Record<string, unknown>>;

export function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The part of a document that a reference names. */
function at(document: Schema, reference: string): Schema {
  let place: unknown = document;
  for (const key of reference.replace("#/", "").split("/")) {
    place = isSchema(place) ? place[key] : undefined;
  }
  if (!isSchema(place)) throw new Error(`${reference} leads nowhere`);
  return place;
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

function sampleText({ pattern, minLength }: Schema): string {
  if (typeof pattern === "string") {
    const [text = ""] = sample(stringMatching(new RegExp(pattern)), { seed: 1, numRuns: 1 });
    return text;
  }
  return "x".repeat(Math.max(1, Number(minLength ?? 1)));
}

/**
 * A value that a schema of the document takes, as a client would make one up that knows nothing
 * else. `known` are the values that no schema can know, such as ids, by the name of their field.
 */
export function sampleOf(
  document: Schema,
  schema: Schema,
  known: Readonly<Record<string, unknown>> = {},
): unknown {
  const own = first(schema["examples"]) ?? schema["const"] ?? first(schema["enum"]);
  if (own !== undefined) return own;
  const { $ref, anyOf, type, properties, items } = schema;
  if (typeof $ref === "string") return sampleOf(document, at(document, $ref), known);
  const choice = first(anyOf);
  if (isSchema(choice)) return sampleOf(document, choice, known);
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries(properties ?? {}).flatMap(([name, value]) => {
          const made = Object.hasOwn(known, name) ? known[name] : sampleOf(document, value, known);
          return made === undefined ? [] : [[name, made]];
        }),
      );
    case "array":
      return isSchema(items) ? [sampleOf(document, items, known)] : [];
    case "string":
      return sampleText(schema);
    case "integer":
    case "number":
      return Math.max(1, Number(schema["minimum"] ?? 1));
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      throw new Error(`No sample for ${JSON.stringify(schema)}`);
  }
}
