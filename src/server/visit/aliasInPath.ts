/** An alias has at most 100 characters, each at most 12 of a percent-encoded path. */
export const longestSegment = 1_200;

const slash = 47;
const question = 63;
const hash = 35;
const percent = 37;

/**
 * The alias in the path of a request target, decoded; null where the path can't be one. A query
 * and one slash at the end make no difference. Empty: the bare address.
 */
export function aliasInPath(target: string): string | null {
  if (target.charCodeAt(0) !== slash) return null;
  let end = 1;
  let isPlain = true;
  for (; end < target.length; end += 1) {
    const code = target.charCodeAt(end);
    if (code === question || code === hash || code === slash) break;
    if (code === percent) isPlain = false;
  }
  if (end > longestSegment || !isEnd(target, end)) return null;
  const segment = target.slice(1, end);
  return isPlain ? segment : decode(segment);
}

/** Whether the path ends here, or after the slash that stands here. */
function isEnd(target: string, place: number): boolean {
  if (target.charCodeAt(place) !== slash) return true;
  const next = target.charCodeAt(place + 1);
  return Number.isNaN(next) || next === question || next === hash;
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
