import { useComputedColorScheme } from "@mantine/core";
import viewerScript from "openapi-explorer/dist/browser/openapi-explorer.min.js?url";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../app/client/api.ts";
import classes from "./ApiScreen.module.css";
import viewerStyles from "./viewer.css?url";

/** What the element of openapi-explorer offers scripts. */
interface Explorer extends HTMLElement {
  loadSpec(document: object): Promise<void>;
  setAuthenticationConfiguration(scheme: string, given: { token: string }): Promise<void>;
}

/**
 * The document in a kept viewer (openapi-explorer). It writes style elements of its own, which the
 * app's policy forbids, so it has a page and a policy of its own (`guiFiles.ts`).
 */
export function ApiViewer({
  document,
  server,
}: {
  readonly document: object;
  /** The base URL that the document names. */
  readonly server: string;
}) {
  const { t } = useTranslation();
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const [page, setPage] = useState<Window | null>(null);

  useEffect(() => {
    if (page === null) return;
    // Requests go out from here, through the app's own origin: the viewer's page may ask nobody.
    page.fetch = async (input, init) => {
      const request = new Request(input, init);
      return await api.forward(request.url.slice(server.length), request);
    };
    const element = page.document.querySelector<Explorer>("openapi-explorer");
    const show = async () => {
      await page.customElements.whenDefined("openapi-explorer");
      await element?.loadSpec(structuredClone(document));
      await element?.setAuthenticationConfiguration("key", { token: "YOUR_API_KEY" });
    };
    void show();
  }, [page, document, server]);

  useEffect(() => {
    if (page !== null) page.document.documentElement.dataset["mantineColorScheme"] = scheme;
  }, [page, scheme]);

  return (
    <iframe
      className={classes.viewer}
      src="/apiViewer.html"
      title={t("reference.operations")}
      onLoad={({ currentTarget: { contentDocument, contentWindow } }) => {
        if (contentDocument === null || contentWindow === null) return;
        const style = contentDocument.createElement("link");
        Object.assign(style, { rel: "stylesheet", href: viewerStyles });
        const script = contentDocument.createElement("script");
        script.src = viewerScript;
        contentDocument.head.append(style, script);
        setPage(contentWindow);
      }}
    />
  );
}
