import { listEnvelope } from "../../../contract/envelope.ts";
import type { overlayOperations } from "../../../contract/resources/overlays.ts";
import type { ContactSubmission } from "./contactSubmissions.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";

/** Those on answers; the rest of the overlays' stand in overlays.ts. */
export type ContactAnswerOperations = Pick<
  typeof overlayOperations,
  "listContactAnswers" | "readContactAnswers" | "deleteContactAnswer" | "deleteContactAnswers"
>;

export type PresentAnswer = ReturnType<typeof createAnswerPresenter>;

export function createAnswerPresenter(app: Pick<App, "store" | "timestamps" | "linkPresenter">) {
  const { store, timestamps, linkPresenter } = app;
  return ({ id, link: linkId, fields, isRead, createdAt }: ContactSubmission) => {
    const link = store.links.get(linkId);
    const { name = "", email = "", phone = "", message = "" } = fields;
    const date = timestamps.render(createdAt);
    return {
      id,
      link: linkId,
      // Undefined: the link is gone.
      shorturl: link === undefined ? "" : linkPresenter.shortUrl(link),
      name,
      email,
      phone,
      message,
      read: isRead === true,
      date,
    };
  };
}

export function createContactAnswerHandlers(app: App): HandlersOf<ContactAnswerOperations> {
  const { contactAnswers, presentAnswer: present } = app;

  return {
    async listContactAnswers({ params, query }) {
      return listEnvelope("answers", await contactAnswers.page(params.id, query), present);
    },
    async readContactAnswers({ params, body }) {
      const answers = await contactAnswers.mark(params.id, body.ids, body.read ?? true);
      return { error: 0, message: "Answers have been updated successfully.", answers };
    },
    async deleteContactAnswers({ params, body }) {
      const answers = await contactAnswers.removeMany(params.id, body.ids);
      return { error: 0, message: "Answers have been deleted successfully.", answers };
    },
    async deleteContactAnswer({ params }) {
      await contactAnswers.remove(params.id, params.answerid);
      return { error: 0, message: "Answer has been deleted successfully." };
    },
  };
}
