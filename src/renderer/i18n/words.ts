import type shared from "./en.json";
import type palette from "../app/palette/words.en.json";
import type quickBar from "../app/quickBar/words.en.json";
import type automation from "../features/automation/words.en.json";
import type extension from "../features/automation/extension/words.en.json";
import type webhooks from "../features/automation/webhooks/words.en.json";
import type bioPages from "../features/bioPages/words.en.json";
import type campaigns from "../features/campaigns/words.en.json";
import type changes from "../features/changes/words.en.json";
import type channels from "../features/channels/words.en.json";
import type pages from "../features/pages/words.en.json";
import type collections from "../features/collections/words.en.json";
import type domains from "../features/domains/words.en.json";
import type edge from "../features/edge/words.en.json";
import type exchange from "../features/exchange/words.en.json";
import type inbox from "../features/inbox/words.en.json";
import type jobs from "../features/jobs/words.en.json";
import type linkEditor from "../features/links/editor/words.en.json";
import type linkPage from "../features/links/page/words.en.json";
import type links from "../features/links/words.en.json";
import type overlays from "../features/overlays/words.en.json";
import type pixels from "../features/pixels/words.en.json";
import type preview from "../features/preview/words.en.json";
import type publicAddress from "../features/publicAddress/words.en.json";
import type qrCodes from "../features/qrCodes/words.en.json";
import type settings from "../features/settings/words.en.json";
import type splashPages from "../features/splashPages/words.en.json";
import type statistics from "../features/statistics/words.en.json";
import type tags from "../features/tags/words.en.json";
import type tryLink from "../features/tryLink/words.en.json";
import type reference from "../features/reference/words.en.json";
import type edit from "../ui/edit/words.en.json";
import type list from "../ui/list/words.en.json";
import type { contractEnglish } from "./contractEnglish.ts";

/** Every text of the app: what `t` takes. */
export type Words = typeof shared &
  typeof palette &
  typeof quickBar &
  typeof automation &
  typeof extension &
  typeof bioPages &
  typeof campaigns &
  typeof changes &
  typeof channels &
  typeof collections &
  typeof pages &
  typeof domains &
  typeof edge &
  typeof exchange &
  typeof inbox &
  typeof jobs &
  typeof linkEditor &
  typeof linkPage &
  typeof links &
  typeof overlays &
  typeof pixels &
  typeof preview &
  typeof publicAddress &
  typeof qrCodes &
  typeof settings &
  typeof splashPages &
  typeof statistics &
  typeof tags &
  typeof tryLink &
  typeof reference &
  typeof webhooks &
  typeof edit &
  typeof list &
  typeof contractEnglish;
