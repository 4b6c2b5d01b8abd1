import {
  Button,
  DirectionProvider,
  localStorageColorSchemeManager,
  MantineProvider,
} from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { Activity, type ReactNode, Suspense, useEffect, useState } from "react";
import { createHashRouter, Link, useLocation, useRouteError } from "react-router";
import { RouterProvider } from "react-router/dom";
import { keptItems, onItemKept, tellItemKept } from "../i18n/browserStore.ts";
import { lazyPart } from "../i18n/lazyPart.ts";
import { PreferencesProvider } from "../i18n/PreferencesProvider.tsx";
import { styleNonce } from "./client/nonce.ts";
import { cssVariables, theme } from "../theme/theme.ts";
import { type Screen, screens } from "./screens.ts";
import { isAnyFormChanged } from "./frame/leaveGuard.ts";
import { Shell } from "./frame/Shell.tsx";
import { Toaster } from "../ui/messages/Toaster.tsx";
import { useTranslation } from "react-i18next";
import { isolated } from "../ui/list/filters/filters.ts";
import { EmptyState } from "../ui/messages/EmptyState.tsx";
import { api, queryClient } from "./client/api.ts";
import { ApiFailure } from "./client/client.ts";
import { followMove, isMoved } from "./client/move.ts";
import { useService } from "./client/queries.ts";
import { keepKey, storedKey } from "./client/serviceKey.ts";
import { BackLink } from "../ui/navigation/BackLink.tsx";
import { isDesktopWindow } from "./client/desktop.ts";
import { Notice } from "../ui/messages/Notice.tsx";
import { errorText } from "../../util/errorText.ts";

/** Stands in for a screen that broke or didn't come; navigation and the other screens go on. */
function ScreenFailed() {
  const { t } = useTranslation();
  const error = useRouteError();
  const isLeftOut = isNotLoaded(error);
  return (
    <Notice
      role="alert"
      kind="danger"
      action={
        <>
          <Button variant="default" size="xs" onClick={() => location.reload()}>
            {t("common.retry")}
          </Button>
          {!isLeftOut && (
            <Button component={Link} to="/" variant="default" size="xs">
              {t("nav.home")}
            </Button>
          )}
        </>
      }
    >
      <h1>{t(isLeftOut ? "failure.notLoadedTitle" : "failure.brokenTitle")}</h1>
      <p>{t(isLeftOut ? "failure.notLoaded" : "failure.broken")}</p>
      {!isLeftOut && (
        <details>
          <summary>{t("failure.details")}</summary>
          <pre dir="ltr">{errorText(error)}</pre>
        </details>
      )}
    </Notice>
  );
}

/** A part of the window's own files that didn't arrive: browsers only differ in the words. */
function isNotLoaded(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /dynamically imported module|module script|importing a module/i.test(error.message)
  );
}

const KeyScreen = lazyPart(async () => (await import("./KeyScreen.tsx")).KeyScreen);

/** A page by itself, for a small window over other programs. */
const QuickBar = lazyPart(async () => (await import("./quickBar/QuickBar.tsx")).QuickBar);

// Places live in the fragment: the GUI then needs nothing of the doors that serve its files.
export const createRouter = () =>
  createHashRouter([
    {
      element: <Shell />,
      errorElement: <ScreenFailed />,
      children: [
        ...screens.map(({ path, under, Screen }) => ({
          path,
          errorElement: <ScreenFailed />,
          element: (
            <Suspense>
              {under !== undefined && <UpLink to={under} />}
              <Screen />
            </Suspense>
          ),
        })),
        { path: "*", element: <NoScreen /> },
      ],
    },
    {
      path: "quick",
      errorElement: <ScreenFailed />,
      element: (
        <Suspense>
          <QuickBar />
        </Suspense>
      ),
    },
  ]);

const stored = localStorageColorSchemeManager({ key: "waypost.look" });
const schemes: typeof stored = {
  ...stored,
  set(scheme) {
    stored.set(scheme);
    tellItemKept();
  },
};

/** What is kept in the browser is kept by the service, too. */
function useKeptItems(): void {
  useEffect(() => {
    if (isDesktopWindow()) return;
    return onItemKept(() => {
      // What can't be sent now goes along with the next change.
      api.call("savePreferences", { body: { preferences: keptItems() } }).catch(() => undefined);
    });
  }, []);
}

export function App({ router }: { readonly router: ReturnType<typeof createRouter> }) {
  return (
    <DirectionProvider detectDirection initialDirection="ltr">
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={schemes}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <PreferencesProvider>
          <QueryClientProvider client={queryClient}>
            <Toaster />
            <KeyGate>
              <RouterProvider router={router} />
            </KeyGate>
          </QueryClientProvider>
        </PreferencesProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}

/** Back to what leads to a screen. */
function UpLink({ to }: { readonly to: NonNullable<Screen["under"]> }) {
  const { t } = useTranslation();
  if (to === "collections") return <BackLink to="/collections">{t("nav.collections")}</BackLink>;
  return <BackLink to={`/settings/${to}`}>{t(`sections.${to}`)}</BackLink>;
}

/** An address that was mistyped, or of another Waypost: saying so is better than another screen. */
function NoScreen() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <EmptyState
      isScreen
      title={t("noScreen.title")}
      text={t("noScreen.text", { address: isolated(pathname) })}
      action={
        <Button component={Link} to="/">
          {t("noScreen.home")}
        </Button>
      }
    />
  );
}

/** Lets the screens through once there is a key that the service takes. */
function KeyGate({ children }: { readonly children: ReactNode }) {
  const [hasKey, setHasKey] = useState(() => isDesktopWindow() || storedKey() !== null);
  const enter = (key: string) => {
    keepKey(key);
    setHasKey(true);
    void queryClient.invalidateQueries();
  };
  if (!hasKey)
    return (
      <Suspense>
        <KeyScreen isRefused={false} enter={enter} dataDir={null} />
      </Suspense>
    );
  return <WithKey enter={enter}>{children}</WithKey>;
}

function WithKey({
  enter,
  children,
}: {
  readonly enter: (key: string) => void;
  readonly children: ReactNode;
}) {
  useKeptItems();
  // What it answered last stays known where a restart has ended the key.
  const { error, data } = useService();
  useEffect(() => {
    // With changes that would stay behind, its user decides.
    if (isMoved(error) && !isAnyFormChanged()) followMove();
  }, [error]);
  const isRefused = error instanceof ApiFailure && error.status === 401 && !isDesktopWindow();
  const dataDir = data?.dataDir ?? null;
  return (
    <>
      {isRefused && (
        <Suspense>
          <KeyScreen isRefused enter={enter} dataDir={dataDir} />
        </Suspense>
      )}
      {/* What was typed outlives a restart of the service. */}
      {(!isRefused || data !== undefined) && (
        <Activity mode={isRefused ? "hidden" : "visible"}>{children}</Activity>
      )}
    </>
  );
}
