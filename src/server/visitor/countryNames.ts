import { normalized } from "../../contract/fields/normalized.ts";

/** ISO 3166-1 alpha-2, and XK, which address databases use for Kosovo. */
const codes = new Set(
  (
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ " +
    "CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR " +
    "GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP " +
    "KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT " +
    "MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW " +
    "SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG " +
    "UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW"
  ).split(" "),
);

/** Where the system's own English name is not what people write. */
const preferredNames: Readonly<Record<string, string>> = {
  CD: "DR Congo",
  CG: "Congo",
  CI: "Ivory Coast",
  HK: "Hong Kong",
  MM: "Myanmar",
  MO: "Macao",
  PS: "Palestine",
  TR: "Turkey",
};

/** Other names a country is known by, folded as {@link fold} folds them. */
const aliases: Readonly<Record<string, string>> = {
  america: "US",
  usa: "US",
  "u s": "US",
  "u s a": "US",
  "united states of america": "US",
  uk: "GB",
  "u k": "GB",
  britain: "GB",
  "great britain": "GB",
  england: "GB",
  scotland: "GB",
  wales: "GB",
  "northern ireland": "GB",
  "united kingdom of great britain and northern ireland": "GB",
  uae: "AE",
  emirates: "AE",
  "islamic republic of iran": "IR",
  "iran islamic republic of": "IR",
  persia: "IR",
  "russian federation": "RU",
  korea: "KR",
  "republic of korea": "KR",
  "korea republic of": "KR",
  "korea south": "KR",
  "democratic peoples republic of korea": "KP",
  "korea democratic peoples republic of": "KP",
  "korea north": "KP",
  "czech republic": "CZ",
  holland: "NL",
  "the netherlands": "NL",
  burma: "MM",
  "cape verde": "CV",
  swaziland: "SZ",
  macedonia: "MK",
  "fyr macedonia": "MK",
  "republic of north macedonia": "MK",
  turkiye: "TR",
  "republic of turkiye": "TR",
  "cote divoire": "CI",
  "east timor": "TL",
  "viet nam": "VN",
  "syrian arab republic": "SY",
  "lao peoples democratic republic": "LA",
  "brunei darussalam": "BN",
  "republic of moldova": "MD",
  "moldova republic of": "MD",
  "bolivia plurinational state of": "BO",
  "plurinational state of bolivia": "BO",
  "venezuela bolivarian republic of": "VE",
  "bolivarian republic of venezuela": "VE",
  "united republic of tanzania": "TZ",
  "tanzania united republic of": "TZ",
  "democratic republic of the congo": "CD",
  "democratic republic of congo": "CD",
  "congo the democratic republic of the": "CD",
  "congo kinshasa": "CD",
  drc: "CD",
  zaire: "CD",
  "republic of the congo": "CG",
  "congo republic": "CG",
  "congo brazzaville": "CG",
  "peoples republic of china": "CN",
  "mainland china": "CN",
  prc: "CN",
  "republic of china": "TW",
  "taiwan province of china": "TW",
  "hong kong sar china": "HK",
  macau: "MO",
  "macao sar china": "MO",
  "state of palestine": "PS",
  "palestinian territories": "PS",
  "palestine state of": "PS",
  vatican: "VA",
  "holy see": "VA",
  "the bahamas": "BS",
  "the gambia": "GM",
  "federated states of micronesia": "FM",
  "micronesia federated states of": "FM",
  "kingdom of saudi arabia": "SA",
  ksa: "SA",
  "us virgin islands": "VI",
  "falkland islands malvinas": "FK",
  "sao tome and principe": "ST",
  reunion: "RE",
  curacao: "CW",
  "aland islands": "AX",
  eire: "IE",
  "republic of ireland": "IE",
};

interface Tables {
  readonly names: ReadonlyMap<string, string>;
  readonly codeByName: ReadonlyMap<string, string>;
}

let tables: Tables | undefined;

/** Made when the first country is named: a start doesn't wait for it. */
function countryTables(): Tables {
  return (tables ??= makeTables());
}

function makeTables(): Tables {
  const official = officialNames();
  const names = new Map(official.map(([code, name]) => [code, preferredNames[code] ?? name]));
  const codeByName = new Map([
    ...Object.entries(aliases),
    ...[...official, ...names].map(([code, name]) => [fold(name), code] as const),
  ]);
  return { names, codeByName };
}

/** "Germany", "USA", "iran", "de" → ISO 3166 alpha-2, upper case; null: no country of that name. */
export function countryCode(name: string): string | null {
  const trimmed = name.trim();
  const code = trimmed.toUpperCase();
  if (codes.has(code)) return code;
  return countryTables().codeByName.get(fold(trimmed)) ?? null;
}

/** "DE" → "Germany"; what is no code comes back as it is. */
export function countryName(code: string): string {
  return countryTables().names.get(code) ?? code;
}

function officialNames(): [code: string, name: string][] {
  const display = new Intl.DisplayNames(["en"], { type: "region", fallback: "code" });
  return [...codes].map((code) => [code, display.of(code) ?? code]);
}

/** Case, accents, punctuation and the ways to write "and" and "Saint" make no difference. */
function fold(name: string): string {
  return normalized(name, "NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’‘`]/gu, "")
    .replaceAll("&", " and ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/^st /u, "saint ");
}
