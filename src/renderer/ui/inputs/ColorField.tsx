import { Group, Text, TextInput } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import classes from "./ColorField.module.css";
import { contrastOf, hexOf, type NamedColour, namedColours } from "./colours.ts";

/** WCAG 2.2: what text needs, and what large text needs. */
const readable = 4.5;
const readableLarge = 3;

const names: readonly NamedColour[] = [
  "ochre",
  "green",
  "teal",
  "blue",
  "violet",
  "rose",
  "ink",
  "paper",
];

/** A colour, typed, picked or taken from those that have names; how it reads on another is said. */
export function ColorField({
  label,
  value,
  onChange,
  error,
  against,
}: {
  readonly label: string;
  /** As typed; `#RRGGBB` where it is picked. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  /** What it stands on, or what stands on it. */
  readonly against?: { readonly color: string; readonly label: string };
}) {
  const { t, format } = useI18n();
  const hex = hexOf(value);
  const chosen = names.find((name) => namedColours[name] === hex);
  const [reached, setReached] = useState<NamedColour | null>(null);
  // All of them are one stop of Tab, and arrows go from one to the next.
  const stop = reached ?? chosen ?? names[0];
  const contrast = against === undefined ? null : contrastOf(value, against.color);
  return (
    <div>
      <TextInput
        label={label}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        placeholder="#1A2B3C"
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        leftSection={
          <input
            type="color"
            className={classes.well}
            aria-label={t("edit.chooseNamed", { name: label })}
            value={(hex ?? "#FFFFFF").toLowerCase()}
            onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
          />
        }
      />
      <Group
        gap="xs"
        align="stretch"
        mt="xs"
        role="toolbar"
        aria-label={t("edit.coloursNamed", { name: label })}
        onKeyDown={moveAlong}
      >
        {names.map((name) => (
          <button
            key={name}
            type="button"
            className={classes.swatch}
            style={{ background: namedColours[name] }}
            aria-label={t(`edit.colours.${name}`)}
            title={t(`edit.colours.${name}`)}
            aria-pressed={name === chosen}
            tabIndex={name === stop ? 0 : -1}
            onFocus={() => setReached(name)}
            onClick={() => onChange(namedColours[name])}
          />
        ))}
      </Group>
      {contrast !== null && (
        <Text inherit role="status" mt={8} fz={12} c={levelColors[levelOf(contrast)]}>
          {t(`edit.contrast.${levelOf(contrast)}`, {
            ratio: format.number(Math.floor(contrast * 10) / 10),
            other: against?.label,
          })}
        </Text>
      )}
    </div>
  );
}

/** Arrows as they point, whichever way the window reads. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget, key } = event;
  const ahead = getComputedStyle(currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  const isAlong = key === "ArrowLeft" || key === "ArrowRight";
  if (!isAlong) return;
  const swatches = [...currentTarget.querySelectorAll("button")];
  const place = swatches.findIndex((swatch) => swatch === document.activeElement);
  const next = swatches.at((place + (key === ahead ? 1 : -1)) % swatches.length);
  event.preventDefault();
  next?.focus();
}

const levelColors = { good: "var(--good)", fair: "var(--caution)", poor: "var(--danger)" } as const;

function levelOf(contrast: number): "good" | "fair" | "poor" {
  if (contrast >= readable) return "good";
  return contrast >= readableLarge ? "fair" : "poor";
}
