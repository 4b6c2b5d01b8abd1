import { Checkbox, PasswordInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Edge } from "../../../contract/server/edge.ts";
import { ConfirmPanel } from "../settings/ConfirmPanel.tsx";
import { removeEdge } from "./edge.ts";
import { useBusy } from "../../ui/messages/useBusy.ts";

/** What visitors left is fetched, then nothing stays there. */
export function RemoveEdge({ edge }: { readonly edge: Edge }) {
  const { t } = useTranslation();
  const [token, setToken] = useState("");
  const [isForgotten, setForgotten] = useState(false);
  const { isBusy, during } = useBusy();
  const remove = () =>
    during(() =>
      removeEdge({
        ...(token.trim() !== "" && { token: token.trim() }),
        ...(isForgotten && { forget: true }),
      }),
    );
  return (
    <ConfirmPanel
      title={t("edge.remove")}
      text={t("edge.removeText")}
      ask={t(edge.printed ? "edge.removeAskPrinted" : "edge.removeAsk")}
      action={t("edge.removeNow")}
      isBusy={isBusy || edge.setUp?.endedAt === null}
      run={remove}
    >
      <PasswordInput
        label={t("edge.token.label")}
        description={t("edge.removeToken")}
        dir="ltr"
        labelProps={{ dir: "auto" }}
        autoComplete="off"
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
        visibilityToggleButtonProps={{ "aria-label": t("public.showToken") }}
      />
      {edge.problem !== null && (
        <Checkbox
          checked={isForgotten}
          label={t("edge.forget")}
          description={t("edge.forgetText")}
          onChange={(event) => setForgotten(event.currentTarget.checked)}
        />
      )}
    </ConfirmPanel>
  );
}
