import type { SentMessage } from "../../../contract/messages/messageFields.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { messageText } from "../../i18n/messageText.ts";
import { Notice } from "../../ui/messages/Notice.tsx";

/** What the service wants its owner to know. */
export function Warnings({
  messages,
  lost,
}: {
  readonly messages: readonly SentMessage[];
  /** Clicks that could not be written. */
  readonly lost: number;
}) {
  const { t, format } = useI18n();
  return (
    <Notice role="region" kind="caution" label={t("warnings.title")}>
      <strong>{t("warnings.title")}</strong>
      <ul>
        {lost > 0 && <li role="alert">{t("home.lost", format.counted(lost))}</li>}
        {messages.map((sentence) => (
          <li key={sentence.message}>{messageText(sentence, t, format)}</li>
        ))}
      </ul>
    </Notice>
  );
}
