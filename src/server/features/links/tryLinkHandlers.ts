import type { InputOf } from "../../../contract/operation.ts";
import type { tryLinkOperations } from "../../../contract/resources/tryLink.ts";
import { isOfTime } from "../../resolve/rules/conditions.ts";
import { presentCondition } from "./decisionFields.ts";
import { addressBytes } from "../../resolve/rules/networks.ts";
import { Invalid } from "../../common/problems.ts";
import { withoutEmpty } from "../../common/resources.ts";
import { countryCode, countryName } from "../../visitor/countryNames.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";
import type { LinkRecord } from "../../store/records.ts";
import { plainDetails } from "./plainLinkFields.ts";

type TriedVisitor = InputOf<typeof tryLinkOperations.tryLink>["body"];

export function createTryLinkHandlers(app: App): HandlersOf<typeof tryLinkOperations> {
  const { links, fieldReader, tryVisit, timestamps, clock } = app;
  const moment = (at: number) => timestamps.render(new Date(at).toISOString());

  function answer(link: LinkRecord, body: TriedVisitor) {
    const { device = "desktop", language = "", referrer = "", password = false } = body;
    const { visitor, rules, ...trial } = tryVisit(link, {
      country: countryOf(body.country),
      device,
      language,
      referrer,
      hasPassword: password,
      as: body.as,
      query: body.query?.replace(/^\?/u, "") ?? "",
      address: addressOf(body.ip),
      userAgent: body.useragent ?? "",
      at: body.at === undefined ? clock() : Date.parse(timestamps.parse(body.at)),
      scheme: body.look ?? "light",
    });
    const { country, at } = visitor;
    return {
      error: 0 as const,
      trial: {
        ...trial,
        visitor: {
          ...visitor,
          at: moment(at),
          country: country === null ? null : { key: country, name: countryName(country) },
          languages: [...visitor.languages],
        },
        rules: rules.map(({ value, conditions, ...rule }) => ({
          ...rule,
          ...(conditions !== undefined && {
            conditions: conditions.map(({ asks, fact, holds }) => ({
              ...presentCondition(asks, timestamps),
              fact: fact !== null && isOfTime(asks) ? timestamps.render(fact) : fact,
              holds,
            })),
          }),
          value: rule.rule === "expiry" || rule.rule === "starts" ? moment(Number(value)) : value,
        })),
      },
    };
  }

  return {
    tryLink: ({ params, body }) => answer(links.get(params.id), body),
    tryDraft({ body: { link: id, draft, ...visitor } }) {
      const before = id === undefined ? undefined : links.get(id);
      const unsaved: LinkRecord = {
        id: before?.id ?? 0,
        alias: before?.alias ?? "draft",
        createdAt: new Date(clock()).toISOString(),
        ...(before?.password !== undefined && { password: before.password }),
        ...withoutEmpty(fieldReader.read({ ...draft, plain: plainDetails(draft) }, before)),
        url: draft.url,
      };
      return answer(unsaved, visitor);
    },
  };
}

/** Null: visitors can't be told apart by it. */
function addressOf(sent: string | undefined): string | null {
  if (sent === undefined) return null;
  if (addressBytes(sent) === null)
    throw new Invalid({ ip: `must be an IP address: ${sent} isn't one` });
  return sent;
}

/** Null: none that an address tells. */
function countryOf(sent: string | undefined): string | null {
  if (sent === undefined || sent.toLowerCase() === "unknown") return null;
  const code = countryCode(sent);
  if (code === null) throw new Invalid({ country: `must be a country: ${sent} isn't one` });
  return code;
}
