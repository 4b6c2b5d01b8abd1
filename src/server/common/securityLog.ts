/** What is refused, and its name in a line of the log. */
const refusals = {
  key: "API requests refused without a valid key",
  ownerOnly: "API requests refused because only the owner may make them",
  keyScope: "API requests refused because their key is for something else",
  otherSite: "API requests refused from pages of other sites",
  closed: "API requests refused where the API is closed",
  host: "requests refused for an unknown hostname",
  linkPassword: "wrong link passwords",
  linkPasswordLater: "link passwords refused unchecked after too many attempts",
} as const;

export type Refusal = keyof typeof refusals;

/**
 * What the owner should be able to read in the log after an attack. It holds counts and names of
 * operations only: no key, no password, no address of a visitor.
 */
export interface SecurityLog {
  refused(what: Refusal): void;
  /** An operation of the owner was carried out; `name` is one of the contract's. */
  operated(name: string): void;
  /** Writes what has been counted so far. */
  close(): void;
}

/** Milliseconds. */
const minute = 60_000;

/** Calls back once, later; answers how to prevent that. */
type Later = (work: () => void) => () => void;

const inAMinute: Later = (work) => {
  const timer = setTimeout(work, minute).unref();
  return () => clearTimeout(timer);
};

/** Writes at most one line a minute of each kind, however much is counted. */
export function createSecurityLog({
  log,
  later = inAMinute,
}: {
  log: (line: string) => void;
  later?: Later;
}): SecurityLog {
  const refusedNow = new Map<Refusal, number>();
  const operatedNow = new Map<string, number>();
  let cancel: (() => void) | null = null;

  function count<Key>(counts: Map<Key, number>, key: Key): void {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    cancel ??= later(write);
  }

  function write(): void {
    cancel = null;
    for (const [what, times] of refusedNow) {
      log(`Security, the last minute: ${refusals[what]}: ${times}.`);
    }
    if (operatedNow.size > 0) {
      const names = [...operatedNow].map(([name, times]) => `${name} ${times}`).join(", ");
      log(`Security, the last minute: operations of the owner: ${names}.`);
    }
    refusedNow.clear();
    operatedNow.clear();
  }

  return {
    refused: (what) => count(refusedNow, what),
    operated: (name) => count(operatedNow, name),
    close() {
      cancel?.();
      write();
    },
  };
}

/** Whether the API's own refusal is one of those that are counted. */
export function isRefusal(code: string): code is Refusal {
  return Object.hasOwn(refusals, code);
}
