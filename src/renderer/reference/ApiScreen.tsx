import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useParams } from "react-router";
import { api } from "../app/client/api.ts";
import { FailureNotice } from "../ui/messages/FailureNotice.tsx";
import classes from "./ApiScreen.module.css";
import type { CodeLanguage } from "./codeLines.ts";
import { type Reference, readReference } from "./document.ts";
import { Introduction, startPlace } from "./Introduction.tsx";
import { OperationList } from "./OperationList.tsx";
import { OperationView } from "./OperationView.tsx";
import { ScriptFacts } from "./ScriptFacts.tsx";
import { useScriptKey } from "./scriptKey.ts";

/** How to reach everything from a script, made from the document that the service itself gives. */
export function ApiScreen() {
  const { t } = useTranslation();
  const { operation: id } = useParams();
  const document = useQuery({
    queryKey: ["openapi"],
    queryFn: async ({ signal }) => readReference(await api.call("getOpenApi", {}, signal)),
    // It changes with the program only.
    staleTime: 60_000,
  });
  return (
    <div className={classes.screen} data-detail={id !== undefined}>
      <h1 className={classes.title}>{t("reference.title")}</h1>
      {document.data !== undefined ? (
        <Panes reference={document.data} id={id} />
      ) : document.isError ? (
        <FailureNotice error={document.error} retry={() => void document.refetch()} />
      ) : (
        <Skeleton role="status" height={320} aria-label={t("common.loading")} />
      )}
    </div>
  );
}

function Panes({
  reference,
  id,
}: {
  readonly reference: Reference;
  readonly id: string | undefined;
}) {
  const scriptKey = useScriptKey();
  const [language, setLanguage] = useState<CodeLanguage>("curl");
  const operation = reference.operations.find((one) => one.id === id);
  if (id !== undefined && id !== startPlace && operation === undefined)
    return <Navigate to="/api" replace />;
  const lines = { scriptKey, language, setLanguage };
  return (
    <>
      <ScriptFacts server={reference.server} scriptKey={scriptKey} />
      <div className={classes.panes}>
        <OperationList reference={reference} chosen={id} />
        <div key={id} className={classes.detail}>
          {operation === undefined ? (
            <Introduction reference={reference} lines={lines} />
          ) : (
            <OperationView
              key={operation.id}
              reference={reference}
              operation={operation}
              lines={lines}
            />
          )}
        </div>
      </div>
    </>
  );
}
