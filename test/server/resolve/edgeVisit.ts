import type { Decision } from "../../../src/server/resolve/model.ts";
import { prepareLink, type StoredLink } from "../../../src/server/resolve/prepareLink.ts";
import { isOpened, resolve } from "../../../src/server/resolve/resolve.ts";
import { countryCode, countryName } from "../../../src/server/visitor/countryNames.ts";
import { createLanguages } from "../../../src/server/visitor/languages.ts";
import { createReferrers, type Referrer } from "../../../src/server/visitor/referrers.ts";
import { createUserAgents, type UserAgent } from "../../../src/server/visitor/userAgents.ts";
import { httpAnswer } from "../../../src/server/visit/answer.ts";
import { pageLanguage } from "../../../src/server/visit/pages/markup/language.ts";
import type { HttpAnswer } from "../../../src/server/visit/pages/markup/httpAnswer.ts";
import { noticePage } from "../../../src/server/visit/pages/notices.ts";

export interface EdgeRequest {
  readonly userAgent: string;
  readonly acceptLanguage: string;
  readonly referrer: string;
  readonly country: string | null;
  readonly now: number;
  readonly isUnlocked: boolean;
}

interface EdgeVisit {
  readonly decision: Decision;
  readonly userAgent: UserAgent;
  readonly referrer: Referrer;
  readonly country: string;
  readonly answer: HttpAnswer;
}

const userAgents = createUserAgents();
const languages = createLanguages();
const referrers = createReferrers();

/** A visit from the stored link and the headers to the answer, as a server at the edge makes it. */
export function edgeVisit(stored: StoredLink, request: EdgeRequest): EdgeVisit {
  const userAgent = userAgents.read(request.userAgent);
  const accepted = languages.read(request.acceptLanguage);
  const decision = resolve(prepareLink(stored), {
    now: request.now,
    languages: accepted,
    country: request.country,
    device: userAgent.device ?? null,
    deviceGroup: userAgent.deviceGroup ?? null,
    isPreview: userAgent.isPreview,
    isUnlocked: request.isUnlocked,
  });
  const country = countryName(countryCode(request.country ?? "persia") ?? "");
  const answer = httpAnswer(
    isOpened(decision)
      ? { kind: "redirect", to: decision.to }
      : { kind: "page", page: noticePage("notFound", pageLanguage(accepted)) },
    { name: "Way & Post", color: "#00aa11" },
  );
  return { decision, userAgent, referrer: referrers.read(request.referrer), country, answer };
}
