import type { TFunction } from "i18next";
import type { RecordKind } from "../../../contract/records.ts";

const fieldNames = [
  "url",
  "longurl",
  "alias",
  "custom",
  "short",
  "name",
  "title",
  "metatitle",
  "metadescription",
  "metaimage",
  "description",
  "password",
  "expiry",
  "geotarget",
  "devicetarget",
  "languagetarget",
  "pixels",
  "channel",
  "channels",
  "campaign",
  "deeplink",
  "status",
  "parameters",
  "domain",
  "type",
  "tags",
  "archived",
  "source",
  "earlierclicks",
  "date",
  "created",
  "clicks",
  "color",
  "starred",
  "slug",
  "public",
  "links",
  "message",
  "data",
  "value",
  "query",
  "kind",
  "ids",
] as const;

/** Of records that are no links. */
const otherNames = [
  "avatar",
  "background",
  "banner",
  "bots",
  "button",
  "caption",
  "correction",
  "delay",
  "description",
  "dynamic",
  "email",
  "expires",
  "fields",
  "foreground",
  "format",
  "label",
  "link",
  "logo",
  "logosize",
  "position",
  "read",
  "redirect404",
  "redirectroot",
  "status",
  "tag",
  "thanks",
  "type",
  "username",
] as const;

/** A field of a record as the window calls it; undefined: it has no word for it. */
export function fieldText(kind: RecordKind, field: string, t: TFunction): string | undefined {
  // A link is known by its address, whatever else by its name.
  if (field === "name" && kind !== "links") return t("trash.name");
  if (kind === "bio" && field === "status") return t("history.fields.searchEngines");
  const other = kind === "links" ? undefined : otherNames.find((name) => name === field);
  if (other !== undefined) return t(`history.fields.${other}`);
  const known = fieldNames.find((name) => name === field);
  return known === undefined ? undefined : t(`fields.${known}`);
}
