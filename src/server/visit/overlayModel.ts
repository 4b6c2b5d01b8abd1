import type { OpenDecision } from "../resolve/model.ts";
import {
  isFramable,
  isLimited,
  type LinkAnswerParts,
  type LinkVisit,
  titleOf,
  usable,
} from "./linkVisit.ts";
import type { VisitedOverlay } from "./visitModel.ts";
import type { OverlayModel } from "./pages/overlay.ts";

export type OverlayDecision = OpenDecision & { readonly kind: "overlay" };

export type VisitedOverlayModel = OverlayModel & { readonly overlay: VisitedOverlay };

/** Null: the overlay is gone, and the link is direct. */
export function overlayModel(
  parts: LinkAnswerParts,
  { id, to }: OverlayDecision,
  on: LinkVisit,
): VisitedOverlayModel | null {
  const overlay = parts.places.overlay(id);
  if (overlay === undefined) return null;
  return {
    language: on.visitorRequest.style.language,
    to,
    title: titleOf(on.prepared),
    overlay: { ...overlay, link: usable(overlay.link) },
    state: { kind: "form" },
    mayFrame: isFramable(parts, to, on),
    ...(isLimited(on.prepared) && { formToken: parts.formTokens.make(on.prepared.id) }),
  };
}
