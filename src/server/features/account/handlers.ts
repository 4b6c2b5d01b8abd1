import type { Account, accountOperations } from "../../../contract/account.ts";
import type { AccountService } from "./service.ts";
import type { Timestamps } from "../../common/timestamps.ts";
import { checkExpected } from "../../api/expectedFields.ts";
import type { HandlersOf } from "../../api/handlers.ts";

export function createAccountHandlers(options: {
  account: AccountService;
  timestamps: Timestamps;
  /** Where the account's picture is. */
  avatar: () => string;
}): HandlersOf<typeof accountOperations> {
  const { account, timestamps, avatar } = options;

  function present(): Account {
    const { id, email, username, status, expiresAt, registeredAt } = account.get();
    return {
      id,
      email,
      username,
      avatar: avatar(),
      status,
      expires: timestamps.render(expiresAt),
      registered: timestamps.render(registeredAt),
    };
  }

  return {
    getAccount: () => ({ error: 0, data: present() }),
    postAccount: () => ({ error: 0, data: present() }),
    async updateAccount({ body: { expect, ...fields } }) {
      await account.update(fields, ({ email, username }) => {
        checkExpected(expect, { email, username });
      });
      return { error: 0, message: "Account has been successfully updated." };
    },
  };
}
