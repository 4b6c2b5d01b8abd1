import type shared from "./en.json";
import type bio from "../bio/words.en.json";
import type campaigns from "../campaigns/words.en.json";
import type channels from "../channels/words.en.json";
import type domains from "../domains/words.en.json";
import type edge from "../edge/words.en.json";
import type edit from "../edit/words.en.json";
import type exchange from "../exchange/words.en.json";
import type history from "../history/words.en.json";
import type link from "../link/words.en.json";
import type linkEditor from "../linkEditor/words.en.json";
import type links from "../links/words.en.json";
import type list from "../list/words.en.json";
import type overlays from "../overlays/words.en.json";
import type palette from "../palette/words.en.json";
import type pixels from "../pixels/words.en.json";
import type preview from "../preview/words.en.json";
import type publicAddress from "../publicAddress/words.en.json";
import type qr from "../qr/words.en.json";
import type quick from "../quick/words.en.json";
import type reference from "../reference/words.en.json";
import type sentences from "../sentences/words.en.json";
import type settings from "../settings/words.en.json";
import type splash from "../splash/words.en.json";
import type statistics from "../statistics/words.en.json";
import type tags from "../tags/words.en.json";
import type tryVisit from "../tryVisit/words.en.json";

/** Every text of the app: what `t` takes. */
export type Words = typeof shared &
  typeof bio &
  typeof campaigns &
  typeof channels &
  typeof domains &
  typeof edge &
  typeof edit &
  typeof exchange &
  typeof history &
  typeof link &
  typeof linkEditor &
  typeof links &
  typeof list &
  typeof overlays &
  typeof palette &
  typeof pixels &
  typeof preview &
  typeof publicAddress &
  typeof qr &
  typeof quick &
  typeof reference &
  typeof sentences &
  typeof settings &
  typeof splash &
  typeof statistics &
  typeof tags &
  typeof tryVisit;
