const name = "waypost_unlock";
/** Browsers take a cookie of this name only over https, so no page without it can plant one. */
const secureName = `__Secure-${name}`;

/** A browser has one for each address; more are made up. */
const mostTokens = 4;

/** What the browser keeps of passwords that were right, as it sends it; those that came over https first. */
export function unlockTokens(cookies: string | undefined): readonly string[] {
  if (cookies === undefined) return [];
  const sent = cookies.split(";").map((cookie) => cookie.trim());
  return [secureName, name]
    .flatMap((one) => sent.filter((cookie) => cookie.startsWith(`${one}=`)))
    .slice(0, mostTokens)
    .map((cookie) => cookie.slice(cookie.indexOf("=") + 1));
}

/** For this address only, and until the browser is closed; the token itself ends before that. */
export function unlockCookie(
  token: string,
  { path, isSecure }: { readonly path: string; readonly isSecure: boolean },
): string {
  const cookie = `=${token}; Path=${path}; HttpOnly; SameSite=Lax`;
  return isSecure ? `${secureName}${cookie}; Secure` : `${name}${cookie}`;
}
