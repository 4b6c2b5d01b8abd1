import { completeAddress } from "../../../contract/fields/completeAddress.ts";
import { type ShownDomain } from "../../../contract/resources/domains.ts";
import { api, queryClient } from "../../app/client/api.ts";
import { type RecordModel, sending } from "../../ui/edit/recordModel.ts";
import { readableAddress } from "../../ui/address/readableAddress.ts";

export interface DomainValues {
  readonly domain: string;
  readonly redirectroot: string;
  readonly redirect404: string;
}

const adding = sending("addDomain", {});

export const domainModel: RecordModel<DomainValues, ShownDomain> = {
  kind: "domains",
  empty: { domain: "", redirectroot: "", redirect404: "" },
  valuesOf: ({ domain, redirectroot, redirect404 }) => ({ domain, redirectroot, redirect404 }),
  sentOf: ({ domain, redirectroot, redirect404 }) => ({
    domain: completeAddress(domain),
    redirectroot: completeAddress(redirectroot),
    redirect404: completeAddress(redirect404),
  }),
  clearable: ["redirectroot", "redirect404"],
  nameOf: ({ domain }) => readableAddress(completeAddress(domain)),
  read: async (id, signal) => (await api.call("getDomain", { params: { id } }, signal)).details,
  add: {
    ...adding,
    async send(body) {
      const made = await adding.send(body);
      // The list says so as soon as it is known.
      checkDomains([made.id]).catch(() => undefined);
      return made;
    },
  },
  update: (id) => sending("updateDomain", { id }),
  refresh: refreshDomains,
};

export async function refreshDomains(): Promise<void> {
  await queryClient.refresh(["domains"], ["edited", "domains"]);
}

/** Asks domains who answers there, one after the other; the list and the editor show it at once. */
export async function checkDomains(ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await api.call("checkDomain", { params: { id } });
    await refreshDomains();
  }
}
