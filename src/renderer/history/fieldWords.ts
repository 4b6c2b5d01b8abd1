import type { TFunction } from "i18next";
import type { RecordKind } from "../../contract/records.ts";

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

/** A field of a record as the window calls it; undefined: it has no word for it. */
export function fieldText(kind: RecordKind, field: string, t: TFunction): string | undefined {
  // A link is known by its address, whatever else by its name.
  if (field === "name" && kind !== "links") return t("trash.name");
  const known = fieldNames.find((name) => name === field);
  return known === undefined ? undefined : t(`fields.${known}`);
}
