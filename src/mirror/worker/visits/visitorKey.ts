const utf8 = new TextEncoder();

/** As home's keys of visitors are long. */
const keyLength = 16;

let latest: { readonly secret: string; readonly key: Promise<CryptoKey> } | null = null;

function imported(secret: string): Promise<CryptoKey> {
  if (latest?.secret !== secret) {
    const bytes = Uint8Array.from(
      atob(secret.replaceAll("-", "+").replaceAll("_", "/")),
      (letter) => letter.charCodeAt(0),
    );
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    latest = { secret, key: crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]) };
  }
  return latest.key;
}

/** The key that stands for a visitor or a network, base64url: the same way as home makes its own. */
export async function visitorKeyOf(secret: string, visitor: string): Promise<string> {
  const hash = await crypto.subtle.sign("HMAC", await imported(secret), utf8.encode(visitor));
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .slice(0, keyLength);
}
