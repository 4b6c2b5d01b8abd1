import { Button, Group, NativeSelect, type NativeSelectProps } from "@mantine/core";
import IconDownload from "@iconify-json/tabler/icons/download";
import IconPrinter from "@iconify-json/tabler/icons/printer";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import type { PictureFile } from "./downloadPicture.tsx";

/** Pixels a side of a PNG: for screens, for letters, for posters. */
const pngSizes = [512, 1000, 2000, 4000] as const;

export function PngSize({
  pixels,
  choose,
  ...props
}: NativeSelectProps & { readonly pixels: number; readonly choose: (pixels: number) => void }) {
  const { t, format } = useI18n();
  return (
    <NativeSelect
      {...props}
      value={pixels}
      data={pngSizes.map((one) => ({
        value: String(one),
        label: t("qr.pixels", { formatted: format.number(one) }),
      }))}
      onChange={(event) => choose(Number(event.currentTarget.value))}
    />
  );
}

/** The ways in which a picture is taken along. */
export function PictureButtons({
  isReady,
  take,
  print,
  printKey,
}: {
  readonly isReady: boolean;
  readonly take: (file: PictureFile) => void;
  readonly print?: () => void;
  /** The key that prints, where there is one. */
  readonly printKey?: string;
}) {
  const { t } = useTranslation();
  const [size, setSize] = useState<number>(1000);
  return (
    <Group gap="xs" align="stretch" justify="center">
      <PngSize aria-label={t("qr.pngSize")} pixels={size} choose={setSize} />
      <Button
        disabled={!isReady}
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        onClick={() => take({ format: "png", size })}
      >
        PNG
      </Button>
      <Button
        disabled={!isReady}
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        onClick={() => take({ format: "svg" })}
      >
        SVG
      </Button>
      {print !== undefined && (
        <Button
          disabled={!isReady}
          leftSection={<IconPrinter size={16} aria-hidden="true" />}
          rightSection={printKey !== undefined && <kbd className="key">{printKey}</kbd>}
          aria-keyshortcuts={printKey}
          onClick={print}
        >
          {t("qr.sheet.print")}
        </Button>
      )}
    </Group>
  );
}
