import { Textarea, type TextareaProps, TextInput, type TextInputProps } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FormLinkField, linkFields } from "../../../../contract/linkFields.ts";

type As = (typeof linkFields)[FormLinkField]["form"]["as"];

/** A field of a link that is a mere text, asked for as its row says. */
export function PlainTextInput({
  as,
  ...props
}: { readonly as: As } & Pick<
  TextInputProps & TextareaProps,
  keyof TextInputProps & keyof TextareaProps
>) {
  const { t } = useTranslation();
  switch (as) {
    case "line":
      return <TextInput {...props} className="anyScript" autoComplete="off" />;
    case "lines":
      return <Textarea {...props} className="anyScript" rows={2} />;
    case "address":
      return (
        <TextInput
          {...props}
          placeholder={t("home.placeholder")}
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
      );
  }
}
