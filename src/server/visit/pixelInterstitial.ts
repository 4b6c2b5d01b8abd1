import type { OpenDecision } from "../resolve/model.ts";
import type { Answer } from "./answer.ts";
import { afterHop, isAfterHop } from "./interstitials.ts";
import type { LinkAnswerParts, LinkVisit } from "./linkVisit.ts";
import { hostOf } from "./pages/interstitialParts.ts";
import { pixelHopPage } from "./pages/pixelInterstitial.ts";
import { asksNotToBeTracked } from "./requestHeaders.ts";

/** The page of a link's pixels, which leads on to its answer; the answer itself where it has none. */
export function afterPixels(
  parts: LinkAnswerParts,
  opened: OpenDecision,
  { answer, visitorRequest }: { readonly answer: Answer } & Pick<LinkVisit, "visitorRequest">,
): Answer {
  if (opened.pixels.length === 0 || !mayBeTracked(parts, visitorRequest)) return answer;
  const pixels = parts.places.pixels(opened.pixels);
  if (pixels.length === 0) return answer;
  const page = pixelHopPage({
    language: visitorRequest.style.language,
    to: answer.kind === "redirect" ? answer.to : afterHop(visitorRequest),
    host: hostOf(opened.to),
    pixels,
  });
  return { kind: "page", page, ...(answer.kind === "page" && { isHop: true }) };
}

/** People who look and have nothing against it, once a visit. */
function mayBeTracked(
  { settings }: LinkAnswerParts,
  visitorRequest: LinkVisit["visitorRequest"],
): boolean {
  const { read, headers } = visitorRequest;
  if (read.userAgent.bot !== undefined || read.isUncounted || isAfterHop(visitorRequest))
    return false;
  return !(settings.respectDnt && asksNotToBeTracked(headers));
}
