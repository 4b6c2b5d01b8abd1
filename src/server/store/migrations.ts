/** A document before its records are held against the schemas of today. */
export type RawDocument = Readonly<Record<string, readonly { readonly id: number }[]>>;

/** One step from a version of the document to the next. */
export type Migration = (document: RawDocument) => RawDocument;

/**
 * The first entry leads from version 1 to version 2, and so on. A published step is never changed:
 * folders that it has to bring forward exist.
 */
export const migrations: readonly Migration[] = [];

export function versionAfter(steps: readonly Migration[]): number {
  return steps.length + 1;
}

export function migrate(
  document: RawDocument,
  from: number,
  steps: readonly Migration[],
): RawDocument {
  return steps.slice(from - 1).reduce((current, step) => step(current), document);
}
