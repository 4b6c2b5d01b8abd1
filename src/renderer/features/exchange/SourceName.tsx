import { copyService } from "../../../contract/server/edgeBrowsers.ts";
import { useTranslation } from "react-i18next";
import type { LinkDetails } from "../../../contract/resources/links.ts";
import { formatNamed } from "./imports/imports.ts";

/** What brought a link along, as its makers call it; its number there says nothing to a reader. */
export function SourceName({ source }: { readonly source: NonNullable<LinkDetails["source"]> }) {
  const { t } = useTranslation();
  if (source.service === copyService) return t("edge.title");
  const known = formatNamed(source.service);
  return <bdi>{known === null ? source.service : t(`formats.${known}`)}</bdi>;
}
