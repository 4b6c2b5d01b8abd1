import type { domainOperations } from "../../contract/domains.ts";
import { listEnvelope } from "../../contract/envelope.ts";
import type { DomainService } from "../services/domains.ts";
import type { HandlersOf } from "./handlers.ts";
import { listRequest } from "./listRequest.ts";

export function createDomainHandlers(domains: DomainService): HandlersOf<typeof domainOperations> {
  return {
    async listDomains({ query }) {
      return listEnvelope("domains", await domains.page(listRequest(query)), (domain) => ({
        id: domain.id,
        domain: domain.domain,
        redirectroot: domain.redirectRoot ?? "",
        redirect404: domain.redirect404 ?? "",
      }));
    },
    async addDomain({ body }) {
      return { error: 0, id: (await domains.add(body)).id };
    },
    async updateDomain({ params, body: { clear, ...fields } }) {
      await domains.update(params.id, fields, clear ?? []);
      return { error: 0, message: "Domain has been updated successfully." };
    },
    async deleteDomain({ params }) {
      await domains.remove(params.id);
      return { error: 0, message: "Domain has been deleted successfully." };
    },
  };
}
