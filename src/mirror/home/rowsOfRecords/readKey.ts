import type { PageKind } from "./pageRows.ts";

/** What a key of the mirror names. Names are folded. */
export type KeyOf =
  | { readonly kind: "site" }
  | { readonly kind: "alias"; readonly name: string; readonly domain: number | undefined }
  | { readonly kind: "slug" | "qr"; readonly name: string }
  | { readonly kind: "campaign" | PageKind; readonly id: number };

/** Null: it is none that home writes. */
export function readKey(key: string): KeyOf | null {
  if (key === "site") return { kind: "site" };
  const [, letter = "", rest = ""] = /^([acrqp])\/(.+)$/su.exec(key) ?? [];
  switch (letter) {
    case "a": {
      const [, domain = "", name = ""] = /^(\d+)\/(.*)$/su.exec(rest) ?? [];
      if (domain === "") return null;
      return { kind: "alias", name, domain: domain === "0" ? undefined : Number(domain) };
    }
    case "c":
      return /^\d+$/u.test(rest) ? { kind: "campaign", id: Number(rest) } : null;
    case "r":
      return { kind: "slug", name: rest };
    case "q":
      return { kind: "qr", name: rest };
    case "p": {
      const [, kind, id] = /^(splash|overlay|pixel)\/(\d+)$/u.exec(rest) ?? [];
      return isPageKind(kind) ? { kind, id: Number(id) } : null;
    }
    default:
      return null;
  }
}

function isPageKind(kind: string | undefined): kind is PageKind {
  return kind === "splash" || kind === "overlay" || kind === "pixel";
}
