/** `example.org/spring` is an address to a person; the contract wants its scheme. */
export function completeAddress(typed: string): string {
  const text = typed.trim();
  const isBareHost = /^(?!\d+\.\d+$)[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]|$)/u.test(text);
  return isBareHost ? `https://${text}` : text;
}
