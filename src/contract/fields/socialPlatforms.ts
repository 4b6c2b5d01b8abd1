/** The keys of `socialCount`, in the order of docs/api.md, "Social platforms". */
export const socialPlatforms = [
  "facebook",
  "twitter",
  "instagram",
  "linkedin",
  "telegram",
  "whatsapp",
  "youtube",
  "reddit",
  "tiktok",
  "pinterest",
] as const;
export type SocialPlatform = (typeof socialPlatforms)[number];
