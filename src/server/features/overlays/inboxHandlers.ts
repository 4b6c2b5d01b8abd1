import { listEnvelope } from "../../../contract/envelope.ts";
import type { inboxOperations } from "../../../contract/resources/inbox.ts";
import type { ContactSubmission } from "./contactSubmissions.ts";
import { byteOrderMark, strangersCsvLines } from "../exchange/write/csvLines.ts";
import { bytesOf } from "../exchange/write/exportedFile.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";

const columns = ["date", "form", "link", "name", "email", "phone", "message", "read"] as const;

export function createInboxHandlers(app: App): HandlersOf<typeof inboxOperations> {
  const { contactAnswers, presentAnswer: present } = app;
  const overlays = app.store.table("overlays");

  const received = (answer: ContactSubmission) => ({
    ...present(answer),
    overlay: answer.overlay,
    form: overlays.get(answer.overlay)?.name ?? "",
  });

  async function* linesOf(answers: AsyncIterable<ContactSubmission>): AsyncIterable<string> {
    // Spreadsheets take a file for UTF-8 where this stands first.
    yield byteOrderMark + strangersCsvLines([columns]);
    for await (const answer of answers) {
      const { date, form, shorturl, name, email, phone, message, read } = received(answer);
      const cells = [date, form, shorturl, name, email, phone, message, read ? "yes" : "no"];
      yield strangersCsvLines([cells]);
    }
  }

  return {
    async listInbox({ query }) {
      const { read } = query;
      const filter = { ...query, isRead: read };
      return listEnvelope("answers", await contactAnswers.inbox(filter), received);
    },
    exportInbox({ query: { q, overlay, read } }) {
      const filter = contactAnswers.all({ q, overlay, isRead: read });
      return {
        name: "answers.csv",
        type: "text/csv; charset=utf-8",
        content: bytesOf(linesOf(filter)),
      };
    },
    async readInbox({ body: { ids, read = true } }) {
      const marked = await contactAnswers.markSome(ids, read);
      return { error: 0, message: "Answers have been updated successfully.", ...marked };
    },
    async deleteInbox({ body: { ids } }) {
      const answers = await contactAnswers.removeSome(ids);
      return { error: 0, message: "Answers have been deleted successfully.", answers };
    },
  };
}
