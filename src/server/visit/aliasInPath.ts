/** An alias has at most 100 characters, each at most 12 of a percent-encoded path. */
const longestSegment = 1_200;

const slash = 47;
const question = 63;
const hash = 35;
const percent = 37;
const firstBeyondAscii = 128;

/**
 * The alias in the path of a request target, decoded; null where the path can't be one. A query
 * and one slash at the end make no difference. Empty: the bare address.
 */
export function aliasInPath(target: string): string | null {
  let end = 1;
  let isPlain = true;
  for (; end < target.length; end += 1) {
    const code = target.charCodeAt(end);
    if (code === question || code === hash || code === slash) break;
    if (code === percent || code >= firstBeyondAscii) isPlain = false;
  }
  if (end > longestSegment || target.charCodeAt(0) !== slash) return null;
  if (target.charCodeAt(end) === slash && !endsAfter(target, end)) return null;
  const segment = target.slice(1, end);
  return isPlain ? segment : decode(segment);
}

function endsAfter(target: string, place: number): boolean {
  const next = target.charCodeAt(place + 1);
  return Number.isNaN(next) || next === question || next === hash;
}

/** Node hands bytes beyond ASCII over as Latin-1; clients that send them mean UTF-8. */
function decode(segment: string): string | null {
  try {
    return decodeURIComponent(Buffer.from(segment, "latin1").toString("utf8"));
  } catch {
    return null;
  }
}
