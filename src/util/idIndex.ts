/** IDs of what has something, by what it has. A key without IDs isn't kept. */
export type IdIndex = Map<string, Set<number>>;

export function addId(index: IdIndex, key: string, id: number): void {
  const ids = index.get(key);
  if (ids === undefined) index.set(key, new Set([id]));
  else ids.add(id);
}

export function dropId(index: IdIndex, key: string, id: number): void {
  const ids = index.get(key);
  ids?.delete(id);
  if (ids?.size === 0) index.delete(key);
}
