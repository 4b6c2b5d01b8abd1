import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { createHashRouter, Navigate } from "react-router";
import { RouterProvider } from "react-router/dom";
import { queryClient } from "../api.ts";
import { HomeScreen } from "../home/HomeScreen.tsx";
import { PreferencesProvider } from "../i18n/PreferencesProvider.tsx";
import { styleNonce } from "../nonce.ts";
import { cssVariables, theme } from "../theme.ts";
import { KeyGate } from "./KeyGate.tsx";
import { Shell } from "./Shell.tsx";
import { Toaster } from "./Toaster.tsx";

const LinksScreen = lazy(async () => ({
  default: (await import("../links/LinksScreen.tsx")).LinksScreen,
}));
const LinkScreen = lazy(async () => ({
  default: (await import("../link/LinkScreen.tsx")).LinkScreen,
}));
const TagsScreen = lazy(async () => ({
  default: (await import("../tags/TagsScreen.tsx")).TagsScreen,
}));
const HistoryScreen = lazy(async () => ({
  default: (await import("../history/HistoryScreen.tsx")).HistoryScreen,
}));
const ChangeSetScreen = lazy(async () => ({
  default: (await import("../history/ChangeSetScreen.tsx")).ChangeSetScreen,
}));
const TrashScreen = lazy(async () => ({
  default: (await import("../history/TrashScreen.tsx")).TrashScreen,
}));
const ExchangeScreen = lazy(async () => ({
  default: (await import("../exchange/ExchangeScreen.tsx")).ExchangeScreen,
}));
const PublicAddressScreen = lazy(async () => ({
  default: (await import("../publicAddress/PublicAddressScreen.tsx")).PublicAddressScreen,
}));
const ApiScreen = lazy(async () => ({
  default: (await import("../reference/ApiScreen.tsx")).ApiScreen,
}));

// Places live in the fragment: the GUI then needs nothing of the doors that serve its files.
const router = createHashRouter([
  {
    element: <Shell />,
    children: [
      { index: true, element: <HomeScreen /> },
      {
        path: "links",
        element: (
          <Suspense>
            <LinksScreen />
          </Suspense>
        ),
      },
      {
        path: "links/:id",
        element: (
          <Suspense>
            <LinkScreen />
          </Suspense>
        ),
      },
      {
        path: "tags",
        element: (
          <Suspense>
            <TagsScreen />
          </Suspense>
        ),
      },
      {
        path: "history",
        element: (
          <Suspense>
            <HistoryScreen />
          </Suspense>
        ),
      },
      {
        path: "history/:id",
        element: (
          <Suspense>
            <ChangeSetScreen />
          </Suspense>
        ),
      },
      {
        path: "trash",
        element: (
          <Suspense>
            <TrashScreen />
          </Suspense>
        ),
      },
      {
        path: "exchange",
        element: (
          <Suspense>
            <ExchangeScreen />
          </Suspense>
        ),
      },
      {
        path: "public",
        element: (
          <Suspense>
            <PublicAddressScreen />
          </Suspense>
        ),
      },
      {
        path: "api/:operation?",
        element: (
          <Suspense>
            <ApiScreen />
          </Suspense>
        ),
      },
      { path: "*", element: <Navigate to="/" replace /> },
    ],
  },
]);

const schemes = localStorageColorSchemeManager({ key: "waypost.look" });

export function App() {
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
