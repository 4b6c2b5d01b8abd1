import { completeAddress } from "../../../contract/completeAddress.ts";
import type { ResponseOf } from "../../../contract/operation.ts";
import { splashPageOperations } from "../../../contract/splashPages.ts";
import { api, queryClient } from "../../app/client/api.ts";
import { type RecordModel, sending } from "../../ui/edit/recordModel.ts";

type SplashPage = ResponseOf<typeof splashPageOperations.getSplashPage>["details"];

export interface SplashValues {
  readonly name: string;
  readonly title: string;
  readonly message: string;
  readonly banner: string;
  readonly logo: string;
  readonly link: string;
  /** Seconds, as typed. */
  readonly delay: string;
}

export const splashModel: RecordModel<SplashValues, SplashPage> = {
  kind: "splash",
  empty: { name: "", title: "", message: "", banner: "", logo: "", link: "", delay: "5" },
  valuesOf: ({ name, title, message, banner, logo, link, delay }) => ({
    name,
    title,
    message,
    banner,
    logo,
    link,
    delay: String(delay),
  }),
  sentOf: ({ banner, logo, link, delay, ...texts }) => ({
    ...texts,
    banner: completeAddress(banner),
    logo: completeAddress(logo),
    link: completeAddress(link),
    // What is no number is told of by the contract’s own schema.
    delay: /^\d+$/.test(delay) ? Number(delay) : delay,
  }),
  clearable: ["title", "message", "banner", "logo", "link", "delay"],
  nameOf: ({ name }) => name,
  read: async (id, signal) => (await api.call("getSplashPage", { params: { id } }, signal)).details,
  add: sending("addSplashPage", {}),
  update: (id) => sending("updateSplashPage", { id }),
  refresh: () => queryClient.refresh(["splash"]),
};
