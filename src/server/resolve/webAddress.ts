/** An address ready for `Location`: `http` and `https` only, and nothing that breaks a header. */
export function webAddress(address: string): string | null {
  const parsed = URL.parse(address);
  return parsed?.protocol === "http:" || parsed?.protocol === "https:" ? parsed.href : null;
}
