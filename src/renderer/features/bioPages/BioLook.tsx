import { Button, FileButton, Group, Input, Radio, Switch, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  bioButtons,
  bioThemes,
  type BioTheme,
  ownPicture,
} from "../../../contract/fields/shownFields.ts";
import { PictureField } from "../../ui/inputs/PictureField.tsx";
import type { RecordForm } from "../../ui/edit/useRecordForm.ts";
import type { BioValues } from "./bioModel.ts";

/** What a theme's button in the editor shows of it: page, button, and what is set in color. */
const swatches: Readonly<Record<BioTheme, readonly [paper: string, sheet: string, mark: string]>> =
  {
    paper: ["var(--paper)", "var(--sheet)", "var(--accent)"],
    clay: ["#b8481a", "#fff8f0", "#fff8f0"],
    moss: ["#e4ece1", "#fbfdf9", "#2f6b46"],
    sea: ["#e2ebf2", "#fafcfe", "#1f5d8a"],
    plum: ["#f1e6ef", "#fefafd", "#7d2f6c"],
    night: ["#14120f", "#2a2620", "#f0b455"],
  };

/** How the page looks: colors, buttons, picture. */
export function BioLook({ form }: { readonly form: RecordForm<BioValues> }) {
  const { t } = useTranslation();
  const { theme, buttons, hidecredit } = form.values;
  return (
    <>
      <Portrait form={form} />
      <Radio.Group
        label={t("bio.fields.theme")}
        value={theme}
        onChange={(chosen) => {
          const known = bioThemes.find((one) => one === chosen);
          if (known !== undefined) form.set("theme", known);
        }}
      >
        <Group gap={8} mt={6}>
          {bioThemes.map((one) => (
            <Radio.Card key={one} value={one} w={64} p={0} radius="md" style={{ border: 0 }}>
              <Swatch theme={one} isChosen={one === theme} />
              <span className="small">{t(`bio.themes.${one}`)}</span>
            </Radio.Card>
          ))}
        </Group>
      </Radio.Group>
