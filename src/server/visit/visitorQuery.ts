/** No address of ours has as many parameters. */
const mostParts = 500;

/** What a visitor sent behind `?`: its first parts, as thousands would take long to parse. */
export function visitorQuery(sent: string): URLSearchParams {
  let end = -1;
  for (let parts = 0; parts < mostParts; parts += 1) {
    end = sent.indexOf("&", end + 1);
    if (end === -1) return new URLSearchParams(sent);
  }
  return new URLSearchParams(sent.slice(0, end));
}
