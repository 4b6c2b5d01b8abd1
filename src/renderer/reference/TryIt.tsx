import { Button } from "@mantine/core";
import IconPlayerPlay from "@iconify-json/tabler/icons/player-play";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../app/client/api.ts";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import { announce } from "../ui/messages/announcements.ts";
import { FailureNotice } from "../ui/messages/FailureNotice.tsx";
import classes from "./Reference.module.css";

/** Characters of an answer that are shown. */
const shownOfAnswer = 20_000;

/** Asks for what the lines ask for, here and now; only for what changes nothing. */
export function TryIt({ path }: { readonly path: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const attempt = useMutation({
    mutationFn: async () => {
      const start = performance.now();
      const { status, text } = await api.ask(path);
      return { status, text: indented(text), time: Math.round(performance.now() - start) };
    },
    onSuccess: (answer) => announce(said(answer)),
  });
  const said = ({ status, time }: { readonly status: number; readonly time: number }) =>
    t("reference.tried", { status: format.plain(status), time: format.number(time) });
  return (
    <>
      <div className={classes.try}>
        <Button
          size="xs"
          leftSection={<IconPlayerPlay size={14} aria-hidden="true" />}
          loading={attempt.isPending}
          onClick={() => attempt.mutate()}
        >
          {t("reference.tryIt")}
        </Button>
        <span className="soft">{t("reference.tryHint")}</span>
      </div>
      {attempt.isError && <FailureNotice error={attempt.error} retry={() => attempt.mutate()} />}
      {attempt.data !== undefined && (
        <div className={classes.tried} data-testid="tried">
          <strong data-good={attempt.data.status < 400}>{said(attempt.data)}</strong>
          <pre dir="ltr" className={classes.json} tabIndex={0} role="group" aria-label={path}>
            {attempt.data.text.slice(0, shownOfAnswer)}
          </pre>
          {attempt.data.text.length > shownOfAnswer && <p className="soft">{t("reference.cut")}</p>}
        </div>
      )}
    </>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
