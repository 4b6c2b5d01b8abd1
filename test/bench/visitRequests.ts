/** 200 user agents as browsers send them: 120 of desktops, 80 of phones and tablets. */

function range(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}

const desktops = [
  "Windows NT 10.0; Win64; x64",
  "Macintosh; Intel Mac OS X 10_15_7",
  "X11; Linux x86_64",
] as const;

const chromes = range(119, 20).flatMap((version) =>
  desktops.map(
    (system) =>
      `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
  ),
);

const edges = range(119, 20).map(
  (version) =>
    `Mozilla/5.0 (${desktops[0]}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36 Edg/${version}.0.0.0`,
);

const firefoxes = range(120, 20).flatMap((version) =>
  ["Windows NT 10.0; Win64; x64", "X11; Linux x86_64"].map(
    (system) => `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`,
  ),
);

const iPhones = range(15, 4).flatMap((version) =>
  range(0, 6).map(
    (minor) =>
      `Mozilla/5.0 (iPhone; CPU iPhone OS ${version}_${minor} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version}.${minor} Mobile/15E148 Safari/604.1`,
  ),
);

const iPads = range(15, 4).flatMap((version) =>
  range(0, 4).map(
    (minor) =>
      `Mozilla/5.0 (iPad; CPU OS ${version}_${minor} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version}.${minor} Mobile/15E148 Safari/604.1`,
  ),
);

const androids = range(119, 20).map(
  (version, index) =>
    `Mozilla/5.0 (Linux; Android ${11 + (index % 5)}; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Mobile Safari/537.36`,
);

const samsungs = range(9, 20).map(
  (version, index) =>
    `Mozilla/5.0 (Linux; Android ${10 + (index % 5)}; SM-G99${index % 10}B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/${version}.0 Chrome/${79 + version}.0.0.0 Mobile Safari/537.36`,
);

const userAgents: readonly string[] = [
  ...chromes,
  ...edges,
  ...firefoxes,
  ...iPhones,
  ...iPads,
  ...androids,
  ...samsungs,
];

/**
 * Who visits. "few": one address, 200 user agents, 200 referring pages, all of which a cache can
 * hold. "everybody": 16 million addresses as a tunnel's provider forwards them, 5,000 user agents,
 * 5,000 referring pages; nearly no visitor comes twice.
 */
export type Crowd = "few" | "everybody";

/** Requests that are built before the clock starts; so many are enough to look random. */
const varieties = 40_000;

const fewReferrers = Array.from(
  { length: 200 },
  (_, index) => `https://www.site-${index % 50}.example/page-${index}`,
);

/** Each of the 200 as 25 builds of its browser, which the parser can't know beforehand. */
const manyUserAgents = userAgents.flatMap((userAgent) =>
  Array.from({ length: 25 }, (_, build) =>
    userAgent.replace(/(?<=(?:Chrome|Firefox|Version)\/\d+\.)(\d+)/u, (minor) =>
      String(Number(minor) + build),
    ),
  ),
);

const manyReferrers = Array.from(
  { length: 5_000 },
  (_, index) => `https://www.site-${index % 1_000}.example/page-${index}`,
);

const countries =
  "US IN BR DE GB FR ID JP MX RU TR VN PH IT ES PL KR CA AR TH NG EG UA NL AU PK CO BD SA MY".split(
    " ",
  );

/** Every octet with three digits, so that an address can be written over another. */
const octets = Array.from({ length: 64 }, (_, index) => Buffer.from(String(100 + index)));
const anyAddress = "100.100.100.100";

/** A request at a time, made so that the making costs next to nothing. */
export type NextRequest = () => Buffer;

interface BuiltRequest {
  readonly bytes: Buffer;
  /** Where the visitor's address stands in them. */
  readonly addressAt: number;
}

/** Goes on through all runs of a process, so that a visitor of an earlier one isn't met again. */
let visitorsMet = 0;

export function visitRequests(options: {
  crowd: Crowd;
  aliases: readonly string[];
  port: number;
}): NextRequest {
  const requests = builtRequests(options);
  const isFew = options.crowd === "few";
  let sent = 0;
  return () => {
    const request = requests[sent % varieties];
    if (request === undefined) throw new Error("There are no links to visit.");
    sent += 1;
    if (!isFew) writeAddress(request, (visitorsMet += 1));
    return request.bytes;
  };
}

/** With steps that share no factor with the lengths: every pair comes up, in no visible order. */
function builtRequests(options: {
  crowd: Crowd;
  aliases: readonly string[];
  port: number;
}): BuiltRequest[] {
  const { crowd, aliases, port } = options;
  const isFew = crowd === "few";
  const agents = isFew ? userAgents : manyUserAgents;
  const referrers = isFew ? fewReferrers : manyReferrers;
  return Array.from({ length: varieties }, (_, index) => {
    const round = Math.floor(index / agents.length);
    const country = countries[(index * 7 + round) % countries.length];
    const bytes = Buffer.from(
      `GET /${aliases[(index * 7_919) % aliases.length]} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
        (isFew ? "" : `CF-Connecting-IP: ${anyAddress}\r\nCF-IPCountry: ${country}\r\n`) +
        `User-Agent: ${agents[(index * 67 + round) % agents.length]}\r\n` +
        "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n" +
        "Accept-Language: en-GB,en;q=0.9\r\nAccept-Encoding: gzip, deflate, br\r\n" +
        `Referer: ${referrers[(index * 131 + round * 7) % referrers.length]}\r\n` +
        "Connection: keep-alive\r\n\r\n",
    );
    return { bytes, addressAt: bytes.indexOf(anyAddress) };
  });
}

function writeAddress({ bytes, addressAt }: BuiltRequest, visitor: number): void {
  // An odd factor walks through all 2^24 addresses in no visible order.
  const address = Math.imul(visitor, 7_654_321) & 0xff_ff_ff;
  for (let octet = 0; octet < 4; octet += 1) {
    octets[(address >>> (octet * 6)) & 63]?.copy(bytes, addressAt + octet * 4);
  }
}
