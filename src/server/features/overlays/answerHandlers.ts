import { listEnvelope } from "../../../contract/envelope.ts";
import type { overlayOperations } from "../../../contract/overlays.ts";
import type { ContactSubmission, ContactSubmissions } from "./contactSubmissions.ts";
import type { Timestamps } from "../../common/timestamps.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import { listRequest } from "../../api/listRequest.ts";

/** Those on answers; the rest of the overlays' stand in overlays.ts. */
export type ContactAnswerOperations = Pick<
  typeof overlayOperations,
  "listContactAnswers" | "readContactAnswers" | "deleteContactAnswer" | "deleteContactAnswers"
>;

export type PresentAnswer = ReturnType<typeof createAnswerPresenter>;

export function createAnswerPresenter(options: {
  timestamps: Timestamps;
  /** Undefined: the link is gone. */
  shortUrl: (link: number) => string | undefined;
}) {
  const { timestamps, shortUrl } = options;
  return ({ id, link, fields, isRead, createdAt }: ContactSubmission) => {
    const { name = "", email = "", phone = "", message = "" } = fields;
    const date = timestamps.render(createdAt);
    return {
      id,
      link,
      shorturl: shortUrl(link) ?? "",
      name,
      email,
      phone,
      message,
      read: isRead === true,
      date,
    };
  };
}

export function createContactAnswerHandlers(options: {
  contactAnswers: ContactSubmissions;
  present: PresentAnswer;
}): HandlersOf<ContactAnswerOperations> {
  const { contactAnswers, present } = options;

  return {
    async listContactAnswers({ params, query }) {
      return listEnvelope(
        "answers",
        await contactAnswers.page(params.id, listRequest(query)),
        present,
      );
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
