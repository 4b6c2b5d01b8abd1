import { TagsInput as Input } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { bounds } from "../../../contract/fields/fields.ts";
import { useTags } from "./tags.ts";

/** Tags, typed or taken from those that are there; Enter or a comma ends one. */
export function TagsInput({
  label,
  value,
  onChange,
  description,
  error,
  isFirst = false,
}: {
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (tags: string[]) => void;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  /** A dialog begins in it. */
  readonly isFirst?: boolean;
}) {
  const { t } = useTranslation();
  const known = (useTags().data ?? []).map(({ tag }) => tag);
  return (
    <Input
      className="anyScript"
      data-autofocus={isFirst || undefined}
      label={label}
      description={description}
      error={error}
      placeholder={value.length === 0 ? t("tags.placeholder") : ""}
      data={known}
      value={[...value]}
      maxTags={bounds.tags}
      splitChars={[",", "،", ";"]}
      acceptValueOnBlur
      comboboxProps={{ withinPortal: false }}
      isDuplicate={(tag, present) => present.some((one) => one.toLowerCase() === tag.toLowerCase())}
      onChange={(tags) =>
        onChange(tags.map((tag) => tag.trim().normalize("NFC").slice(0, bounds.tag)))
      }
    />
  );
}
