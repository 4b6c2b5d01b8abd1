import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../../ui/address/CopyButton.tsx";
import { generatedPassword, type PasswordStrength, passwordStrength } from "./passwordStrength.ts";

interface Props {
  readonly value: string;
  /** Whether the link has one already, which nobody can read. */
  readonly isSet: boolean;
  readonly isDisabled: boolean;
  readonly error: ReactNode;
  readonly onChange: (value: string) => void;
}

/** A link's password: written only, with a word on how long it would hold. */
export function LinkPassword({ value, isSet, isDisabled, error, onChange }: Props) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const strength = isDisabled ? null : passwordStrength(value);
  return (
    <Stack gap="xs">
      <PasswordInput
        label={t("linkEditor.password")}
        // The heading above says it already.
        labelProps={{ className: "visuallyHidden" }}
        description={t(isSet ? "linkEditor.passwordSet" : "linkEditor.passwordNew")}
        dir="ltr"
        autoComplete="new-password"
        spellCheck={false}
        visible={isShown}
        onVisibilityChange={setShown}
        visibilityToggleButtonProps={{
          "aria-label": t("linkEditor.showPassword"),
          "aria-pressed": isShown,
          "aria-hidden": false,
          tabIndex: 0,
        }}
        disabled={isDisabled}
        error={error}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap="xs" wrap="nowrap">
        <Text inherit role="status" flex={1} miw={0} fz={13} c={colors[strength ?? "fair"]}>
          {strength !== null && t(sentences[strength])}
        </Text>
        {value !== "" && !isDisabled && (
          <CopyButton
            text={value}
            label={t("common.copyNamed", { name: t("linkEditor.password") })}
          />
        )}
        <Button
          variant="default"
          size="xs"
          disabled={isDisabled}
          onClick={() => {
            onChange(generatedPassword());
            setShown(true);
          }}
        >
          {t("linkEditor.generate")}
        </Button>
      </Group>
    </Stack>
  );
}

const colors = { short: "var(--caution)", fair: "dimmed", strong: "var(--good)" } as const;

const sentences = {
  short: "linkEditor.passwordShort",
  fair: "linkEditor.passwordFair",
  strong: "linkEditor.passwordStrong",
} as const satisfies Record<PasswordStrength, string>;
