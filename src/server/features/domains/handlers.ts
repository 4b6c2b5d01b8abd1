import type {
  DomainCheck as WireCheck,
  domainOperations,
} from "../../../contract/resources/domains.ts";
import { answersOf, domainFields } from "../../../contract/fields/recordTables.ts";
import { listEnvelope } from "../../../contract/envelope.ts";
import type { DomainCheck } from "./domainChecks.ts";
import type { Domain } from "./service.ts";
import { checkExpected } from "../../api/expectedFields.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";

export function createDomainHandlers(app: App): HandlersOf<typeof domainOperations> {
  const { domains, domainChecks: checks, timestamps } = app;

  const presentCheck = ({ at, addresses, isInside, problem }: DomainCheck): WireCheck => ({
    date: timestamps.render(new Date(at).toISOString()),
    points: problem === null,
    inside: isInside,
    addresses: [...addresses],
    problem,
  });

  const isAnswering = (id: number) => checks.of(id)?.problem === null;

  const present = (domain: Domain) => {
    const { id } = domain;
    const check = checks.of(id);
    return {
      id,
      domain: domain.domain,
      ...answersOf(domainFields, domain),
      date: timestamps.render(domain.createdAt),
      ...domains.usersOf(id),
      checked: check === null ? null : presentCheck(check),
    };
  };

  return {
    async listDomains({ query }, { isLocal }) {
      const { answering } = query;
      const page = await domains.page({
        ...query,
        matches: answering === undefined ? undefined : ({ id }) => isAnswering(id) === answering,
      });
      // Who looks at the list in the window wants to know.
      if (isLocal) checks.look(page.items);
      return listEnvelope("domains", page, present);
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
    async checkDomain({ params }) {
      return { error: 0, data: presentCheck(await checks.check(domains.get(params.id))) };
    },
    async deleteDomain({ params }) {
      await domains.remove(params.id);
      return { error: 0, message: "Domain has been deleted successfully." };
    },
  };
}
