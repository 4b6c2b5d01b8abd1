import { useService } from "../../app/client/queries.ts";

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
