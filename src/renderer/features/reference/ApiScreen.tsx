import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../app/client/api.ts";
import { useService } from "../../app/client/queries.ts";
import { Pending } from "../../ui/messages/FailureNotice.tsx";
import { ApiViewer } from "./ApiViewer.tsx";
import { ScriptFacts } from "./ScriptFacts.tsx";

/** What a script needs to know, above the server's OpenAPI document in a viewer. */
export function ApiScreen() {
  const { t } = useTranslation();
  const service = useService();
  const document = useQuery({
    queryKey: ["openapi"],
    queryFn: ({ signal }) => api.call("getOpenApi", {}, signal),
    // It changes with the program only.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const server = service.data?.baseUrl;
  return (
    <Stack flex={1} mih={0}>
      <h1>{t("reference.title")}</h1>
      {server !== undefined && <ScriptFacts server={server} />}
      {document.data !== undefined && server !== undefined ? (
        <ApiViewer document={document.data} server={server} />
      ) : (
        <Pending of={document} height={320} />
      )}
    </Stack>
  );
}
