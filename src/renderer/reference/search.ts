import { fieldsOf } from "./schemaFields.ts";
import type { Reference, ReferenceOperation } from "./document.ts";

/** What each operation can be found by: every word must occur in its texts, path or field names. */
export function createSearch(
  reference: Reference,
  translate: (text: string) => string,
): (typed: string) => readonly ReferenceOperation[] {
  const haystacks = reference.operations.map((operation) => {
    const { id, method, path, tag, summary, parameters, body } = operation;
    const names = [
      ...parameters.map(({ name }) => name),
      ...(body === null ? [] : fieldsOf(body, reference).map(({ name }) => name)),
    ];
    const texts = [id, method, path, tag, summary, translate(tag), translate(summary), ...names];
    return { operation, text: texts.join("\n").toLowerCase() };
  });
  return (typed) => {
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    return haystacks
      .filter(({ text }) => words.every((word) => text.includes(word)))
      .map(({ operation }) => operation);
  };
}
