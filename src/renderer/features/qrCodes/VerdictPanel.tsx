import { Box, Button, Loader, Stack } from "@mantine/core";
import IconCheck from "@iconify-json/tabler/icons/check";
import IconX from "@iconify-json/tabler/icons/x";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { QrVerdict } from "../../../contract/resources/qrCodes.ts";
import { api } from "../../app/client/api.ts";
import { hexOf } from "../../ui/inputs/colours.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { BreakingAddress } from "../../ui/address/Address.tsx";
import { FailureNotice } from "../../ui/messages/FailureNotice.tsx";
import { leadsThroughUs, type QrValues } from "./qrModel.ts";
import type { QrPreview } from "./qrPreview.ts";
import classes from "./Qr.module.css";
import { Fact, FactList } from "../../ui/FactList.tsx";
import { Notice } from "../../ui/messages/Notice.tsx";
import { VerdictLine } from "./VerdictLine.tsx";

type Concern = QrVerdict["concerns"][number];
export type Repair = NonNullable<Concern["repair"]>;

/** Millimetres a module at least, for most telephones. */
const leastModule = 0.4;

/** What is to be said of the picture as it is drawn. */
export function VerdictPanel({
  values,
  preview,
  repair,
}: {
  readonly values: QrValues;
  readonly preview: QrPreview;
  readonly repair: (repair: Repair) => void;
}) {
  const { t, format } = useI18n();
  const { verdict, error, retry } = preview;
  if (error !== null) return <FailureNotice error={error} retry={retry} />;
  if (verdict === undefined) return <p className="soft">{t("qr.verdict.nothing")}</p>;
  const { scans, concerns, contrast, leastwidth, modules } = verdict;
  const warns = scans && concerns.length > 0;
  return (
    <Stack className={classes.verdict} gap="sm" aria-busy={!preview.isFresh}>
      <VerdictLine
        level={scans ? (warns ? "warns" : "ok") : "no"}
        icon={
          !preview.isFresh ? (
            <Loader size={16} aria-hidden="true" />
          ) : scans ? (
            <IconCheck size={18} aria-hidden="true" />
          ) : (
            <IconX size={18} aria-hidden="true" />
          )
        }
        note={t("qr.verdict.how")}
      >
        <strong>{t(scans ? "qr.verdict.scans" : "qr.verdict.scansNot")}</strong>
      </VerdictLine>
      {concerns.map((concern) => (
        <ConcernNote key={concern.code} concern={concern} isFatal={!scans} repair={repair} />
      ))}
      <FactList>
        <Fact name={t("qr.verdict.contrast")}>
          {/* One ratio, in the reader's digits, the same way round in both directions. */}
          <bdi dir="ltr">{`${format.number(contrast)}:${format.number(1)}`}</bdi>
        </Fact>
        <Fact name={t("qr.verdict.printed")}>
          {t("qr.verdict.least", { formatted: format.number(leastwidth) })}
          <Box component="span" className="soft" display="block" fz={12} fw={400}>
            {t("qr.verdict.module", {
              size: format.number(leastModule),
              modules: format.number(modules),
            })}
          </Box>
        </Fact>
        <Fact name={t(leadsThroughUs(values) ? "qr.verdict.leads" : "qr.verdict.holds")}>
          <Reading values={values} verdict={verdict} />
        </Fact>
        {values.existing !== null && values.existing.dynamic && (
          <Fact name={t("qr.scans")}>{format.number(values.existing.scans)}</Fact>
        )}
      </FactList>
    </Stack>
  );
}

function ConcernNote({
  concern: { code, repair: mend },
  isFatal,
  repair,
}: {
  readonly concern: Concern;
  readonly isFatal: boolean;
  readonly repair: (repair: Repair) => void;
}) {
  const { t, format } = useI18n();
  return (
    <Notice kind={isFatal ? "danger" : "caution"}>
      <Stack gap="xs" align="flex-start">
        <p>{t(`qr.concerns.${code}`)}</p>
        {mend !== null && (
          <Button size="xs" onClick={() => repair(mend)}>
            {mend.logosize !== undefined
              ? t("qr.repairs.logo", { formatted: format.number(mend.logosize) })
              : mend.correction !== undefined
                ? t("qr.repairs.correction")
                : code === "inverted"
                  ? t("qr.repairs.swap")
                  : t("qr.repairs.colours")}
          </Button>
        )}
      </Stack>
    </Notice>
  );
}

/** The form's values after a repair. */
export function repaired(repair: Repair): Partial<QrValues> {
  const { foreground, background, logosize, correction } = repair;
  return {
    ...(foreground !== undefined && { foreground: hexOf(foreground) ?? foreground }),
    ...(background !== undefined && { background: hexOf(background) ?? background }),
    ...(logosize !== undefined && { logosize }),
    ...(correction !== undefined && { correction: "" as const }),
  };
}

/** What a scan reads, and where that leads. */
function Reading({ values, verdict }: { readonly values: QrValues; readonly verdict: QrVerdict }) {
  const { t } = useTranslation();
  const isOurs = leadsThroughUs(values);
  return (
    <>
      {isOurs && values.type === "link" && (
        <bdi dir="ltr" className={classes.payload}>
          <BreakingAddress of={readableAddress(values.link)} />
        </bdi>
      )}
      {isOurs ? (
        <>
          <Box component="span" className="soft" display="block" fz={12} fw={400}>
            {values.existing === null
              ? t("qr.verdict.notYet")
              : t("qr.verdict.through", {
                  address: `\u2066${readableAddress(verdict.payload)}\u2069`,
                })}
          </Box>
          <Proved />
        </>
      ) : (
        <bdi dir="auto" className={classes.payload}>
          <BreakingAddress of={verdict.payload} />
        </bdi>
      )}
    </>
  );
}

/** When the public address was last seen to lead here. */
function Proved() {
  const { t, format } = useI18n();
  const { data } = useQuery({
    queryKey: ["reach"],
    queryFn: async ({ signal }) => (await api.call("getReach", {}, signal)).data,
    staleTime: 30_000,
  });
  if (data === undefined || data.state === "local") return null;
  return (
    <Box component="span" className="soft" display="block" fz={12} fw={400}>
      {data.state === "reachable" && data.provedAt !== null
        ? t("qr.verdict.verified", { at: format.moment(data.provedAt) })
        : data.state === "unreachable" || data.state === "paused"
          ? t("qr.verdict.unreachable")
          : t("qr.verdict.unverified")}
    </Box>
  );
}
