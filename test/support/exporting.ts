import { fromBuffer } from "yauzl";
import type { TestServer } from "./server.ts";

export interface Exported {
  readonly status: number;
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly text: string;
}

/** What an export answers: a file, or why there is none. */
export async function exported(server: TestServer, body: object): Promise<Exported> {
  const response = await fetch(`${server.baseUrl}/api/export`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const disposition = response.headers.get("content-disposition") ?? "";
  return {
    status: response.status,
    name: /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? "",
    type: response.headers.get("content-type") ?? "",
    bytes,
    text: bytes.toString("utf8"),
  };
}

/** The texts in a zip, as another program's reader has them. */
export async function unzipped(zip: Buffer): Promise<ReadonlyMap<string, string>> {
  const files = [...(await filesIn(zip))];
  return new Map(files.map(([name, content]) => [name, content.toString("utf8")]));
}

/** The files in a zip. */
export function filesIn(zip: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true }, (failure, file) => {
      if (failure !== null) return reject(failure);
      const files = new Map<string, Buffer>();
      file.on("error", reject);
      file.on("end", () => resolve(files));
      file.on("entry", (entry: { readonly fileName: string }) => {
        file.openReadStream(entry as never, (error, stream) => {
          if (error !== null) return reject(error);
          const pieces: Buffer[] = [];
          stream.on("data", (piece: Buffer) => pieces.push(piece));
          stream.on("error", reject);
          stream.on("end", () => {
            files.set(entry.fileName, Buffer.concat(pieces));
            file.readEntry();
          });
        });
      });
      file.readEntry();
    });
  });
}
