import { Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { LinkDetails } from "../../../../contract/resources/links.ts";
import { api } from "../../../app/client/api.ts";
import type { EditorPart } from "../../../ui/edit/RecordEditor.tsx";
import { Address } from "../../../ui/address/Address.tsx";
import { FailureNotice } from "../../../ui/messages/FailureNotice.tsx";
import { useBase } from "./AddressFields.tsx";
import { isAlias, type LinkValues } from "./linkModel.ts";
import classes from "./LinkPreview.module.css";

/** The short address as a picture; what is printed stays as long as the address does. */
export function LinkQrPreview({ form, details }: EditorPart<LinkValues, LinkDetails>) {
  const { t } = useTranslation();
  const base = useBase(form, details);
  const alias = form.values.custom.trim();
  const address =
    base === undefined || alias === "" || !isAlias(alias)
      ? null
      : `${base}/${encodeURIComponent(alias)}`;
  const [debounced] = useDebouncedValue(address, 250);
  const picture = useQuery({
    queryKey: ["qr", "ofAddress", debounced],
    queryFn: async ({ signal }) =>
      (await api.call("previewQrCode", { body: { type: "text", data: debounced ?? "" } }, signal))
        .data.svg,
    enabled: debounced !== null,
    placeholderData: keepPreviousData,
  });
  if (address === null) return <p className="soft">{t("linkEditor.qrLater")}</p>;
  if (picture.isError) return <FailureNotice error={picture.error} />;
  return (
    <Stack className={classes.qr} gap="sm" align="center" style={{ overflowWrap: "anywhere" }}>
      {picture.data !== undefined && (
        <img
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.data)}`}
          alt={t("linkEditor.qrOf", { address })}
          width={240}
          height={240}
        />
      )}
      <Address of={address} />
    </Stack>
  );
}
