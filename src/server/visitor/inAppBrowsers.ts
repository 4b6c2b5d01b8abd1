/**
 * Apps that open links in a browser of their own, by what they add to the user agent; the first
 * that fits counts. Some say nothing (Telegram on iPhones): those are web views like any other.
 */
const apps: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bOrca-Android\b|\bMessenger(?:Lite)?ForiOS\b/u, "Messenger"],
  [/\bBarcelona \d/u, "Threads"],
  [/\bInstagram \d/u, "Instagram"],
  [/\bFBA[NV]\/|\bFB_IAB\//u, "Facebook"],
  [/\bmusical_ly|\btrill_\d|\bBytedanceWebview\//u, "TikTok"],
  [/\bLinkedInApp\b/u, "LinkedIn"],
  [/\bSnapchat\//u, "Snapchat"],
  [/\bTelegram(?:-Android|-iOS)?\//u, "Telegram"],
  [/\bMicroMessenger\//u, "WeChat"],
  [/\bLine\/\d/u, "LINE"],
  [/\bTwitter(?:Android\b| for i(?:Phone|Pad)\b)/u, "X"],
  [/\[Pinterest\//u, "Pinterest"],
  [/\bKAKAOTALK\b/u, "KakaoTalk"],
  [/\bViber\/\d/u, "Viber"],
  [/\bReddit\/\d/u, "Reddit"],
  [/\bDiscord\/\d/u, "Discord"],
  [/\bGSA\/\d/u, "Google app"],
];

/** Undefined: a browser of its own. */
export function inAppBrowser(header: string): string | undefined {
  return apps.find(([pattern]) => pattern.test(header))?.[1];
}
