import { Button, Group, Modal, Text } from "@mantine/core";
import IconMail from "@iconify-json/tabler/icons/mail";
import { Link } from "react-router";
import type { ReceivedAnswer } from "../../../contract/resources/inbox.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { Address } from "../../ui/address/Address.tsx";
import { nameOfAnswer } from "./inboxSteps.ts";
import { Fact, FactList } from "../../ui/FactList.tsx";

/** One message, whole. */
export function AnswerDialog({
  answer,
  close,
  remove,
}: {
  readonly answer: ReceivedAnswer;
  readonly close: () => void;
  readonly remove: () => void;
}) {
  const { t, format } = useI18n();
  const { email, phone, message, form, link, shorturl, date } = answer;
  return (
    <Modal
      opened
      onClose={close}
      title={<bdi>{nameOfAnswer(answer, t)}</bdi>}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <Text inherit mb="md" dir="auto" style={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
        {message || <span className="soft">{t("inbox.noMessage")}</span>}
      </Text>
      <FactList>
        <Fact name={t("inbox.email")}>{email !== "" && <bdi dir="ltr">{email}</bdi>}</Fact>
        <Fact name={t("inbox.phone")}>{phone !== "" && <bdi dir="ltr">{phone}</bdi>}</Fact>
        <Fact name={t("inbox.form")}>
          <bdi>{form}</bdi>
        </Fact>
        <Fact name={t("inbox.link")}>
          {shorturl === "" ? (
            t("inbox.linkGone")
          ) : (
            <Link to={`/links/${link}`}>
              <Address of={shorturl} />
            </Link>
          )}
        </Fact>
        <Fact name={t("inbox.received")}>{format.momentInBoth(date)}</Fact>
      </FactList>
      <Group justify="flex-end" gap="xs" pt={20}>
        <Button onClick={remove}>{t("common.delete")}</Button>
        {email !== "" && (
          <Button
            component="a"
            variant="filled"
            href={`mailto:${encodeURIComponent(email)}`}
            leftSection={<IconMail size={14} aria-hidden="true" />}
          >
            {t("inbox.write")}
          </Button>
        )}
      </Group>
    </Modal>
  );
}
