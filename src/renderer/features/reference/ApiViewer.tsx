import { useComputedColorScheme } from "@mantine/core";
import viewerScript from "openapi-explorer/dist/browser/openapi-explorer.min.js?url";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../app/client/api.ts";
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
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);

  useEffect(() => {
    const page = frame.current?.contentWindow;
    if (!isLoaded || page == null) return;
    // Requests go out from here, through the app's own origin: the viewer's page may ask nobody.
    page.fetch = (input, init) => api.forward(server, input, init);
    const explorer = page.document.querySelector<Explorer>("openapi-explorer");
    const show = async () => {
      await page.customElements.whenDefined("openapi-explorer");
      await explorer?.loadSpec(structuredClone(document));
      await explorer?.setAuthenticationConfiguration("key", { token: "YOUR_API_KEY" });
    };
    void show();
  }, [isLoaded, document, server]);

  useEffect(() => {
    const root = frame.current?.contentDocument?.documentElement;
    if (isLoaded) root?.setAttribute("data-mantine-color-scheme", scheme);
  }, [isLoaded, scheme]);

  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- the app reaches into it, which a sandbox forbids
    <iframe
      ref={frame}
      className={classes.viewer}
      src="/apiViewer.html"
      title={t("reference.operations")}
      onLoad={({ currentTarget: { contentDocument: page } }) => {
        if (page === null) return;
        const style = page.createElement("link");
        Object.assign(style, { rel: "stylesheet", href: viewerStyles });
        const script = page.createElement("script");
        script.src = viewerScript;
        page.head.append(style, script);
        setLoaded(true);
      }}
    />
  );
}
