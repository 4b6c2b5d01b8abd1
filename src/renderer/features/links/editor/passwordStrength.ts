export type PasswordStrength = "short" | "fair" | "strong";

/** Under this, somebody who keeps guessing gets there. */
const advisedLength = 8;

/** From here on nobody tries all that are possible. */
const strong = { length: 12, variety: 8 };

/** How long a password holds against somebody who keeps guessing; null where there is none. */
export function passwordStrength(password: string): PasswordStrength | null {
  const characters = Array.from(password);
  if (characters.length === 0) return null;
  if (characters.length < advisedLength) return "short";
  const isStrong = characters.length >= strong.length && new Set(characters).size >= strong.variety;
  return isStrong ? "strong" : "fair";
}

/** Without letters and digits that look alike: 32 of them, so that each takes five random bits. */
const readable = "abcdefghijkmnpqrstuvwxyz23456789";

/** Four groups of five, so that it can be read to somebody. */
export function generatedPassword(): string {
  const letters = Array.from(
    crypto.getRandomValues(new Uint8Array(20)),
    (value) => readable[value % readable.length],
  );
  return [0, 5, 10, 15].map((start) => letters.slice(start, start + 5).join("")).join("-");
}
