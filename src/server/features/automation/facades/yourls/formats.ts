import type { FacadeAnswer } from "../facade.ts";

/** Values as YOURLS has them: it counts and dates in texts. */
export interface YourlsFields {
  readonly [name: string]: string | number | YourlsFields;
}

/** What an action comes to. */
export interface YourlsResult {
  readonly status: number;
  readonly fields: YourlsFields;
  /** All that is answered in the format `simple`. */
  readonly simple: string;
}

/** As PHP writes it: slashes and all but ASCII are escaped. */
function phpJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("/", String.raw`\/`)
    .replaceAll(
      /[\u0080-\uffff]/g,
      (unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, "0"),
    );
}

function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

function element(name: string, value: YourlsFields[string]): string {
  const inner =
    typeof value === "object"
      ? Object.entries(value)
          .map(([key, one]) => element(key, one))
          .join("")
      : escaped(String(value));
  return inner === "" ? `<${name}/>` : `<${name}>${inner}</${name}>`;
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A name that a page's script can have. */
export function isCallback(name: string): boolean {
  return /^[\w$.]{1,100}$/.test(name);
}

/** In the format that was asked for; one that YOURLS doesn't know is `simple`. */
export function formatted(
  { status, fields, simple }: YourlsResult,
  format: string,
  callback: string,
): FacadeAnswer {
  const all = callback === "" ? fields : { ...fields, callback };
  switch (format) {
    case "jsonp":
      return {
        status,
        type: "application/javascript; charset=UTF-8",
        text: `${callback}(${phpJson(all)})`,
        // It is there for pages of other sites, which need a key like anybody else.
        headers: { "Cross-Origin-Resource-Policy": "cross-origin" },
      };
    case "json":
      return { status, type: "application/json; charset=UTF-8", text: phpJson(all) };
    case "xml":
      return {
        status,
        type: "application/xml; charset=UTF-8",
        text: `${xmlHead}${element("root", all)}\n`,
      };
    default:
      return { status, type: "text/plain; charset=UTF-8", text: simple };
  }
}
