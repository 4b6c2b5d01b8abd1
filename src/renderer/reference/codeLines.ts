/** A request as a script makes it. */
export interface ScriptCall {
  readonly method: string;
  /** The whole address, escaped. */
  readonly address: string;
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>> | null;
  /** Names of the files that go along and come back in place of JSON. */
  readonly sentFile?: string | undefined;
  readonly answeredFile?: string | undefined;
}

/** What the service is told of a body, where there is one. */
function typeOf({ body, sentFile }: ScriptCall): string | undefined {
  if (sentFile !== undefined) return "application/octet-stream";
  return body === null ? undefined : "application/json";
}

function headersOf(call: ScriptCall): Readonly<Record<string, string>> {
  const type = typeOf(call);
  return {
    Authorization: `Bearer ${call.key}`,
    ...(type === undefined ? {} : { "Content-Type": type }),
  };
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

function curlLines(call: ScriptCall): string {
  const { method, address, key, body, sentFile, answeredFile } = call;
  const type = typeOf(call);
  const parts = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(address)}`,
    `-H ${quoted(`Authorization: Bearer ${key}`)}`,
    ...(type === undefined ? [] : [`-H 'Content-Type: ${type}'`]),
    ...(body === null || sentFile !== undefined ? [] : [`-d ${quoted(literal(body, json, ""))}`]),
    ...(sentFile === undefined ? [] : [`--data-binary ${quoted(`@${sentFile}`)}`]),
    ...(answeredFile === undefined ? [] : [`--fail-with-body -o ${quoted(answeredFile)}`]),
  ];
  return parts.join(" \\\n  ");
}

function javascriptLines(call: ScriptCall): string {
  const { method, address, body, sentFile, answeredFile } = call;
  const imports = [
    ...(sentFile === undefined ? [] : ["openAsBlob"]),
    ...(answeredFile === undefined ? [] : ["writeFileSync"]),
  ];
  return [
    ...(imports.length === 0 ? [] : [`import { ${imports.join(", ")} } from "node:fs";`, ""]),
    `const response = await fetch(${JSON.stringify(address)}, {`,
    ...(method === "GET" ? [] : [`  method: ${JSON.stringify(method)},`]),
    `  headers: ${literal(headersOf(call), json, "  ")},`,
    ...(sentFile === undefined ? [] : [`  body: await openAsBlob(${JSON.stringify(sentFile)}),`]),
    ...(body === null || sentFile !== undefined
      ? []
      : [`  body: JSON.stringify(${literal(body, json, "  ")}),`]),
    "});",
    ...(answeredFile === undefined
      ? [
          "const answer = await response.json();",
          "if (!response.ok) throw new Error(`${response.status}: ${answer.message}`);",
          "console.dir(answer, { depth: null });",
        ]
      : [
          "if (!response.ok) throw new Error(`${response.status}: ${(await response.json()).message}`);",
          `writeFileSync(${JSON.stringify(answeredFile)}, await response.bytes());`,
        ]),
  ].join("\n");
}

function pythonLines(call: ScriptCall): string {
  const { method, address, body, sentFile, answeredFile } = call;
  return [
    "import json",
    ...(answeredFile === undefined ? [] : ["import shutil"]),
    "import urllib.error",
    "import urllib.request",
    "",
    "request = urllib.request.Request(",
    `    ${JSON.stringify(address)},`,
    ...(method === "GET" ? [] : [`    method=${JSON.stringify(method)},`]),
    `    headers=${literal(headersOf(call), python, "    ")},`,
    ...(sentFile === undefined ? [] : [`    data=open(${JSON.stringify(sentFile)}, "rb").read(),`]),
    ...(body === null || sentFile !== undefined
      ? []
      : [`    data=json.dumps(${literal(body, python, "    ")}).encode(),`]),
    ")",
    "try:",
    "    with urllib.request.urlopen(request) as response:",
    ...(answeredFile === undefined
      ? ["        print(json.load(response))"]
      : [
          `        with open(${JSON.stringify(answeredFile)}, "wb") as file:`,
          "            shutil.copyfileobj(response, file)",
        ]),
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
