/** Names of an account that stay good in the addresses of lists. Each rename keeps all of them in the history. */
export const mostFormerNames = 100;

/** The names, oldest first, without the one that the account has. Of too many the oldest go. */
export function formerNames(names: readonly string[], username: string): string[] {
  const former = new Set(names);
  former.delete(username);
  return [...former].slice(-mostFormerNames);
}
