/** What a record was, and what it is now; undefined: it wasn't there, or is gone. */
type Watcher<Item> = (former: Item | undefined, next: Item | undefined) => void;

interface Watching<Item> {
  watch(told: Watcher<Item>): void;
  tell: Watcher<Item>;
}

/** Whoever wants to know of each record of a table that comes, changes or goes. */
export function createWatching<Item>(): Watching<Item> {
  const watchers: Watcher<Item>[] = [];
  return {
    watch: (told) => void watchers.push(told),
    tell(former, next) {
      for (const told of watchers) told(former, next);
    },
  };
}
