import { Button, NativeSelect } from "@mantine/core";
import IconPrinter from "@iconify-json/tabler/icons/printer";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { BackLink } from "../../ui/navigation/BackLink.tsx";
import { FailureNotice } from "../../ui/messages/FailureNotice.tsx";
import { type QrDetails, qrModel } from "./qrModel.ts";
import { mostPrinted, useReachQuestion } from "./downloadPicture.tsx";
import { usePictureAddress } from "./qrPreview.ts";
import classes from "./PrintSheet.module.css";

/** Widths of the pictures in millimetres. */
const widths = [20, 30, 40, 50, 60, 80] as const;

const captions = ["caption", "name", "address", "none"] as const;
type Caption = (typeof captions)[number];

/** `#/qr/print?ids=1,2,3`: many codes with their captions, for the browser's own print. */
export function PrintSheetScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const [params] = useSearchParams();
  const ids = [
    ...new Set((params.get("ids") ?? "").split(",").filter((id) => /^[1-9]\d{0,14}$/.test(id))),
  ];
  const printed = ids.slice(0, mostPrinted).map(Number);
  const [width, setWidth] = useState<number>(40);
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
  const small = found.filter(({ leastwidth }) => leastwidth > width);
  return (
    <div className={classes.screen}>
      <div className={classes.tools}>
        <BackLink to="/qr">{t("qr.title")}</BackLink>
        <h1>{t("qr.sheet.title")}</h1>
        <div className={classes.choices}>
          <NativeSelect
            label={t("qr.sheet.width")}
            value={width}
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
        </div>
        <p role="status" className="soft">
          {codes.isLoading
            ? t("common.loading")
            : t("qr.count", { count: found.length, formatted: format.number(found.length) })}
          {ids.length > printed.length &&
            ` ${t("qr.sheet.tooMany", { formatted: format.number(mostPrinted) })}`}
        </p>
        {small.length > 0 && (
          <p role="alert" className={classes.small}>
            {t("qr.sheet.small", {
              count: small.length,
              formatted: format.number(small.length),
              least: format.number(Math.max(...small.map(({ leastwidth }) => leastwidth))),
            })}
          </p>
        )}
        {codes.error !== null && <FailureNotice error={codes.error} retry={codes.again} />}
      </div>
      <ul
        className={classes.sheet}
        ref={(sheet) => sheet?.style.setProperty("--width", `${width}mm`)}
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
    </div>
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
