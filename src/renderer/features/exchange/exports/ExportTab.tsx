import { Button, Group, NativeSelect, SimpleGrid, Stack, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useSearchParams } from "react-router";
import { api } from "../../../app/client/api.ts";
import type { DownloadedFile } from "../../../app/client/client.ts";
import { Choices } from "../../../ui/inputs/Choices.tsx";
import { DayInput } from "../../../ui/inputs/DayInput.tsx";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { sizeText } from "../../../i18n/format.ts";
import { filterIn, hasFilter, selectOf } from "../../links/linkSearch.ts";
import { FilterWords } from "../../links/FilterWords.tsx";
import { FailureNotice, Pending } from "../../../ui/messages/FailureNotice.tsx";
import { ToastPlace } from "../../../ui/messages/Toaster.tsx";
import { toast } from "../../../ui/messages/toasts.tsx";
import { saveFile } from "../download.ts";
import classes from "../Exchange.module.css";
import { Panel } from "../Panel.tsx";
import { largeFile } from "../imports/Upload.tsx";
import {
  type ClickFormat,
  clickFormats,
  type LinkFormat,
  linkFormats,
} from "../../../../contract/changes/exports.ts";

/** `zip`: everything in one file. */
type ExportFormat = LinkFormat | ClickFormat | "zip";

interface Group {
  readonly title: "tables" | "products" | "wayOut" | "clicks" | "everything";
  readonly formats: readonly ExportFormat[];
}

/** What can be taken along, and in which forms. */
const exportGroups = [
  { title: "tables", formats: ["csv", "json", "bookmarks"] },
  { title: "products", formats: ["shlink", "shlink-json", "yourls"] },
  { title: "wayOut", formats: ["netlify", "nginx", "caddy", "apache", "html"] },
  { title: "clicks", formats: clickFormats },
  { title: "everything", formats: ["zip"] },
] as const satisfies readonly Group[];

/** Forms in which a spreadsheet wants to be told how letters are written. */
function hasMark(format: ExportFormat): boolean {
  return format === "csv" || format === "clicks-csv";
}

function isLinkFormat(format: ExportFormat): format is LinkFormat {
  return linkFormats.some((one) => one === format);
}

type Scope = "all" | "filter" | "ids";

