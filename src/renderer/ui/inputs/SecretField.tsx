import { PasswordInput, type PasswordInputProps } from "@mantine/core";

/** A token or secret of another service, which is pasted and can be shown. */
export function SecretField({
  type,
  showLabel,
  ...props
}: Pick<PasswordInputProps, "label" | "description" | "error"> & {
  readonly value: string;
  readonly type: (text: string) => void;
  /** What the button that shows it is called. */
  readonly showLabel: string;
}) {
  return (
    <PasswordInput
      {...props}
      dir="ltr"
      labelProps={{ dir: "auto" }}
      autoComplete="off"
      onChange={(event) => type(event.currentTarget.value)}
      visibilityToggleButtonProps={{ "aria-label": showLabel }}
    />
  );
}
