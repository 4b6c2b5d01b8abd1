import { Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { tryLinkOperations } from "../../../contract/resources/tryLink.ts";
import { api } from "../../app/client/api.ts";
import { usePreferences } from "../../i18n/PreferencesProvider.tsx";
import { nameOfLanguage } from "../links/editor/placeNames.ts";
import { QueryFailure } from "../../ui/messages/FailureNotice.tsx";
import { TryResult } from "./TryResult.tsx";
import { pause, useTrial } from "./useTrial.ts";
import { bodyOf, firstVisitor, mine } from "./visitor.ts";

const ownVisitor = bodyOf({ ...firstVisitor, device: mine, language: mine, hasPassword: true });

/** What this browser would get from a link that is being edited, and which conditions it meets. */
export function TryDraft({
  link,
  draft,
}: {
  /** Undefined: a new one. */
  readonly link: number | undefined;
  /** The body that would save it. */
  readonly draft: Readonly<Record<string, unknown>>;
}) {
  const { t } = useTranslation();
  const { language } = usePreferences().preferences;
  const { password: _, custom: __, ...fields } = draft;
  const asked = JSON.stringify({ ...ownVisitor, link, draft: fields });
  const [sent] = useDebouncedValue(asked, pause);
  const body = tryLinkOperations.tryDraft.body.safeParse(JSON.parse(sent));
  const tried = useTrial(
    ["tryDraft", sent],
    // What this very component has written.
    (signal) => api.call("tryDraft", { body: JSON.parse(sent) }, signal),
    body.success,
  );
  const area = useRef<HTMLDivElement>(null);
  const { isSuccess } = tried;
  useEffect(() => {
    if (isSuccess) area.current?.scrollIntoView({ block: "nearest" });
  }, [isSuccess]);
  if (!body.success) return <p className="soft">{t("tryVisit.incomplete")}</p>;
  if (tried.isError) return <QueryFailure of={tried} />;
  if (tried.data === undefined) return null;
  const { browser, system, languages } = tried.data.visitor;
  const facts = [browser, system, ...languages.map((tag) => nameOfLanguage(tag, language))];
  return (
    <Stack ref={area} gap="sm">
      <Text inherit fz={13} c="dimmed">
        {t("tryVisit.yourBrowser", {
          facts: facts.filter((one) => one !== null).join(t("common.comma")),
        })}
      </Text>
      <TryResult trial={tried.data} isDraft />
    </Stack>
  );
}
