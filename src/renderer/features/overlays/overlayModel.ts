import type { ResponseOf } from "../../../contract/operation.ts";
import type { overlayOperations } from "../../../contract/resources/overlays.ts";
import { overlayFields } from "../../../contract/fields/recordTables.ts";
import type { contactFields } from "../../../contract/fields/shownFields.ts";
import { api, queryClient } from "../../app/client/api.ts";
import { sending } from "../../ui/edit/recordModel.ts";
import { type FormValues, tableModel } from "../../ui/edit/tableModel.ts";

export type Overlay = ResponseOf<typeof overlayOperations.getOverlay>["details"];
export type ContactField = (typeof contactFields)[number];
export type OverlayValues = FormValues<typeof overlayFields>;

/** What a form asks for that names nothing. */
export const usualFields: readonly ContactField[] = ["name", "email", "message"];

export const overlayModel = tableModel<typeof overlayFields, Overlay>(overlayFields, {
  kind: "overlays",
  always: ["type"],
  read: async (id, signal) => (await api.call("getOverlay", { params: { id } }, signal)).details,
  add: sending("addOverlay", {}),
  update: (id) => sending("updateOverlay", { id }),
  refresh: () => queryClient.refresh(["overlays"], ["inbox"]),
});
