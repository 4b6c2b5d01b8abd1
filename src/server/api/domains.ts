import type { domainOperations } from "../../contract/domains.ts";
import { listEnvelope } from "../../contract/envelope.ts";
import type { Domain, DomainService } from "../services/domains.ts";
import { checkExpected } from "./expectedFields.ts";
import type { HandlersOf } from "./handlers.ts";
import { listRequest } from "./listRequest.ts";

export function createDomainHandlers(domains: DomainService): HandlersOf<typeof domainOperations> {
  const present = ({ id, domain, redirectRoot = "", redirect404 = "" }: Domain) => ({
    id,
    domain,
    redirectroot: redirectRoot,
    redirect404,
  });

  return {
    async listDomains({ query }) {
      return listEnvelope("domains", await domains.page(listRequest(query)), present);
    },
    getDomain: ({ params }) => ({ error: 0, details: present(domains.get(params.id)) }),
    async addDomain({ body }) {
      return { error: 0, id: (await domains.add(body)).id };
    },
    async updateDomain({ params, body: { clear, expect, ...fields } }) {
      await domains.update(params.id, fields, clear ?? [], (domain) => {
        checkExpected(expect, present(domain));
      });
      return { error: 0, message: "Domain has been updated successfully." };
    },
    async deleteDomain({ params }) {
      await domains.remove(params.id);
      return { error: 0, message: "Domain has been deleted successfully." };
    },
  };
}
