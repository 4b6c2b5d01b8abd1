import { Box, useComputedColorScheme } from "@mantine/core";
import { useInViewport } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "../../app/client/api.ts";
import { usePreferences } from "../../i18n/PreferencesProvider.tsx";
import { type Draft, validPart } from "../preview/draft.ts";
import { PreviewFrames } from "../preview/PreviewFrames.tsx";

/** A page in the gallery. */
export type ShownPage = { readonly id: number; readonly name: string } & (
  | { readonly kind: "bio"; readonly shorturl: string }
  | { readonly kind: "splash" }
  | { readonly kind: "overlays"; readonly type: "message" | "contact" }
);

const phone = { width: 390, height: 620 } as const;

/** The page as a visitor would get it now. */
async function draftOf({ kind, id }: ShownPage, signal: AbortSignal): Promise<Draft> {
  const params = { id };
  switch (kind) {
    case "bio":
      return { page: "bio", values: (await api.call("getBioPage", { params }, signal)).details };
    case "splash":
      return {
        page: "splash",
        values: (await api.call("getSplashPage", { params }, signal)).details,
      };
    case "overlays":
      return {
        page: "overlay",
        values: (await api.call("getOverlay", { params }, signal)).details,
      };
  }
}

/** The page itself in a phone, made once it comes into view; a click opens its editor. */
export function PageThumbnail({ page }: { readonly page: ShownPage }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const look = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const { language } = usePreferences().preferences;
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const made = useQuery({
    queryKey: [page.kind, "thumbnail", page.id, look, language],
    queryFn: async ({ signal }) => {
      const draft = validPart(await draftOf(page, signal));
      const body = { ...draft, look, language };
      return (await api.call("makePreview", { body }, signal)).address;
    },
    enabled: inViewport,
    staleTime: Number.POSITIVE_INFINITY,
    // The server keeps a page for a while only.
    gcTime: 0,
  });
  return (
    // The name below is the link; this is for the pointer.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      ref={ref}
      style={{ cursor: "pointer" }}
      onClick={() => void navigate(`/pages/${page.kind}/${page.id}`, { state: { overList: true } })}
    >
      <Box inert mih={200}>
        <PreviewFrames
          address={made.data}
          title={t("pages.preview", { name: page.name })}
          size={phone}
          isPhone
        />
      </Box>
    </div>
  );
}
