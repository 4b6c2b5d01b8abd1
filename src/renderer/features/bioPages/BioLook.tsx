import {
  Avatar,
  Button,
  FileButton,
  Group,
  Input,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
} from "@mantine/core";
import IconUpload from "@iconify-json/tabler/icons/upload";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  bioButtons,
  type BioTheme,
  bioThemes,
  ownPicture,
} from "../../../contract/fields/shownFields.ts";
import type { RecordForm } from "../../ui/edit/useRecordForm.ts";
import { PictureField } from "../../ui/inputs/PictureField.tsx";
import classes from "./BioEditor.module.css";
import type { BioValues } from "./bioModel.ts";

/** The page, its buttons and what is set in color, as `server/visit/pages/bioThemes.ts` has them by day. */
const swatches: Readonly<Record<BioTheme, readonly [page: string, button: string, mark: string]>> =
  {
    paper: ["#f6f2ea", "#fffdf9", "#c2501c"],
    clay: ["#b8481a", "#fff8f0", "#fff8f0"],
    moss: ["#e4ece1", "#fbfdf9", "#2f6b46"],
    sea: ["#e2ebf2", "#fafcfe", "#1f5d8a"],
    plum: ["#f1e6ef", "#fefafd", "#7d2f6c"],
    night: ["#14120f", "#2a2620", "#f0b455"],
  };

/** How the page looks: colors, buttons, credit. */
export function BioLook({ form }: { readonly form: RecordForm<BioValues> }) {
  const { t } = useTranslation();
  const { theme, buttons, hidecredit } = form.values;
  return (
    <>
      <Radio.Group
        label={t("bio.fields.theme")}
        value={theme}
        onChange={(chosen) => form.set("theme", bioThemes.find((one) => one === chosen) ?? theme)}
      >
        <SimpleGrid cols={6} spacing={6} mt={4}>
          {bioThemes.map((one) => (
            <Radio.Card
              key={one}
              value={one}
              className={classes.theme}
              p={4}
              radius="md"
              withBorder={false}
            >
              <Swatch theme={one} />
              <Text component="span" display="block" size="xs" ta="center" mt={2}>
                {t(`bio.themes.${one}`)}
              </Text>
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
      <Select
        label={t("bio.fields.buttons")}
        allowDeselect={false}
        value={buttons}
        data={bioButtons.map((value) => ({ value, label: t(`bio.shapes.${value}`) }))}
        onChange={(chosen) =>
          form.set("buttons", bioButtons.find((one) => one === chosen) ?? buttons)
        }
      />
      <Switch
        label={t("bio.credit")}
        checked={!hidecredit}
        onChange={({ currentTarget }) => form.set("hidecredit", !currentTarget.checked)}
      />
    </>
  );
}

function Swatch({ theme }: { readonly theme: BioTheme }) {
  const [page, button, mark] = swatches[theme];
  return (
    <svg viewBox="0 0 56 64" width="100%" aria-hidden="true">
      <rect width="56" height="64" rx="8" fill={page} stroke="var(--line)" />
      <circle cx="28" cy="17" r="8" fill={mark} />
      {[32, 42, 52].map((y) => (
        <rect key={y} x="9" y={y} width="38" height="7" rx="3" fill={button} />
      ))}
    </svg>
  );
}

/** Pixels; the server makes it smaller still. */
const sentSide = 320;

/** The middle of a picture, small enough to be sent with the form. Rejects where it is none. */
async function portraitOf(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = sentSide;
  canvas.height = sentSide;
  const from = [(picture.width - side) / 2, (picture.height - side) / 2] as const;
  canvas.getContext("2d")?.drawImage(picture, ...from, side, side, 0, 0, sentSide, sentSide);
  return canvas.toDataURL("image/jpeg", 0.9);
}

/** The owner's picture, uploaded or by its address; without one the page shows the name's first letter. */
export function Portrait({ form }: { readonly form: RecordForm<BioValues> }) {
  const { t } = useTranslation();
  const [isBroken, setBroken] = useState(false);
  const { value, onChange, error } = form.value("avatar");
  const isOwn = ownPicture.test(value);
  async function take(file: File | null): Promise<void> {
    if (file === null) return;
    const picture = await portraitOf(file).catch(() => null);
    setBroken(picture === null);
    if (picture !== null) onChange(picture);
  }
  const upload = (
    <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void take(file)}>
      {(props) => (
        <Button {...props} size="xs" leftSection={<IconUpload size={14} aria-hidden="true" />}>
          {t("bio.upload")}
        </Button>
      )}
    </FileButton>
  );
  const fault = isBroken ? t("bio.noPicture") : error;
  if (!isOwn)
    return (
      <Stack gap={8}>
        <PictureField
          label={t("bio.avatar")}
          description={t("bio.avatarHint")}
          value={value}
          onChange={onChange}
          error={fault}
        />
        <Group>{upload}</Group>
      </Stack>
    );
  return (
    <Input.Wrapper label={t("bio.avatar")} labelElement="div" error={fault}>
      <Group gap={12} mt={4}>
        <Avatar src={value} alt="" size={48} radius="xl" />
        {upload}
        <Button size="xs" variant="subtle" onClick={() => onChange("")}>
          {t("bio.removePicture")}
        </Button>
      </Group>
    </Input.Wrapper>
  );
}
