import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../../app/client/api.ts";

/** As many as a link's page looks through for a name. */
const most = 1_000;

interface Named {
  readonly id: number;
  readonly name: string;
}

export function usePixelNames(isAsked: boolean) {
  return useQuery({
    queryKey: ["pixels", "names"],
    queryFn: async ({ signal }): Promise<readonly Named[]> =>
      (await api.call("listPixels", { query: { limit: most } }, signal)).data.pixels,
    enabled: isAsked,
  }).data;
}

/** How a link opens, where it isn't simply followed. */
export function useOpensAs(type: string): string | null {
  const { t } = useTranslation();
  const overlay = /^overlay-(\d+)$/.exec(type)?.[1];
  const splash = /^\d+$/.test(type) ? type : undefined;
  const { data } = useQuery({
    queryKey: ["opensAs", type],
    queryFn: async ({ signal }) => {
      if (overlay !== undefined) {
        const params = { id: Number(overlay) };
        return (await api.call("getOverlay", { params }, signal)).details.name;
      }
      const params = { id: Number(splash) };
      return (await api.call("getSplashPage", { params }, signal)).details.name;
    },
    enabled: overlay !== undefined || splash !== undefined,
  });
  const name = `\u2068${data ?? "…"}\u2069`;
  if (overlay !== undefined) return t("link.overlay", { name });
  if (splash !== undefined) return t("link.splash", { name });
  if (type === "splash") return t("link.usualSplash");
  return type === "frame" ? t("link.frame") : null;
}
