import { completeAddress } from "../../../contract/completeAddress.ts";
import type { ResponseOf } from "../../../contract/operation.ts";
import { overlayOperations } from "../../../contract/overlays.ts";
import type {
  contactFields,
  overlayPositions,
  overlayTypes,
} from "../../../contract/recordTables.ts";
import { api, queryClient } from "../../app/client/api.ts";
import { hexOf } from "../../ui/inputs/colours.ts";
import { type RecordModel, sending } from "../../ui/edit/recordModel.ts";

type Overlay = ResponseOf<typeof overlayOperations.getOverlay>["details"];
export type ContactField = (typeof contactFields)[number];

export interface OverlayValues {
  readonly type: (typeof overlayTypes)[number];
  readonly name: string;
  readonly label: string;
  readonly message: string;
  readonly button: string;
  readonly link: string;
  readonly position: (typeof overlayPositions)[number];
  readonly background: string;
  readonly foreground: string;
  /** In the order in which the form asks for them. */
  readonly fields: readonly ContactField[];
  readonly thanks: string;
}

/** What a form asks for that names nothing. */
export const usualFields: readonly ContactField[] = ["name", "email", "message"];

export const overlayModel: RecordModel<OverlayValues, Overlay> = {
  kind: "overlays",
  empty: {
    type: "message",
    name: "",
    label: "",
    message: "",
    button: "",
    link: "",
    position: "bottom",
    background: "#22201C",
    foreground: "#FFFFFF",
    fields: [],
    thanks: "",
  },
  valuesOf: ({ id: _id, date: _date, ...details }) => details,
  sentOf: ({ link, background, foreground, ...values }) => ({
    ...values,
    link: completeAddress(link),
    background: hexOf(background) ?? background,
    foreground: hexOf(foreground) ?? foreground,
  }),
  clearable: ["message", "label", "button", "link", "thanks"],
  always: ["type"],
  nameOf: ({ name }) => name,
  read: async (id, signal) => (await api.call("getOverlay", { params: { id } }, signal)).details,
  add: sending("addOverlay", {}),
  update: (id) => sending("updateOverlay", { id }),
  async refresh() {
    await queryClient.refresh(["overlays"], ["inbox"]);
  },
};
