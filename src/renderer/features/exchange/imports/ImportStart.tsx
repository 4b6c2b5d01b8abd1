import { Button, Group, Stack, Textarea } from "@mantine/core";
import IconFileImport from "@iconify-json/tabler/icons/file-import";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FailureNotice } from "../../../ui/messages/FailureNotice.tsx";
import classes from "../Exchange.module.css";
import { productFormats } from "../../../../contract/changes/imports.ts";

/** Where nothing is chosen yet: a file, or a pasted list, and whose files are understood. */
export function ImportStart({
  read,
  failure,
}: {
  readonly read: (file: File) => void;
  readonly failure: unknown;
}) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [isPasting, setPasting] = useState(false);
  const [pasted, setPasted] = useState("");
  return (
    <Stack gap={16} maw={880}>
      {failure !== null && <FailureNotice error={failure} />}
      <Stack
        className={classes.drop}
        gap="xs"
        align="center"
        py="xl"
        px="lg"
        bd="1px dashed var(--line-strong)"
        bdrs="md"
        ta="center"
      >
        <IconFileImport size={32} aria-hidden="true" />
        <h2>{t("import.startTitle")}</h2>
        <p className="soft">{t("import.startText")}</p>
        <Group gap={8}>
          <Button variant="filled" onClick={() => input.current?.click()}>
            {t("import.choose")}
          </Button>
          <Button aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
            {t("import.paste")}
          </Button>
        </Group>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t("import.choose")}
          data-testid="file"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file !== undefined) read(file);
            event.currentTarget.value = "";
          }}
        />
      </Stack>
      {isPasting && (
        <Stack
          className={classes.paste}
          component="form"
          gap="sm"
          align="flex-start"
          onSubmit={(event) => {
            event.preventDefault();
            if (pasted.trim() !== "") read(new File([pasted], t("import.pastedName")));
          }}
        >
          <Textarea
            label={t("import.pasteLabel")}
            description={t("import.pasteHint")}
            dir="ltr"
            rows={8}
            autoFocus
            spellCheck={false}
            value={pasted}
            onChange={(event) => setPasted(event.currentTarget.value)}
          />
          <Button type="submit" variant="filled" disabled={pasted.trim() === ""}>
            {t("import.read")}
          </Button>
        </Stack>
      )}
      <section className={classes.known} aria-label={t("import.known")}>
        <h2>{t("import.known")}</h2>
        <p className="soft">{t("import.knownText")}</p>
        <ul>
          {(["csv", "list", ...productFormats, "bookmarks", "shortcut"] as const).map((known) => (
            <li key={known}>
              <strong>{t(`formats.${known}`)}</strong>
              <span className="soft">{t(`import.from.${known}`)}</span>
            </li>
          ))}
        </ul>
      </section>
    </Stack>
  );
}
