import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { api, queryClient } from "../../../app/client/api.ts";
import { toast } from "../../../ui/messages/toasts.tsx";
import { done } from "../../../ui/messages/undo.ts";

const queryKey = ["account"];

export function useAccount() {
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.call("getAccount", {}, signal)).data,
  });
}

type AccountField = "email" | "username";

/** Changes one field of the account, and offers the way back; throws what the service refuses. */
export async function changeAccount(
  field: AccountField,
  before: string,
  after: string,
  name: string,
): Promise<void> {
  await api.call("updateAccount", { body: { [field]: after, expect: { [field]: before } } });
  done({
    name,
    did: t("settings.saved", { name }),
    async takeBack() {
      await api.call("updateAccount", { body: { [field]: before, expect: { [field]: after } } });
      await queryClient.refresh(queryKey);
      return t("settings.putBack", { name });
    },
  });
  await queryClient.refresh(queryKey);
}

/** A password can't come back: nobody knows the one before. */
export async function changePassword(password: string): Promise<void> {
  await api.call("updateAccount", { body: { password } });
  toast({ text: t("settings.passwordSaved") });
}
