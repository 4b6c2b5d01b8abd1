import { TextInput } from "@mantine/core";
import type { ChangeEvent, ReactNode } from "react";
import { usePreferences } from "../../i18n/PreferencesProvider.tsx";
import { latinDigits, withDigits } from "../../i18n/typedMoment.ts";

/** A whole number: typed in digits of any script, shown in the reader's. The value has plain ones. */
export function NumberField({
  value,
  onChange,
  ...props
}: {
  readonly label: string;
  readonly description?: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
}) {
  const { digits } = usePreferences().preferences;
  return (
    <TextInput
      {...props}
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      value={withDigits(value, digits)}
      onChange={(event: ChangeEvent<HTMLInputElement>) =>
        onChange(latinDigits(event.currentTarget.value))
      }
    />
  );
}
