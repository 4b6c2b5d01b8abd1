import type { Wire, WireObject } from "./row.ts";

const patterns = {
  colour: /^#[0-9A-F]{6}$/,
  "count as text": /^\d+$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  timestamp: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/,
} as const;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isOf(wire: Extract<Wire, string>, value: unknown): boolean {
  switch (wire) {
    case "anything":
      return value !== undefined;
    case "boolean":
    case "number":
    case "string":
      return typeof value === wire;
    case "null":
      return value === null;
    case "integer":
      return Number.isSafeInteger(value);
    case "count":
      return Number.isSafeInteger(value) && Number(value) >= 0;
    case "address":
      return typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value);
    case "colour":
    case "count as text":
    case "date":
    case "timestamp":
      return typeof value === "string" && patterns[wire].test(value);
  }
}

function objectFaults(wire: WireObject, value: unknown, at: string): readonly string[] {
  if (!isObject(value)) return [`${at} is no object`];
  const always = { ...wire.keys, ...wire.additive };
  const known: Readonly<Record<string, Wire>> = { ...always, ...wire.maybe };
  const missing = Object.keys(always).filter((key) => !Object.hasOwn(value, key));
  return [
    ...missing.map((key) => `${at}.${key} is missing`),
    ...Object.entries(value).flatMap(([key, item]) => {
      const expected = Object.hasOwn(known, key) ? known[key] : undefined;
      return expected === undefined
        ? [`${at}.${key} is not in the contract`]
        : wireFaults(expected, item, `${at}.${key}`);
    }),
  ];
}

/** Where an answer isn't, to the letter, what the row says. */
export function wireFaults(wire: Wire, value: unknown, at = "answer"): readonly string[] {
  if (typeof wire === "string") {
    return isOf(wire, value) ? [] : [`${at} is not of type ${wire}: ${JSON.stringify(value)}`];
  }
  if ("exactly" in wire) {
    const { exactly } = wire;
    return value === exactly
      ? []
      : [`${at} is not ${JSON.stringify(exactly)}: ${JSON.stringify(value)}`];
  }
  if ("oneOf" in wire) {
    const faults = wire.oneOf.map((one) => wireFaults(one, value, at));
    return faults.some((some) => some.length === 0) ? [] : faults.flat();
  }
  if ("listOf" in wire) {
    return Array.isArray(value)
      ? value.flatMap((item: unknown, index) => wireFaults(wire.listOf, item, `${at}[${index}]`))
      : [`${at} is no list`];
  }
  if ("mapOf" in wire) {
    if (!isObject(value)) return [`${at} is no object`];
    const names = Object.keys(value);
    const { mapOf, names: expected = names } = wire;
    const isSame = names.length === expected.length && expected.every((name) => name in value);
    return [
      ...(isSame ? [] : [`${at} has other names than ${expected.join(", ")}`]),
      ...names.flatMap((name) => wireFaults(mapOf, value[name], `${at}.${name}`)),
    ];
  }
  return objectFaults(wire, value, at);
}

/** A row with two forms of answer answers one of them. */
export function answerFaults(answers: readonly Wire[], value: unknown): readonly string[] {
  const [only, ...more] = answers;
  return wireFaults(only !== undefined && more.length === 0 ? only : { oneOf: answers }, value);
}
