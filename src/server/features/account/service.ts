import { foldAlias } from "../../store/tables/foldAlias.ts";
import type { AccountRecord } from "../../store/records.ts";
import type { Check } from "../../common/resources.ts";
import { hashPassword } from "../../passwords/hashing.ts";
import type { App } from "../../common/context.ts";
import { formerNames } from "./formerNames.ts";

export interface AccountService {
  get(): AccountRecord;
  update(
    fields: {
      readonly email?: string | undefined;
      readonly password?: string | undefined;
      readonly username?: string | undefined;
    },
    check: Check<AccountRecord>,
  ): Promise<void>;
  /** Whether it is the account's name or was once: printed addresses of lists go on working. */
  isUsername(name: string): boolean;
  /** Whether the API key has stopped working. */
  isExpired(): boolean;
}

const yearsOfKey = 10;
/** Until its owner says otherwise: the system's login name is nobody's business. */
const firstUsername = "owner";

/** Until one is given. */
function madeUpEmail(username: string): string {
  return `${username.trim().replace(/\s+/g, ".")}@localhost`;
}

/** An e-mail address that nobody gave goes with the name; one that was given stays. */
function renamed(before: AccountRecord, username: string): AccountRecord {
  if (username === before.username) return before;
  return {
    ...before,
    username,
    formerUsernames: formerNames([...(before.formerUsernames ?? []), before.username], username),
    email: before.email === madeUpEmail(before.username) ? madeUpEmail(username) : before.email,
  };
}

/** Makes the account on the first start. */
export async function openAccount(
  app: Pick<App, "store" | "aliases" | "clock">,
): Promise<AccountService> {
  const { store, aliases, clock } = app;
  const table = store.table("account");

  function created(): AccountRecord {
    const now = new Date(clock());
    const expires = new Date(now);
    expires.setUTCFullYear(now.getUTCFullYear() + yearsOfKey);
    return {
      id: 1,
      username: firstUsername,
      email: madeUpEmail(firstUsername),
      status: "pro",
      registeredAt: now.toISOString(),
      expiresAt: expires.toISOString(),
    };
  }

  if (table.get(1) === undefined) {
    await store.commit([{ put: "account", record: created() }], { isLearned: true });
  }

  function get(): AccountRecord {
    const record = table.get(1);
    if (record === undefined) throw new Error("The account is missing from the store.");
    return record;
  }

  /** Folded names of the record that they were taken from: each visit of a list asks. */
  let known: { readonly of: AccountRecord; readonly names: ReadonlySet<string> } | undefined;
  function foldedNames(): ReadonlySet<string> {
    const account = get();
    if (known?.of !== account) {
      const { username, formerUsernames = [] } = account;
      known = { of: account, names: new Set([username, ...formerUsernames].map(foldAlias)) };
    }
    return known.names;
  }

  return {
    get,
    async update({ email, password, username }, check) {
      check(get());
      const name = username === undefined ? undefined : aliases.check(username, "username");
      const hash = password === undefined ? undefined : await hashPassword(password);
      const before = get();
      check(before);
      const record: AccountRecord = {
        ...(name === undefined ? before : renamed(before, name)),
        ...(email === undefined ? {} : { email }),
        ...(hash === undefined ? {} : { password: hash }),
      };
      await store.commit([{ put: "account", record }]);
    },
    isUsername: (name) => foldedNames().has(foldAlias(name)),
    isExpired: () => Date.parse(get().expiresAt) <= clock(),
  };
}
