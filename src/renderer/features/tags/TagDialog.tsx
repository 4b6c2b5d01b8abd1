import { Button, Group, Modal, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { bounds } from "../../../contract/fields/fields.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { FailureNotice } from "../../ui/messages/FailureNotice.tsx";
import { joinTags, updateTag } from "./tagSteps.ts";
import { spelledAsKnown, useTags } from "./tags.ts";
import { ColorField } from "../../ui/inputs/ColorField.tsx";
import { useBusy } from "../../ui/messages/useBusy.ts";

/**
 * Another name or color for a tag, or one name for several; the name of another one joins them, which is
 * said before.
 */
export function TagDialog({
  tags,
  close,
}: {
  readonly tags: readonly string[];
  readonly close: (isDone: boolean) => void;
}) {
  const { t, format } = useI18n();
  const [first = ""] = tags;
  const isOne = tags.length === 1;
  const [name, setName] = useState(first);
  const [typedColor, setColor] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { isBusy, during } = useBusy();
  const known = useTags().data ?? [];
  const color = known.find(({ tag }) => tag === first)?.color ?? "";
  const isPainted = isOne && typedColor !== null && typedColor !== color;
  const wanted = name.trim();
  const [spelled = ""] = spelledAsKnown([wanted], known);
  const isJoining = known.some((one) => one.tag === spelled) && !tags.includes(spelled);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    await during(async () => {
      if (isOne)
        await updateTag(first, {
          ...(wanted !== first && { name: wanted }),
          ...(isPainted && { color: typedColor }),
        });
      else await joinTags(tags, wanted);
      close(true);
    }, setFailure);
  }

  return (
    <Modal
      opened
      onClose={() => close(false)}
      title={
        isOne
          ? t("common.editNamed", { name: first })
          : t("tags.joinTitle", format.counted(tags.length))
      }
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <form onSubmit={(event) => void save(event)}>
        <TextInput
          className="anyScript"
          label={t(isOne ? "tags.name" : "tags.joinedName")}
          description={
            isJoining
              ? t(isOne ? "tags.joins" : "tags.joinsAll", { tag: spelled })
              : isOne
                ? undefined
                : tags.slice(0, 10).join(t("common.comma"))
          }
          value={name}
          maxLength={bounds.tag}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {isOne && (
          <ColorField label={t("fields.color")} value={typedColor ?? color} onChange={setColor} />
        )}
        {failure !== null && <FailureNotice error={failure} />}
        <Group justify="flex-end" mt="md">
          <Button onClick={() => close(false)}>{t("common.cancel")}</Button>
          <Button
            type="submit"
            variant="filled"
            loading={isBusy}
            disabled={wanted === "" || (isOne && wanted === first && !isPainted)}
          >
            {t(isJoining || !isOne ? "tags.join" : "common.save")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
