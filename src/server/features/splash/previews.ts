import type { ShownOverlay, ShownSplashPage } from "../../../contract/fields/shownFields.ts";
import type { BioPageRecord } from "../../store/records.ts";

/** A page that visitors get, as somebody is about to save it. */
export type PreviewDraft =
  | (Onwards & {
      readonly page: "splash";
      readonly splash: ShownSplashPage;
    })
  | (Onwards & {
      readonly page: "overlay";
      readonly overlay: ShownOverlay;
      /** Whether a form has been sent. */
      readonly isThanked: boolean;
      /** Whether the target lets itself be framed. */
      readonly mayFrame: boolean;
    })
  | (Onwards & { readonly page: "frame" })
  | {
      readonly page: "bio";
      readonly bio: Pick<
        BioPageRecord,
        "name" | "description" | "avatar" | "theme" | "buttons" | "hidesCredit" | "links"
      >;
    }
  | {
      readonly page: "campaign";
      readonly name: string;
      /** Whose links are listed; undefined: it has none yet. */
      readonly campaign: number | undefined;
    }
  | { readonly page: "password" | "expired" | "notFound" | "welcome" };

interface Onwards {
  /** The link's target. */
  readonly to: string;
  /** The link's own; empty: none. */
  readonly title: string;
}

/** How its visitor would get it. */
export interface PreviewStyle {
  readonly language: "en" | "fa";
  readonly scheme: "light" | "dark";
}

export interface Previews {
  /** The address below the GUI's where the page can be looked at for a while. */
  make(draft: PreviewDraft, style: PreviewStyle): string;
}
