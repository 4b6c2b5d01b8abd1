/**
 * Fetchers of link previews, which get the preview page of a link that has metadata. In-app
 * browsers of the same companies are people and must not match.
 */
const previewFetchers: readonly RegExp[] = [
  // Facebook, Instagram, Messenger, Threads; Apple's Messages and Line call themselves so too.
  /facebookexternalhit|facebookcatalog|\bFacebot\b/iu,
  // WhatsApp and Signal.
  /^WhatsApp\b/iu,
  /TelegramBot/iu,
  /Twitterbot/iu,
  /LinkedInBot/iu,
  /Slackbot|Slack-ImgProxy/iu,
  /Discordbot/iu,
  /SkypeUriPreview/iu,
  // Teams, Outlook.
  /MicrosoftPreview|BingPreview/iu,
  /Pinterestbot|Pinterest\/0\./iu,
  /redditbot/iu,
  /^Viber\b/iu,
  /vkShare/iu,
  /Snap URL Preview/iu,
  /Bluesky Cardyb/iu,
  // Mastodon and its kind.
  /\b(?:Mastodon|Pleroma|Akkoma|Misskey|Lemmy)\/.*\+https?:/iu,
  /kakaotalk-scrap/iu,
  /\bLINE-Parts\b|line-poker/iu,
  /ZaloBot/iu,
  /Synapse.*Matrix|\bmatrix-media-repo\b/iu,
  /Mattermost-Bot|Rocket\.Chat|ZulipURLPreview/iu,
  /Embedly|Iframely/iu,
  /Google-PageRenderer|GoogleMessages/iu,
  /TumblrBot/iu,
];

export function isPreviewFetcher(userAgent: string): boolean {
  return previewFetchers.some((fetcher) => fetcher.test(userAgent));
}

const longestName = 40;
const unnamed = "No name given";

/** Product tokens that every browser sends and that name no program. */
const commonTokens =
  /^(?:Mozilla|AppleWebKit|Chrome|Safari|Version|Mobile|Gecko|KHTML|Firefox|Edge?|OPR)$/iu;
const namesItself =
  /bot|crawl|spider|preview|fetch|scan|headless|externalhit|check|monitor|cardyb/iu;

/** "curl/8.5.0" → "curl"; "Mozilla/5.0 (compatible; Googlebot/2.1; …)" → "Googlebot". */
export function botName(userAgent: string): string {
  const printable = userAgent.replace(/[^\x20-\x7e]/gu, "").trim();
  if (printable === "") return unnamed;
  const tokens = [...printable.matchAll(/(?<name>[A-Za-z][\w.!-]*(?: [A-Z][\w.-]*)?)\/v?\d/gu)]
    .map((match) => match.groups?.["name"] ?? "")
    .filter((name) => !commonTokens.test(name));
  const name =
    tokens.find((token) => namesItself.test(token)) ??
    /[\w.-]*(?:bot|crawler|spider)\b/iu.exec(printable)?.[0] ??
    tokens[0] ??
    printable.split(/[\s/;(]/u, 1)[0] ??
    "";
  return name === "" ? unnamed : name.slice(0, longestName);
}
