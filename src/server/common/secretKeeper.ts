/** Seals small secrets as the system can; the desktop shell has one, a service alone has none. */
export interface SecretKeeper {
  /** As the system calls it, for example `gnome_libsecret`, `keychain`, `dpapi` or `basic_text`. */
  readonly name: string;
  /** What it seals can be opened by whoever can read the file. */
  readonly isPlain: boolean;
  encrypt(text: string): Uint8Array | Promise<Uint8Array>;
  /** Throws where it isn't the one that sealed it. */
  decrypt(sealed: Uint8Array): string | Promise<string>;
}
