const name = "waypost_unlock";

/** A browser has one for each address; more are made up. */
const mostTokens = 4;

/** What the browser keeps of passwords that were right, as it sends it. */
export function unlockTokens(cookies: string | undefined): readonly string[] {
  if (cookies === undefined) return [];
  return cookies
    .split(";")
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .slice(0, mostTokens)
    .map((cookie) => cookie.slice(name.length + 1));
}

/** For this address only, and until the browser is closed. */
export function unlockCookie(
  token: string,
  { path, isSecure }: { readonly path: string; readonly isSecure: boolean },
): string {
  return `${name}=${token}; Path=${path}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
