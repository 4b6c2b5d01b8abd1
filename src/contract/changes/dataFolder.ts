import { z } from "zod";
import { success } from "../envelope.ts";
import { owner } from "../operation.ts";

/** What the files of the data folder are for. */
export const dataKinds = [
  "records",
  "history",
  "clicks",
  "pictures",
  "backups",
  "work",
  "desktop",
  "other",
] as const;

export type DataKind = (typeof dataKinds)[number];

const dataFolder = z.object({
  folder: z.string(),
  /** Bytes. */
  total: z.int().nonnegative(),
  /** Bytes that the disk has left; null: it does not say. */
  free: z.int().nonnegative().nullable(),
  /** Largest first; kinds without a file are left out. */
  kinds: z.array(
    z.object({
      kind: z.enum(dataKinds),
      files: z.int().positive(),
      size: z.int().nonnegative().meta({ description: "Bytes" }),
    }),
  ),
});

export type DataSizes = Omit<z.output<typeof dataFolder>, "folder">;

export const dataFolderOperations = {
  getDataFolder: owner.get("/api/data", {
    summary: "Show the disk usage of the data folder by kind of file.",
    response: success({ data: dataFolder }),
  }),
} as const;
