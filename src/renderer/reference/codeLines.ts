/** A request as a script makes it. */
export interface ScriptCall {
  readonly method: string;
  /** The whole address, escaped. */
  readonly address: string;
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>> | null;
}

export const codeLanguages = ["curl", "javascript", "python"] as const;
export type CodeLanguage = (typeof codeLanguages)[number];

export function codeLines(language: CodeLanguage, call: ScriptCall): string {
  switch (language) {
    case "curl":
      return curlLines(call);
    case "javascript":
      return javascriptLines(call);
    case "python":
      return pythonLines(call);
  }
}

/** Between single quotes a shell takes everything as it is, but the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function curlLines({ method, address, key, body }: ScriptCall): string {
  const parts = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(address)}`,
    `-H ${quoted(`Authorization: Bearer ${key}`)}`,
    ...(body === null
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(literal(body, json, ""))}`]),
  ];
  return parts.join(" \\\n  ");
}

function javascriptLines({ method, address, key, body }: ScriptCall): string {
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(body === null ? {} : { "Content-Type": "application/json" }),
  };
  return [
    `const response = await fetch(${JSON.stringify(address)}, {`,
    ...(method === "GET" ? [] : [`  method: ${JSON.stringify(method)},`]),
    `  headers: ${literal(headers, json, "  ")},`,
    ...(body === null ? [] : [`  body: JSON.stringify(${literal(body, json, "  ")}),`]),
    "});",
    "const answer = await response.json();",
    "if (!response.ok) throw new Error(`${response.status}: ${answer.message}`);",
    "console.dir(answer, { depth: null });",
  ].join("\n");
}

function pythonLines({ method, address, key, body }: ScriptCall): string {
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(body === null ? {} : { "Content-Type": "application/json" }),
  };
  return [
    "import json",
    "import urllib.error",
    "import urllib.request",
    "",
    "request = urllib.request.Request(",
    `    ${JSON.stringify(address)},`,
    ...(method === "GET" ? [] : [`    method=${JSON.stringify(method)},`]),
    `    headers=${literal(headers, python, "    ")},`,
    ...(body === null ? [] : [`    data=json.dumps(${literal(body, python, "    ")}).encode(),`]),
    ")",
    "try:",
    "    with urllib.request.urlopen(request) as response:",
    "        print(json.load(response))",
    "except urllib.error.HTTPError as failure:",
    `    raise SystemExit(f"{failure.code}: {json.load(failure)['message']}")`,
  ].join("\n");
}

/** How a language writes its constants and how far it steps in. */
interface Notation {
  readonly step: string;
  readonly constants: Readonly<Record<"true" | "false" | "null", string>>;
}

const json: Notation = { step: "  ", constants: { true: "true", false: "false", null: "null" } };
const python: Notation = {
  step: "    ",
  constants: { true: "True", false: "False", null: "None" },
};

/** A value that JSON can hold, on one line where it has one member. */
function literal(value: unknown, notation: Notation, indent: string): string {
  const list = (open: string, members: readonly string[], close: string) => {
    const [only] = members;
    if (only === undefined) return open + close;
    const room = open === "{" ? " " : "";
    if (members.length === 1 && !only.includes("\n")) return open + room + only + room + close;
    const inner = indent + notation.step;
    return `${open}\n${members.map((one) => inner + one).join(",\n")}\n${indent}${close}`;
  };
  const next = indent + notation.step;
  if (Array.isArray(value))
    return list(
      "[",
      value.map((one: unknown) => literal(one, notation, next)),
      "]",
    );
  if (typeof value === "object" && value !== null)
    return list(
      "{",
      Object.entries(value).map(
        ([name, one]) => `${JSON.stringify(name)}: ${literal(one, notation, next)}`,
      ),
      "}",
    );
  if (typeof value === "boolean") return notation.constants[value ? "true" : "false"];
  if (value === null || value === undefined) return notation.constants.null;
  // Python reads the escapes of JSON's strings as JSON does.
  return JSON.stringify(value);
}

/** The place of an operation with its parameters filled in; query parameters without a value are left out. */
export function filledPath(
  path: string,
  inPath: Readonly<Record<string, string>>,
  inQuery: Readonly<Record<string, string>>,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(inPath[name] ?? ""),
  );
  const query = new URLSearchParams(Object.entries(inQuery).filter(([, value]) => value !== ""));
  return query.size === 0 ? filled : `${filled}?${query}`;
}
