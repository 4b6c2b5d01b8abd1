import { Box, Button, Group, Stack } from "@mantine/core";
import IconCheck from "@iconify-json/tabler/icons/check";
import IconX from "@iconify-json/tabler/icons/x";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { completeAddress } from "../../../contract/fields/completeAddress.ts";
import type { DomainCheck, ShownDomain } from "../../../contract/resources/domains.ts";
import { api } from "../../app/client/api.ts";
import type { EditorPart } from "../../ui/edit/RecordEditor.tsx";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { useMinute, useService } from "../../app/client/queries.ts";
import { isLocalAddress } from "../../ui/address/readableAddress.ts";
import { CopyButton } from "../../ui/address/CopyButton.tsx";
import { checkDomains, type DomainValues } from "./domainModel.ts";
import { problemText } from "./domainState.ts";
import classes from "./Domains.module.css";
import { useBusy } from "../../ui/messages/useBusy.ts";
import { Fact, FactList } from "../../ui/FactList.tsx";

/** What has to be set where so that a domain leads here, each with what was found of it. */
export function DomainSteps({ form, details }: EditorPart<DomainValues, ShownDomain>) {
  const { t } = useTranslation();
  const service = useService().data;
  const reach = useQuery({
    queryKey: ["reach"],
    queryFn: async ({ signal }) => (await api.call("getReach", {}, signal)).data,
  }).data;
  const url = URL.parse(completeAddress(form.values.domain));
  const checked = details?.checked ?? null;
  const base = reach === undefined ? null : new URL(reach.address);
  const host = url?.hostname ?? t("domains.yourName");
  return (
    <Stack fz={13}>
      {base !== null && isLocalAddress(base.href) && (
        <Box component="p" py="xs" px="sm" bdrs="md" bg="var(--caution-wash)" c="var(--caution)">
          {t("domains.noPublic")} <Link to="/public">{t("domains.goPublic")}</Link>
        </Box>
      )}
      <Step
        title={t("domains.steps.name")}
        checked={checked}
        isGood={(one) => one.addresses.length > 0}
        good={t("domains.leadsTo", { addresses: checked?.addresses.join(", ") })}
        bad={t("domains.problems.noName")}
      >
        <p>{t("domains.steps.nameText")}</p>
        <Record host={host} base={base} />
      </Step>
      <Step
        title={t("domains.steps.way")}
        checked={checked}
        isGood={({ points }) => points}
        good={t("domains.points")}
        bad={checked === null ? "" : (problemText(checked, t) ?? "")}
      >
        <p>{t("domains.steps.wayText", { host })}</p>
        <Line text={service?.publicUrl ?? service?.baseUrl ?? "…"} />
        <p>{t("domains.steps.wayHost")}</p>
      </Step>
      {url?.protocol !== "http:" && (
        <Step
          title={t("domains.steps.certificate")}
          checked={checked}
          isGood={({ points }) => points}
          good={t("domains.certified")}
          bad={t("domains.uncertified")}
        >
          <p>{t("domains.steps.certificateText")}</p>
        </Step>
      )}
      <CheckResult details={details} />
    </Stack>
  );
}

function Step({
  title,
  checked,
  isGood,
  good,
  bad,
  children,
}: {
  readonly title: string;
  readonly checked: DomainCheck | null;
  readonly isGood: (checked: DomainCheck) => boolean;
  readonly good: string;
  readonly bad: string;
  readonly children: ReactNode;
}) {
  return (
    <Stack className={classes.step} component="section" gap={6}>
      <h3>{title}</h3>
      {children}
      {checked !== null && (
        <p className={classes.found} data-good={isGood(checked)}>
          {isGood(checked) ? (
            <IconCheck size={14} aria-hidden="true" />
          ) : (
            <IconX size={14} aria-hidden="true" />
          )}
          <span>{isGood(checked) ? good : bad}</span>
        </p>
      )}
    </Stack>
  );
}

/** A name below a domain has an alias of the public one; a domain itself takes no CNAME. */
function Record({ host, base }: { readonly host: string; readonly base: URL | null }) {
  const { t } = useTranslation();
  const labels = host.split(".");
  const isApex = labels.length <= 2;
  const isKnown = base !== null && !isLocalAddress(base.href);
  const isNumeric = isKnown && /^[\d.]+$|^\[/.test(base.hostname);
  const rows = [
    [t("domains.record.type"), isNumeric ? "A" : isApex ? "ALIAS" : "CNAME"],
    [t("domains.record.name"), isApex ? "@" : labels.slice(0, -2).join(".")],
    [t("domains.record.value"), isKnown ? base.hostname : t("domains.record.later")],
  ] as const;
  return (
    <>
      <FactList>
        {rows.map(([name, value]) => (
          <Fact key={name} name={name}>
            <bdi dir="ltr">{value}</bdi>
          </Fact>
        ))}
      </FactList>
      {isApex && !isNumeric && <p>{t("domains.record.apex")}</p>}
    </>
  );
}

function Line({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  return (
    <Group className={classes.line} component="p" gap={4} wrap="nowrap">
      <code dir="ltr">{text}</code>
      <CopyButton text={text} label={t("common.copyNamed", { name: text })} />
    </Group>
  );
}

function CheckResult({ details }: { readonly details: ShownDomain | null }) {
  const { t, format } = useI18n();
  const now = useMinute();
  const { isBusy, during } = useBusy();
  if (details === null) return <p className="soft">{t("domains.askedWhenSaved")}</p>;
  const run = () => during(() => checkDomains([details.id]));
  return (
    <Group gap="8px 12px">
      <Button size="xs" loading={isBusy} onClick={() => void run()}>
        {t("domains.checkNow")}
      </Button>
      <span className="soft" role="status">
        {details.checked === null
          ? t("domains.unasked")
          : t("domains.checked", { ago: format.ago(details.checked.date, now) })}
        {details.checked?.inside === true && ` ${t("domains.inside")}`}
      </span>
    </Group>
  );
}
