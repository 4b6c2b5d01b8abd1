import type { Account, accountOperations } from "../../../contract/resources/account.ts";
import { checkExpected } from "../../api/expectedFields.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import { avatarPath } from "./avatar.ts";
import type { App } from "../../common/context.ts";

export function createAccountHandlers(app: App): HandlersOf<typeof accountOperations> {
  const { account, settings, timestamps } = app;

  function present(): Account {
    const { id, email, username, status, expiresAt, registeredAt } = account.get();
    return {
      id,
      email,
      username,
      avatar: `${settings.baseUrl}${avatarPath}`,
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
