import type { OpenApiDocument } from "../../../src/server/api/openApi.ts";

export type DocumentedOperation = OpenApiDocument["paths"][string][string];

export interface DocumentedCall {
  readonly method: string;
  readonly path: string;
  readonly operation: DocumentedOperation;
}

/** Every operation of a document with its place. */
export function documented({ paths }: Pick<OpenApiDocument, "paths">): DocumentedCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}
