import { type Message, message } from "../../../contract/messages/messages.ts";
import type { Store } from "../../store/store.ts";
import type { DomainService } from "../domains/service.ts";
import type { Referrers } from "../../visitor/referrers.ts";
import type { UserAgents } from "../../visitor/userAgents.ts";
import { createFileHosts } from "./importRules.ts";
import type { ImportedClickLine } from "./importedLines.ts";
import type { KeyTable } from "./keyTable.ts";
import type { ImportedClick } from "./read/rows.ts";
import { normalized } from "../../../contract/fields/normalized.ts";

/** What a row of clicks comes to. */
export type ClickVerdict =
  | { readonly is: "invalid"; readonly reason: Message }
  /** It came before, or stood in the file before. */
  | { readonly is: "known" }
  | { readonly is: "new"; readonly line: ImportedClickLine };

/** Judges the rows of one file, in its order. */
export interface ClickRules {
  judge(click: ImportedClick): ClickVerdict;
}

export function createClickRules(options: {
  store: Pick<Store, "links">;
  domains: Pick<DomainService, "named">;
  userAgents: UserAgents;
  referrers: Referrers;
  known: KeyTable;
  /** Milliseconds since 1970. */
  now: number;
}): ClickRules {
  const { store, userAgents, referrers, known, now } = options;
  const hosts = createFileHosts(options.domains);

  /** A host that isn't registered here stands for the service's own address, as for its links. */
  function domainOf(host: string | undefined): number | undefined {
    return host === undefined ? undefined : (hosts.idOf(host) ?? undefined);
  }

  function lineOf(click: ImportedClick, link: number): ImportedClickLine {
    const agent = click.userAgent === undefined ? undefined : userAgents.read(click.userAgent);
    const { host, social } = referrers.read(click.referrer ?? "");
    const isBot = click.isBot === true || agent?.bot !== undefined;
    const device = agent?.device ?? agent?.deviceGroup;
    const browser = click.browser ?? agent?.browser;
    const system = click.os ?? agent?.os;
    return {
      id: click.id,
      at: click.at,
      link,
      imported: true,
      ...(isBot && { bot: agent?.bot ?? "Bot" }),
      ...(click.country !== undefined && { country: click.country }),
      ...(browser !== undefined && { browser: browser.slice(0, 100) }),
      ...(system !== undefined && { os: system.slice(0, 100) }),
      ...(device !== undefined && { device }),
      ...(host !== undefined && { referrer: host }),
      ...(social !== undefined && { social }),
      ...(click.language !== undefined && { language: click.language.slice(0, 35) }),
    };
  }

  return {
    judge(click) {
      if (click.at > now) return { is: "invalid", reason: message("row.future") };
      const link = store.links.byAlias(normalized(click.alias), domainOf(click.domain));
      if (link === undefined) {
        return {
          is: "invalid",
          reason: message("row.noLink", { alias: click.alias.slice(0, 100) }),
        };
      }
      if (known.find(click.id) !== undefined) return { is: "known" };
      known.add(click.id, 0);
      return { is: "new", line: lineOf(click, link.id) };
    },
  };
}
