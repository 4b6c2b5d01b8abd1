import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { QrVerdict } from "../../../contract/resources/qrCodes.ts";
import { api } from "../../app/client/api.ts";
import { draftOf, type QrValues } from "./qrModel.ts";
import { useService } from "../../app/client/queries.ts";

/** Milliseconds without a key before a draft is drawn. */
const typingPause = 200;

export interface QrPreview {
  /** Of the last draft that could be drawn; undefined: none yet. */
  readonly verdict: QrVerdict | undefined;
  /** The verdict is of what the form holds right now. */
  readonly isFresh: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** A draft drawn by the very code that draws what is kept. */
export function useQrPreview(values: QrValues): QrPreview {
  const text = useMemo(() => JSON.stringify(draftOf(values)), [values]);
  const [settled] = useDebouncedValue(text, typingPause);
  const drawn = useQuery({
    queryKey: ["qrPreview", settled],
    queryFn: async ({ signal }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written a few lines above
      const body = JSON.parse(settled) as NonNullable<ReturnType<typeof draftOf>>;
      return (await api.call("previewQrCode", { body }, signal)).data;
    },
    enabled: settled !== "null",
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
  return {
    verdict: text === "null" ? undefined : drawn.data,
    isFresh: text === settled && drawn.isSuccess && !drawn.isPlaceholderData,
    error: drawn.isError && text === settled ? drawn.error : null,
    retry: () => void drawn.refetch(),
  };
}

/** An address for a picture's `src`: shapes alone, nothing of it is fetched. */
export function pictureData(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Where the window has the picture of a code from: this computer, whatever address it is printed with. */
export function usePictureAddress(): (link: string, size: number) => string | null {
  const base = useService().data?.baseUrl;
  return (link, size) => {
    const place = /\/qr\/[^/?#]+$/.exec(new URL(link).pathname)?.[0];
    return base === undefined || place === undefined
      ? null
      : `${base}${place}?format=svg&size=${size}`;
  };
}
