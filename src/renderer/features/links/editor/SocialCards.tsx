import { Box, Stack, Text } from "@mantine/core";
import IconPhoto from "@iconify-json/tabler/icons/photo";
import { useTranslation } from "react-i18next";
import { completeAddress } from "../../../../contract/fields/completeAddress.ts";
import { address } from "../../../../contract/fields/fields.ts";
import type { LinkDetails } from "../../../../contract/resources/links.ts";
import type { EditorPart } from "../../../ui/edit/RecordEditor.tsx";
import { useService } from "../../../app/client/queries.ts";
import { readableAddress } from "../../../ui/address/readableAddress.ts";
import type { LinkValues } from "./linkModel.ts";
import { NoPreview } from "./NoPreview.tsx";
import classes from "./LinkPreview.module.css";

/** How much of a text each shows, in characters. */
const lengths = {
  telegram: { title: 120, text: 170 },
  whatsapp: { title: 80, text: 60 },
  x: { title: 70, text: 0 },
} as const;
type Network = keyof typeof lengths;

const networks: readonly Network[] = ["telegram", "whatsapp", "x"];

/** The link as it looks where somebody shares it. */
export function SocialCards({ form, details }: EditorPart<LinkValues, LinkDetails>) {
  const { t } = useTranslation();
  const service = useService();
  const { values } = form;
  const own = values.domain || service.data?.shortBase || "";
  const target = completeAddress(values.url);
  const targetHost = address.safeParse(target).success ? new URL(target).host : "";
  if (!values.hasPreview)
    return (
      <NoPreview>
        <p>{t("linkEditor.targetsOwn")}</p>
        {targetHost !== "" && (
          <p className="soft">
            <bdi dir="ltr">{targetHost}</bdi>
            {details !== null && details.name === "" && details.title !== "" && (
              <>
                {": "}
                <bdi>{details.title}</bdi>
              </>
            )}
          </p>
        )}
      </NoPreview>
    );
  const host = own === "" ? "" : new URL(own).host;
  const title = values.metatitle || targetHost;
  const picture = completeAddress(values.metaimage);
  return (
    <>
      {networks.map((network) => (
        <figure key={network} className={classes.card} data-network={network}>
          <Box component="figcaption" mb={4} c="dimmed" fz={12}>
            {t(`linkEditor.networks.${network}`)}
          </Box>
          <div className={classes.body}>
            {address.safeParse(picture).success && (
              <Stack className={classes.picture} gap={4} align="center" justify="center">
                <IconPhoto size={20} aria-hidden="true" />
                <bdi dir="ltr">{readableAddress(picture)}</bdi>
              </Stack>
            )}
            <Stack
              gap={2}
              flex={1}
              miw={0}
              py="xs"
              px="sm"
              fz={13}
              style={{ overflowWrap: "anywhere" }}
            >
              {network === "telegram" && (
                <Text span inherit c="dimmed" fz={12}>
                  {host}
                </Text>
              )}
              <strong dir="auto">{cut(title, lengths[network].title)}</strong>
              {lengths[network].text > 0 && values.metadescription !== "" && (
                <span dir="auto">{cut(values.metadescription, lengths[network].text)}</span>
              )}
              {network !== "telegram" && (
                <Text span inherit c="dimmed" fz={12}>
                  {network === "x" ? t("linkEditor.fromHost", { host }) : host}
                </Text>
              )}
            </Stack>
          </div>
        </figure>
      ))}
      <p className="soft">{t("linkEditor.cardsHint")}</p>
    </>
  );
}

function cut(text: string, most: number): string {
  const letters = Array.from(text.trim());
  return letters.length <= most ? text.trim() : `${letters.slice(0, most - 1).join("")}…`;
}