/** Taking links, clicks or everything along: which, in which form, and what can't come. */
export function ExportTab() {
  const { t, format } = useI18n();
  const [params] = useSearchParams();
  const ids = useChosenIds();
  const filter = filterIn(params);
  const q = params.get("q") ?? "";
  const scopes: readonly Scope[] = [
    ...(ids.length > 0 ? (["ids"] as const) : []),
    ...(hasFilter(filter) || q !== "" ? (["filter"] as const) : []),
    "all",
  ];
  const [scope, setScope] = useState<Scope>(scopes[0] ?? "all");
  const [chosen, setChosen] = useState<ExportFormat>("csv");
  const [hasBom, setBom] = useState(true);
  const [hasClicks, setClicks] = useState(false);
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const links = isLinkFormat(chosen) ? chosen : null;
  const select =
    scope === "ids"
      ? { ids: [...ids] }
      : scope === "filter"
        ? { filter: selectOf({ q, filter }) }
        : { all: true as const };
  const preview = useQuery({
    queryKey: ["exportPreview", chosen, select],
    queryFn: async ({ signal }) =>
      api.call("previewExport", { body: { format: links ?? "csv", select } }, signal),
    enabled: links !== null,
  });
  const { isBusy, bytes, failure, take, stop } = useDownload();
  const scopeHeading = useId();
  const start = () =>
    void take(async (signal, heard) =>
      chosen === "zip"
        ? api.download("exportEverything", { body: { clicks: hasClicks } }, signal, heard)
        : api.download(
            "exportFile",
            {
              body: {
                what: links === null ? "clicks" : "links",
                format: chosen,
                select,
                ...(hasMark(chosen) ? { bom: hasBom } : {}),
                ...(links === null && from !== "" ? { from } : {}),
                ...(links === null && to !== "" ? { to: `${to} 23:59:59` } : {}),
              },
            },
            signal,
            heard,
          ),
    );
  return (
    <Stack gap={16} maw={880}>
      <p className="soft">{t("export.text")}</p>
      {chosen !== "zip" && (
        <Panel title={t("export.which")} heading={scopeHeading}>
          {scopes.length === 1 ? (
            <p>{t("export.scope.all")}</p>
          ) : (
            <Choices
              labelledBy={scopeHeading}
              value={scope}
              options={scopes.map((value) => ({
                value,
                label:
                  value === "ids"
                    ? t("export.scope.ids", format.counted(ids.length))
                    : t(`export.scope.${value}`),
                hint: value === "filter" ? <FilterWords q={q} filter={filter} /> : "",
              }))}
              choose={setScope}
            />
          )}
        </Panel>
      )}
      {exportGroups.map((group) => (
        <FormatGroup key={group.title} group={group} chosen={chosen} choose={setChosen} />
      ))}
      {links !== null && (
        <section className={classes.panel} aria-label={t("export.leftTitle")} role="status">
          <h2>{t("export.leftTitle")}</h2>
          {preview.isError || preview.data === undefined ? (
            <Pending of={preview} />
          ) : preview.data.links === 0 ? (
            <p>{t("export.none")}</p>
          ) : preview.data.left.length === 0 ? (
            <p>{t("export.nothingLeft", format.counted(preview.data.links))}</p>
          ) : (
            <>
              <p>{t("export.comes", format.counted(preview.data.links))}</p>
              <ul className="points">
                {preview.data.left.map((left) => (
                  <li key={left.what}>
                    {t("export.left", {
                      what: t(`export.whats.${left.what}`),
                      ...format.counted(left.links),
                    })}
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
      )}
      {links === null && chosen !== "zip" && (
        <SimpleGrid minColWidth={200} spacing={16} verticalSpacing={12}>
          <DayInput label={t("history.from")} value={from} onChange={setFrom} />
          <DayInput label={t("history.to")} value={to} onChange={setTo} />
        </SimpleGrid>
      )}
      {hasMark(chosen) && (
        <NativeSelect
          maw={400}
          label={t("export.bom")}
          value={hasBom ? "yes" : "no"}
          onChange={(event) => setBom(event.currentTarget.value === "yes")}
        >
          <option value="yes">{t("export.bomYes")}</option>
          <option value="no">{t("export.bomNo")}</option>
        </NativeSelect>
      )}
      {chosen === "zip" && (
        <Switch
          checked={hasClicks}
          onChange={(event) => setClicks(event.currentTarget.checked)}
          label={t("export.withClicks")}
          description={t("export.withClicksHint")}
        />
      )}
      {failure !== null && <FailureNotice error={failure} retry={start} />}
      <Group className={classes.foot} gap="8px 16px" justify="space-between">
        <ToastPlace isOver />
        <span role="status" className="soft">
          {isBusy && t("export.busy")}
        </span>
        {/* Not read out: it is another with each megabyte. */}
        {isBusy && bytes >= largeFile && <span className="soft">{sizeText(bytes, t, format)}</span>}
        <Group gap={8}>
          {isBusy && <Button onClick={stop}>{t("common.cancel")}</Button>}
          <Button variant="filled" loading={isBusy} onClick={start}>
            {t("export.download")}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

function FormatGroup({
  group,
  chosen,
  choose,
}: {
  readonly group: (typeof exportGroups)[number];
  readonly chosen: ExportFormat;
  readonly choose: (format: ExportFormat) => void;
}) {
  const { t } = useTranslation();
  const heading = useId();
  const formats: readonly ExportFormat[] = group.formats;
  return (
    <Panel title={t(`export.groups.${group.title}`)} heading={heading}>
      {group.title === "wayOut" && <p className="soft">{t("export.wayOutText")}</p>}
      <Choices
        labelledBy={heading}
        name="export-format"
        isGrid
        value={chosen}
        options={formats.map((value) => ({
          value,
          label: t(`export.formats.${value}`),
          hint: t(`export.about.${value}`),
        }))}
        choose={choose}
      />
    </Panel>
  );
}

/** Links that were chosen in the list come along with the way here. */
function useChosenIds(): readonly number[] {
  const { state }: { state: unknown } = useLocation();
  if (typeof state !== "object" || state === null || !("ids" in state)) return [];
  return Array.isArray(state.ids) ? state.ids.filter((id) => typeof id === "number") : [];
}

function useDownload() {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [bytes, setBytes] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  const under = useRef<AbortController | null>(null);
  return {
    isBusy,
    bytes,
    failure,
    stop: () => under.current?.abort(),
    take: async (
      fetchFile: (
        signal: AbortSignal,
        onProgress: (piece: Uint8Array) => void,
      ) => Promise<DownloadedFile>,
    ) => {
      under.current = new AbortController();
      setBusy(true);
      setBytes(0);
      let came = 0;
      const onProgress = (piece: Uint8Array) => {
        came += piece.byteLength;
        // By whole megabytes: pieces are many.
        setBytes(came - (came % 1_000_000));
      };
      setFailure(null);
      try {
        const file = await fetchFile(under.current.signal, onProgress);
        saveFile(file);
        toast({ text: t("export.saved", { name: `\u2068${file.name}\u2069` }) });
      } catch (error) {
        if (!under.current.signal.aborted) setFailure(error);
      } finally {
        setBusy(false);
      }
    },
  };
}
