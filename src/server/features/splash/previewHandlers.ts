import type { InputOf } from "../../../contract/operation.ts";
import type { previewOperations } from "../../../contract/resources/preview.ts";
import type { PreviewDraft } from "./previews.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";

type Sent = InputOf<typeof previewOperations.makePreview>["body"];

/** For a link that isn't there yet. */
const otherwiseTo = "https://example.com/";

export function createPreviewHandlers({ previews }: App): HandlersOf<typeof previewOperations> {
  return {
    makePreview({ body }) {
      const { language = "en", look = "light" } = body;
      return { error: 0, address: previews.make(draftOf(body), { language, scheme: look }) };
    },
  };
}

function draftOf({ page, values = {}, campaign, ...sent }: Sent): PreviewDraft {
  const { to = otherwiseTo, title = "" } = sent;
  const name = values.name ?? "";
  switch (page) {
    case "splash":
      return { page, to, title, splash: values };
    case "overlay": {
      const { thanked: isThanked = false, framed: mayFrame = true } = sent;
      const overlay = { ...values, type: values.type ?? "message" };
      return { page, to, title, overlay, isThanked, mayFrame };
    }
    case "frame":
      return { page, to, title };
    case "bio": {
      const { description, avatar, theme, buttons, hidecredit, links } = values;
      const hidesCredit = hidecredit === true ? true : undefined;
      return {
        page,
        bio: { name, description, avatar, theme, buttons, hidesCredit, links },
      };
    }
    case "campaign":
      return { page, name, campaign };
    case "password":
    case "expired":
    case "notFound":
    case "welcome":
      return { page };
  }
}
