import type { ResponseOf } from "../../../contract/operation.ts";
import { splashPageFields } from "../../../contract/fields/recordTables.ts";
import type { splashPageOperations } from "../../../contract/resources/splashPages.ts";
import { api, queryClient } from "../../app/client/api.ts";
import { sending } from "../../ui/edit/recordModel.ts";
import { type FormValues, tableModel } from "../../ui/edit/tableModel.ts";

export type SplashPage = ResponseOf<typeof splashPageOperations.getSplashPage>["details"];
export type SplashValues = FormValues<typeof splashPageFields>;

export const splashModel = tableModel<typeof splashPageFields, SplashPage>(splashPageFields, {
  kind: "splash",
  read: async (id, signal) => (await api.call("getSplashPage", { params: { id } }, signal)).details,
  add: sending("addSplashPage", {}),
  update: (id) => sending("updateSplashPage", { id }),
  refresh: () => queryClient.refresh(["splash"]),
});
