import type { importOperations } from "../../../contract/changes/imports.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";

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
