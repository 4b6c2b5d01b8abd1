import { Button, Group, Modal, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { bounds } from "../../contract/fields.ts";
import { FailureNotice } from "../shell/FailureNotice.tsx";
import { renameTag } from "./tagSteps.ts";
import { spelledAsKnown, useTags } from "./tags.ts";

/** Another name for a tag; the name of another one joins the two, which is said before. */
export function RenameTag({ tag, close }: { readonly tag: string; readonly close: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState(tag);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const known = useTags().data ?? [];
  const wanted = name.trim();
  const [spelled = ""] = spelledAsKnown([wanted], known);
  const isJoining = known.some((one) => one.tag === spelled) && spelled !== tag;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      await renameTag(tag, wanted);
      close();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      opened
      onClose={close}
      title={t("tags.renameNamed", { tag })}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <form onSubmit={(event) => void save(event)}>
        <TextInput
          className="anyScript"
          label={t("tags.name")}
          description={isJoining ? t("tags.joins", { tag: spelled }) : undefined}
          value={name}
          maxLength={bounds.tag}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {failure !== null && <FailureNotice error={failure} />}
        <Group justify="flex-end" mt="md">
          <Button onClick={close}>{t("common.cancel")}</Button>
          <Button
            type="submit"
            variant="filled"
            loading={isBusy}
            disabled={wanted === "" || wanted === tag}
          >
            {t(isJoining ? "tags.join" : "tags.rename")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
