import type { AccountRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { hashPassword } from "./secrets.ts";

export interface AccountService {
  get(): AccountRecord;
  update(fields: { email?: string | undefined; password?: string | undefined }): Promise<void>;
  /** Whether the API key has stopped working. */
  isExpired(): boolean;
}

const yearsOfKey = 10;

/** Makes the account on the first start. */
export async function openAccount(options: {
  store: Store;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** The name of whoever runs the service. */
  username: string;
}): Promise<AccountService> {
  const { store, clock, username } = options;
  const table = store.table("account");

  if (table.get(1) === undefined) {
    const now = new Date(clock());
    const expires = new Date(now);
    expires.setUTCFullYear(now.getUTCFullYear() + yearsOfKey);
    const record: AccountRecord = {
      id: 1,
      username,
      email: `${username.trim().replace(/\s+/g, ".")}@localhost`,
      status: "pro",
      registeredAt: now.toISOString(),
      expiresAt: expires.toISOString(),
    };
    await store.commit([{ put: "account", record }]);
  }

  function get(): AccountRecord {
    const record = table.get(1);
    if (record === undefined) throw new Error("The account is missing from the store.");
    return record;
  }

  return {
    get,
    async update({ email, password }) {
      const hash = password === undefined ? undefined : await hashPassword(password);
      const record: AccountRecord = {
        ...get(),
        ...(email === undefined ? {} : { email }),
        ...(hash === undefined ? {} : { password: hash }),
      };
      await store.commit([{ put: "account", record }]);
    },
    isExpired: () => Date.parse(get().expiresAt) <= clock(),
  };
}
