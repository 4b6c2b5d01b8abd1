import { NativeSelect, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import IconCheck from "@iconify-json/tabler/icons/check";
import { useTranslation } from "react-i18next";
import type { LinkDetails } from "../../../../contract/resources/links.ts";
import { api } from "../../../app/client/api.ts";
import type { RecordForm } from "../../../ui/edit/useRecordForm.ts";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { useDomains } from "../../../app/client/namedRecords.ts";
import { useService } from "../../../app/client/queries.ts";
import { addressInSentence, readableAddress } from "../../../ui/address/readableAddress.ts";
import classes from "./LinkEditor.module.css";
import { isAlias, type LinkValues } from "./linkModel.ts";
import { TextField } from "../../../ui/edit/formFields.tsx";

type Form = RecordForm<LinkValues>;

/** The base of the short address that the form would make. */
export function useBase(form: Form, link: LinkDetails | null): string | undefined {
  const service = useService();
  return form.values.domain || link?.domain || service.data?.shortBase;
}

/** The short address: on which domain, and under which name. */
export function AddressFields({
  form,
  link,
}: {
  readonly form: Form;
  readonly link: LinkDetails | null;
}) {
  const { t } = useTranslation();
  const { custom, domain } = form.values;
  const service = useService();
  const own = service.data?.shortBase ?? "";
  const domains = (useDomains().data ?? []).map((one) => one.domain);
  const base = useBase(form, link);
  const name = useAliasState(custom, domain, link);
  const isFree = name.data?.state === "free";
  const aliasFault = useAliasFault(name.data);
  const fault = form.fault("custom") ?? aliasFault;
  return (
    <div>
      <div className={classes.address}>
        <div>
          {domains.length === 0 ? (
            <Stack className={classes.base} gap={0} style={{ overflowWrap: "anywhere" }}>
              <span className={classes.baseLabel}>{t("linkEditor.address")}</span>
              <bdi dir="ltr">{base === undefined ? "…" : readableAddress(base)}/</bdi>
            </Stack>
          ) : (
            <NativeSelect
              label={t("linkEditor.domain")}
              dir="ltr"
              value={domain || own}
              error={form.fault("domain")}
              onChange={(event) => form.set("domain", event.currentTarget.value)}
            >
              {[...new Set([own, ...domains, ...(domain === "" ? [] : [domain])])].map((one) => (
                <option key={one} value={one}>
                  {readableAddress(one)}/
                </option>
              ))}
            </NativeSelect>
          )}
        </div>
        <TextField
          form={form}
          name="custom"
          writes="code"
          label={t("linkEditor.custom")}
          placeholder={link === null ? t("linkEditor.random") : link.alias}
          error={fault}
          rightSection={
            isFree && fault === undefined && custom.trim() !== link?.alias ? (
              <IconCheck size={16} color="var(--good)" aria-hidden="true" />
            ) : null
          }
        />
      </div>
      <Text
        inherit
        role="status"
        mt={4}
        fz={12}
        c={name.data?.former == null ? "dimmed" : "var(--caution)"}
      >
        <Standing name={name.data} isTyped={custom.trim() !== (link?.alias ?? "")} />
      </Text>
      {link === null && custom === "" && (
        <Text inherit fz={12} c="dimmed">
          {t("linkEditor.customNew")}
        </Text>
      )}
    </div>
  );
}

type AliasState = Awaited<ReturnType<typeof readAliasState>>;

/** Of a name that nobody has: that it is free, and where it led when another link had it. */
function Standing({
  name,
  isTyped,
}: {
  readonly name: AliasState | undefined;
  readonly isTyped: boolean;
}) {
  const { t, format } = useI18n();
  if (name === undefined || name.state !== "free" || !isTyped) return null;
  const { alias, former } = name;
  if (former === null) return <>{t("linkEditor.free")}</>;
  return (
    <>
      {t("linkEditor.former", {
        alias: `\u2068${alias}\u2069`,
        address: addressInSentence(former.longurl),
        until: format.day(former.until),
      })}
    </>
  );
}

function useAliasFault(name: AliasState | undefined): string | undefined {
  const { t } = useTranslation();
  if (name?.state === "reserved") return t("faults.reserved");
  if (name?.state !== "taken") return undefined;
  if (name.link === null) return t("faults.taken");
  return `${t("faults.taken")} ${t("linkEditor.takenBy", { address: addressInSentence(name.link.longurl) })}`;
}

/** What a name would be for the link, asked while it is typed. */
function useAliasState(typed: string, domain: string, link: LinkDetails | null) {
  const [debounced] = useDebouncedValue(typed.trim(), 200);
  return useQuery({
    queryKey: ["alias", debounced, domain, link?.id],
    queryFn: ({ signal }) => readAliasState(debounced, domain, link?.id, signal),
    enabled:
      debounced !== "" &&
      isAlias(debounced) &&
      debounced === typed.trim() &&
      debounced !== link?.alias,
    staleTime: 0,
  });
}

async function readAliasState(
  alias: string,
  domain: string,
  id: number | undefined,
  signal: AbortSignal,
) {
  const query = {
    alias,
    ...(domain === "" ? {} : { domain }),
    ...(id === undefined ? {} : { link: id }),
  };
  return (await api.call("checkAlias", { query }, signal)).alias;
}
