import {
  clickFormats,
  type exportOperations,
  linkFormats,
} from "../../../contract/changes/exports.ts";
import type { InputOf } from "../../../contract/operation.ts";
import type { Selection } from "./exports.ts";
import { Invalid } from "../../common/problems.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";
import type { importOperations } from "../../../contract/changes/imports.ts";

type Selected = InputOf<typeof exportOperations.exportFile>["body"]["select"];

export function createExportHandlers(app: App): HandlersOf<typeof exportOperations> {
  const { exports, linkFilters, timestamps } = app;

  function selectionOf({ ids, filter }: Selected): Selection {
    if (ids !== undefined) return { kind: "ids", ids };
    if (filter === undefined) return { kind: "all" };
    return { kind: "filter", matches: linkFilters.read(filter).matches };
  }

  const moment = (sent: string | undefined) =>
    sent === undefined ? undefined : Date.parse(timestamps.parse(sent));

  return {
    async exportFile({ body: { what, format, select, bom = false, ...range } }) {
      const linkFormat = linkFormats.find((one) => one === format);
      const clickFormat = clickFormats.find((one) => one === format);
      const [from, to] = [moment(range.from), moment(range.to)];
      if (what === "clicks") {
        if (clickFormat === undefined)
          throw new Invalid({ format: `must be one of ${clickFormats.join(", ")} for clicks` });
        if (from !== undefined && to !== undefined && from >= to)
          throw new Invalid({ from: "must be before to" });
        return exports.clicks(clickFormat, selectionOf(select), { bom, from, to });
      }
      if (linkFormat === undefined)
        throw new Invalid({ format: `must be one of ${linkFormats.join(", ")} for links` });
      if (from !== undefined || to !== undefined)
        throw new Invalid({ [from === undefined ? "to" : "from"]: "can only be used for clicks" });
      if (bom && linkFormat !== "csv") throw new Invalid({ bom: "can only be used with csv" });
      return exports.links(linkFormat, selectionOf(select), { bom });
    },
    async previewExport({ body: { format, select } }) {
      return { error: 0, ...(await exports.preview(format, selectionOf(select))) };
    },
  };
}

export function createImportHandlers({
  imports,
  presentJob: present,
}: App): HandlersOf<typeof importOperations> {
  return {
    async startImport({ query: { name, format, wait = 0 }, body }) {
      const job = await imports.start({ content: body, name, choice: { format }, wait });
      return { error: 0, job: present(job) };
    },
    async previewImport({ params, body: { wait = 0, ...choice } }, reader) {
      return { error: 0, job: present(await imports.preview(params.id, choice, wait, reader)) };
    },
    async applyImport({ params, body: { wait = 0, ...choice } }, reader) {
      return { error: 0, job: present(await imports.apply(params.id, choice, wait, reader)) };
    },
    async importFailures({ params }, reader) {
      return { ...(await imports.failures(params.id, reader)), type: "text/csv; charset=utf-8" };
    },
  };
}
