import type { bulkOperations } from "../../../contract/changes/bulk.ts";
import type { BulkRequest } from "./bulk.ts";
import { Invalid } from "../../common/problems.ts";
import { createSearch } from "../../common/search.ts";
import type { Link } from "../links/service.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import { clearedKeys, plainDetails } from "../links/plainLinkFields.ts";
import { collectionOf } from "./presentChanges.ts";
import type { BatchAnswers } from "./batchAnswers.ts";
import type { App } from "../../common/context.ts";

const noCondition = {
  "select.filter": "must have a condition. To select everything, send {all: true}",
} as const;

type Body = Parameters<HandlersOf<typeof bulkOperations>["bulkChange"]>[0]["body"];

export function createBulkHandlers(app: App): HandlersOf<typeof bulkOperations> {
  const { bulk, linkFilters: filters, batchAnswers: answers } = app;

  function selected({ kind, select: { ids, filter } }: Body): BulkRequest["select"] {
    if (ids !== undefined) return { ids };
    if (filter === undefined) return { matches: () => true, from: null };
    if (kind === "links") {
      const { matches, candidates, total } = filters.read(filter);
      // Words that say nothing, an empty list: what finds everything must say so.
      if (total !== null && filter.archived === undefined) throw new Invalid(noCondition);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- links are looked at
      return { matches: (link) => matches(link as unknown as Link), from: candidates };
    }
    const { q, ...further } = filter;
    const [other] = Object.keys(further);
    if (other !== undefined) throw new Invalid({ [`select.filter.${other}`]: "is for links only" });
    const finds = createSearch(q);
    if (finds === undefined) throw new Invalid(noCondition);
    return { matches: (record) => finds(textsOf(record)), from: null };
  }

  return {
    async bulkChange({ body }) {
      const { kind, change, replace, add = {}, remove = {}, preview, token, wait, ...rest } = body;
      const rules = {
        add: add.rules ?? [],
        replace: rest.replacerules ?? [],
        remove: remove.rules ?? [],
      };
      const { clear, ...fields } = change ?? {};
      const select = selected(body);
      const prepare = () =>
        bulk.batch({
          collection: collectionOf(kind),
          about: { kind, change, replace, add, remove, ...rest },
          select,
          action: {
            change: change && {
              fields: { ...fields, plain: plainDetails(fields) },
              clear: clearedKeys(clear),
            },
            isDeleted: body.delete === true,
            replace,
            add,
            remove,
            rules: Object.values(rules).some(({ length }) => length > 0) ? rules : undefined,
          },
        });
      const options = { preview, token, wait };
      const answer = await answers.previewOrRun(prepare, options, { kind: "bulk" });
      return change?.url === undefined ? answer : warned(answer);
    },
  };
}

/** One destination for many links is hardly ever meant. */
function warned(answer: Awaited<ReturnType<BatchAnswers["previewOrRun"]>>) {
  const count = "preview" in answer ? answer.preview.matched : (answer.job.total ?? 0);
  if (count < 2) return answer;
  const warnings = [
    `All ${count} links get the same destination. To change part of each destination, use "replace".`,
  ];
  return "preview" in answer
    ? { ...answer, preview: { ...answer.preview, warnings } }
    : { ...answer, warnings };
}

function textsOf(record: object): string[] {
  return Object.values(record).filter((value) => typeof value === "string");
}
