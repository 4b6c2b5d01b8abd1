import { type SocialPlatform, socialPlatforms } from "../../contract/fields/socialPlatforms.ts";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key for each platform
export const zeroSocialCount = Object.fromEntries(
  socialPlatforms.map((platform) => [platform, 0]),
) as Readonly<Record<SocialPlatform, number>>;

/** Hosts that send visitors on a platform's behalf, each with all hosts below it. */
const hostsOf: Readonly<Record<SocialPlatform, readonly string[]>> = {
  facebook: ["facebook.com", "fb.com", "fb.me", "fb.watch", "messenger.com", "m.me"],
  twitter: ["twitter.com", "x.com", "t.co"],
  instagram: ["instagram.com", "instagr.am", "ig.me"],
  linkedin: ["linkedin.com", "lnkd.in"],
  telegram: ["telegram.org", "telegram.me", "t.me", "telegram.dog"],
  whatsapp: ["whatsapp.com", "whatsapp.net", "wa.me"],
  youtube: ["youtube.com", "youtu.be", "youtube-nocookie.com"],
  reddit: ["reddit.com", "redd.it"],
  tiktok: ["tiktok.com", "tiktokv.com"],
  pinterest: ["pin.it"],
};

/** Packages of the platforms' Android apps, as they stand in `android-app://…` referrers. */
const appsOf: Readonly<Record<SocialPlatform, readonly string[]>> = {
  facebook: ["com.facebook.katana", "com.facebook.lite", "com.facebook.orca"],
  twitter: ["com.twitter.android", "com.twitter.android.lite"],
  instagram: ["com.instagram.android", "com.instagram.lite", "com.instagram.barcelona"],
  linkedin: ["com.linkedin.android"],
  telegram: ["org.telegram.messenger", "org.telegram.messenger.web", "org.thunderdog.challegram"],
  whatsapp: ["com.whatsapp", "com.whatsapp.w4b"],
  youtube: ["com.google.android.youtube", "com.google.android.apps.youtube.music"],
  reddit: ["com.reddit.frontpage"],
  tiktok: ["com.zhiliaoapp.musically", "com.ss.android.ugc.trill"],
  pinterest: ["com.pinterest"],
};

const platformByHost = byName(hostsOf);
const platformByApp = byName(appsOf);

/** Pinterest has a domain in many countries: pinterest.de, pinterest.co.uk, … */
const pinterest = /(?:^|\.)pinterest\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/u;

export function platformOfHost(host: string): SocialPlatform | null {
  for (let name = host; name !== ""; name = below(name)) {
    const platform = platformByHost.get(name);
    if (platform !== undefined) return platform;
  }
  return pinterest.test(host) ? "pinterest" : null;
}

export function platformOfApp(app: string): SocialPlatform | null {
  return platformByApp.get(app) ?? null;
}

function below(host: string): string {
  const dot = host.indexOf(".");
  return dot < 0 ? "" : host.slice(dot + 1);
}

function byName(
  names: Readonly<Record<SocialPlatform, readonly string[]>>,
): ReadonlyMap<string, SocialPlatform> {
  return new Map(
    socialPlatforms.flatMap((platform) => names[platform].map((name) => [name, platform] as const)),
  );
}
