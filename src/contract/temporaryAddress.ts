/** Where tunnel providers hand out a name that lasts as long as the tunnel runs. */
const temporaryHosts =
  /^https?:\/\/[^/?#]*\.(trycloudflare\.com|loca\.lt|localtunnel\.me|lhr\.(life|rocks|pro)|localhost\.run|serveo\.net|serveousercontent\.com|(free\.)?pinggy\.(link|online|net)|ngrok\.io|tunnelmole\.net)(:\d+)?([/?#]|$)/i;

/** Whether an address is a tunnel's own, gone when that starts again. */
export function isTemporaryAddress(address: string): boolean {
  return temporaryHosts.test(address);
}
