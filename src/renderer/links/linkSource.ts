import type { LinkListItem } from "../../contract/links.ts";
import { fetchLinks } from "../queries.ts";
import type { RecordSource } from "../list/recordSource.ts";

export const linkSource: RecordSource<LinkListItem> = {
  key: "links",
  page: fetchLinks,
};
