import { type Fault, Invalid } from "../common/problems.ts";

const illFormed: Fault = {
  code: "characters",
  detail: "is ill-formed: its percent-encoding must be that of UTF-8 text",
};

/**
 * The names and values of a query in their order; refuses those whose escapes aren't text, which
 * `URLSearchParams` would take for U+FFFD.
 */
export function readQuery(text: string): (readonly [name: string, value: string])[] {
  const pairs = text
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const [name = "", ...values] = part.replaceAll("+", " ").split("=");
      return { name, decodedName: decoded(name), value: decoded(values.join("=")) };
    });
  const wrong = pairs.filter(({ decodedName, value }) => decodedName === null || value === null);
  if (wrong.length > 0) {
    throw new Invalid(
      Object.fromEntries(wrong.map(({ name, decodedName }) => [decodedName ?? name, illFormed])),
    );
  }
  return pairs.map(({ decodedName, value }) => [decodedName ?? "", value ?? ""]);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
