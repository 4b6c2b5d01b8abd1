import { Box, Button, Group, NativeSelect, Stack, Switch } from "@mantine/core";
import IconPrinter from "@iconify-json/tabler/icons/printer";
import { useQueries } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { BackLink } from "../../ui/navigation/BackLink.tsx";
import { FailureNotice } from "../../ui/messages/FailureNotice.tsx";
import { type QrDetails, qrModel } from "./qrModel.ts";
import { mostPrinted, useReachQuestion } from "./downloadPicture.tsx";
import { usePictureAddress } from "./qrPreview.ts";
import classes from "./PrintSheet.module.css";

/** Widths of the pictures in millimetres. */
const widths = [20, 30, 40, 60, 90] as const;

/** A sheet of paper to be cut, or one of labels: L7160, 21 of 63.5 by 38.1 mm. */
const papers = ["a4", "avery"] as const;
const averyWidth = 32;

const captions = ["caption", "name", "address", "none"] as const;
type Caption = (typeof captions)[number];

/** `#/qr/print?ids=1,2,3`: many codes with their captions, for the browser's own print. */
export function PrintSheetScreen() {
  const { t, format } = useI18n();
  const [params, setParams] = useSearchParams();
  const sheet = useRef<HTMLUListElement>(null);
  const ids = [
    ...new Set((params.get("ids") ?? "").split(",").filter((id) => /^[1-9]\d{0,14}$/.test(id))),
  ];
  const printed = ids.slice(0, mostPrinted).map(Number);
  const [chosenWidth, setWidth] = useState<number>(40);
  const [paper, setPaper] = useState<(typeof papers)[number]>("a4");
  const [hasMarks, setMarks] = useState(true);
  const width = paper === "avery" ? averyWidth : chosenWidth;
  const [caption, setCaption] = useState<Caption>("caption");
  const reach = useReachQuestion();
  const addressOf = usePictureAddress();
  const codes = useQueries({
    queries: printed.map((id) => ({
      queryKey: ["qr", "one", id],
      queryFn: ({ signal }: { signal: AbortSignal }) => qrModel.read(id, signal),
      retry: false,
    })),
    combine: (answers) => ({
      found: answers.flatMap(({ data }) => data ?? []),
      isLoading: answers.some(({ isPending }) => isPending),
      error: answers.find(({ error }) => error !== null)?.error ?? null,
      missing: answers.filter(({ isError }) => isError).length,
      again: () => void Promise.all(answers.map(async ({ refetch }) => refetch())),
    }),
  });
  const { found } = codes;
  const isAsked = params.get("now") === "true" && found.length > 0 && !codes.isLoading;
  useEffect(() => {
    if (!isAsked) return;
    setParams({ ids: found.map(({ id }) => id).join(",") }, { replace: true });
    const pictures = [...(sheet.current?.querySelectorAll("img") ?? [])];
    void Promise.allSettled(pictures.map(async (one) => one.decode())).then(() => window.print());
    // oxlint-disable-next-line react/exhaustive-deps -- once, when all codes are there
  }, [isAsked]);
  const small = found.filter(({ leastwidth }) => leastwidth > width);
  return (
    <Stack>
      <Stack className={classes.tools} gap="sm">
        <BackLink to="/qr">{t("qr.title")}</BackLink>
        <h1>{t("qr.sheet.title")}</h1>
        <Group gap="sm" align="flex-end">
          <NativeSelect
            label={t("qr.sheet.paper")}
            value={paper}
            data={papers.map((value) => ({ value, label: t(`qr.sheet.papers.${value}`) }))}
            onChange={(event) => setPaper(event.currentTarget.value === "avery" ? "avery" : "a4")}
          />
          <NativeSelect
            label={t("qr.sheet.width")}
            disabled={paper === "avery"}
            value={chosenWidth}
            onChange={(event) => setWidth(Number(event.currentTarget.value))}
          >
            {widths.map((one) => (
              <option key={one} value={one}>
                {t("qr.sheet.mm", { formatted: format.number(one) })}
              </option>
            ))}
          </NativeSelect>
          <NativeSelect
            label={t("qr.sheet.below")}
            value={caption}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              setCaption(captions.find((one) => one === chosen) ?? "caption");
            }}
          >
            {captions.map((one) => (
              <option key={one} value={one}>
                {t(`qr.sheet.captions.${one}`)}
              </option>
            ))}
          </NativeSelect>
          <Switch
            label={t("qr.sheet.marks")}
            checked={hasMarks && paper === "a4"}
            disabled={paper === "avery"}
            onChange={(event) => setMarks(event.currentTarget.checked)}
          />
          <Button
            variant="filled"
            disabled={found.length === 0 || codes.isLoading}
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
            onClick={() =>
              reach.ask(
                found.map(({ payload }) => payload),
                () => window.print(),
              )
            }
          >
            {t("qr.sheet.print")}
          </Button>
        </Group>
        <p role="status" className="soft">
          {codes.isLoading ? t("common.loading") : t("qr.count", format.counted(found.length))}
          {ids.length > printed.length &&
            ` ${t("qr.sheet.tooMany", { formatted: format.number(mostPrinted) })}`}
        </p>
        {small.length > 0 && (
          <Box
            role="alert"
            component="p"
            maw={640}
            py="xs"
            px="sm"
            bdrs="md"
            bg="var(--caution-wash)"
          >
            {t("qr.sheet.small", {
              ...format.counted(small.length),
              least: format.number(Math.max(...small.map(({ leastwidth }) => leastwidth))),
            })}
          </Box>
        )}
        {codes.error !== null && <FailureNotice error={codes.error} retry={codes.again} />}
      </Stack>
      <ul
        className={classes.sheet}
        ref={(list) => {
          sheet.current = list;
          list?.style.setProperty("--width", `${width}mm`);
        }}
        data-paper={paper}
        data-marks={(hasMarks && paper === "a4") || undefined}
        aria-label={t("qr.sheet.title")}
      >
        {found.map((code) => {
          const source = addressOf(code.link, 600);
          return (
            <li key={code.id} data-small={code.leastwidth > width || undefined}>
              {source !== null && <img src={source} alt={t("qr.pictureOf", { name: code.name })} />}
              {caption !== "none" && (
                <span dir="auto" className="anyScript">
                  {captionOf(code, caption)}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {reach.question}
    </Stack>
  );
}

function captionOf(code: QrDetails, caption: Exclude<Caption, "none">): string {
  switch (caption) {
    case "caption":
      return code.caption === "" ? code.name : code.caption;
    case "name":
      return code.name;
    case "address":
      return code.type === "link" && typeof code.data === "string"
        ? readableAddress(code.data)
        : code.payload;
  }
}
