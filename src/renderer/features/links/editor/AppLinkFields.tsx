import { Stack, Switch, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { RecordForm } from "../../../ui/edit/useRecordForm.ts";
import type { LinkValues } from "./linkModel.ts";
import { writing } from "../../../ui/edit/formFields.tsx";

/** Addresses that open an app, or its page in the store, on phones and tablets. */
export function AppLinkFields({ form }: { readonly form: RecordForm<LinkValues> }) {
  const { t } = useTranslation();
  const { deeplink } = form.values;
  const field = (name: "apple" | "google") => (
    <TextInput
      label={t(`linkEditor.appLinks.${name}`)}
      placeholder={
        name === "apple" ? "https://apps.apple.com/…" : "https://play.google.com/store/apps/…"
      }
      {...writing.address}
      value={deeplink[name]}
      error={form.fault(`deeplink.${name}`)}
      onChange={(event) => form.set("deeplink", { ...deeplink, [name]: event.currentTarget.value })}
    />
  );
  return (
    <Stack gap="sm">
      <p className="soft">{t("linkEditor.appLinks.hint")}</p>
      {field("apple")}
      {field("google")}
      <Switch
        label={t("linkEditor.appLinks.auto")}
        description={t("linkEditor.appLinks.autoHint")}
        checked={deeplink.auto}
        onChange={(event) =>
          form.set("deeplink", { ...deeplink, auto: event.currentTarget.checked })
        }
      />
    </Stack>
  );
}
