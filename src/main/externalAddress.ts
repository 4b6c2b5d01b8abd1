const openable = new Set(["http:", "https:", "mailto:"]);

/** The address as it may be handed to the system, or null: other schemes can start programs. */
export function externalAddress(address: string): string | null {
  const url = URL.parse(address);
  return url !== null && openable.has(url.protocol) ? url.href : null;
}
