import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { createHashRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { queryClient } from "./client/api.ts";
import { lazyPart } from "../i18n/lazyPart.ts";
import { PreferencesProvider } from "../i18n/PreferencesProvider.tsx";
import { styleNonce } from "./client/nonce.ts";
import { cssVariables, theme } from "../theme/theme.ts";
import { KeyGate } from "./KeyGate.tsx";
import { NoScreen } from "./NoScreen.tsx";
import { ScreenFailed } from "./ScreenFailed.tsx";
import { screens } from "./screens.ts";
import { Shell } from "./frame/Shell.tsx";
import { Toaster } from "../ui/messages/Toaster.tsx";

/** A page by itself, for a small window over other programs. */
const QuickBar = lazyPart(async () => (await import("./quickBar/QuickBar.tsx")).QuickBar);

// Places live in the fragment: the GUI then needs nothing of the doors that serve its files.
export const createRouter = () =>
  createHashRouter([
    {
      element: <Shell />,
      errorElement: <ScreenFailed />,
      children: [
        ...screens.map(({ path, Screen }) => ({
          path,
          errorElement: <ScreenFailed />,
          element: (
            <Suspense>
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

const schemes = localStorageColorSchemeManager({ key: "waypost.look" });

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
