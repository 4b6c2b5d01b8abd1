import type { PixelType } from "../../../contract/resources/pixels.ts";

interface Platform {
  readonly type: PixelType;
  /** As its owner calls itself. */
  readonly name: string;
  /** What its tags look like. */
  readonly example: string;
  readonly looks: RegExp;
}

/** In the order of the names: that is how people look for theirs. */
export const platforms: readonly Platform[] = [
  {
    type: "retargetingpixel",
    name: "AdRoll",
    example: "ABCDEFGHIJKLMNOPQRSTUV/WXYZABCDEFGHIJKLMNOPQR",
    looks: /^[A-Z0-9]{10,}[/:][A-Z0-9]{10,}$/i,
  },
  {
    type: "adsplatformpixel",
    name: "Google Ads",
    example: "AW-123456789/AbC-D_efGh12",
    looks: /^(AW-)?\d{6,}(\/[\w-]+)?$/i,
  },
  {
    type: "analyticspixel",
    name: "Google Analytics 4",
    example: "G-ABC123DEF4",
    looks: /^G-[A-Z0-9]{4,}$/i,
  },
  {
    type: "tagmanagerpixel",
    name: "Google Tag Manager",
    example: "GTM-ABC1234",
    looks: /^GTM-[A-Z0-9]{4,}$/i,
  },
  {
    type: "professionalnetpixel",
    name: "LinkedIn Insight",
    example: "1234567",
    looks: /^\d{4,9}$/,
  },
  { type: "socialnetpixel", name: "Meta", example: "123456789012345", looks: /^\d{10,20}$/ },
  {
    type: "searchenginepixel",
    name: "Microsoft Advertising",
    example: "12345678",
    looks: /^\d{6,12}$/,
  },
  {
    type: "imageboardpixel",
    name: "Pinterest",
    example: "2612345678901",
    looks: /^\d{10,16}$/,
  },
  {
    type: "qapixel",
    name: "Quora",
    example: "0123456789abcdef0123456789abcdef",
    looks: /^[0-9a-f]{32}$/i,
  },
  { type: "forumpixel", name: "Reddit", example: "t2_abc123de", looks: /^(a2|t2)_[a-z0-9]+$/i },
  {
    type: "messagingpixel",
    name: "Snapchat",
    example: "12345678-90ab-cdef-1234-567890abcdef",
    looks: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  },
  {
    type: "shortvideopixel",
    name: "TikTok",
    example: "C4A1B2C3D4E5F6G7H8I9",
    looks: /^[A-Z0-9]{15,25}$/,
  },
  { type: "microblogpixel", name: "X", example: "o1a2b", looks: /^[a-z0-9]{5,6}$/i },
];

/** Every type of the contract has its row. */
export function platformOf(type: PixelType): Platform {
  const found = platforms.find((one) => one.type === type);
  if (found === undefined) throw new Error(`There is no platform for ${type}.`);
  return found;
}
