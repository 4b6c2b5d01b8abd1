import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { writing } from "../edit/formFields.tsx";

/** A picture by its address: what is uploaded elsewhere is shown from there. */
export function PictureField({
  label,
  value,
  onChange,
  error,
  description,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  readonly description?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={label}
      description={description ?? t("edit.pictureHint")}
      placeholder="https://example.org/picture.png"
      {...writing.address}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
