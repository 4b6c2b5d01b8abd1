import { listEnvelope } from "../../contract/envelope.ts";
import type { splashPageOperations } from "../../contract/splashPages.ts";
import { defaultDelay, type SplashPage, type SplashPageService } from "../services/splashPages.ts";
import type { Timestamps } from "../services/timestamps.ts";
import type { HandlersOf } from "./handlers.ts";
import { listRequest } from "./listRequest.ts";

export function createSplashPageHandlers(
  pages: SplashPageService,
  timestamps: Timestamps,
): HandlersOf<typeof splashPageOperations> {
  const item = ({ id, name, createdAt }: SplashPage) => ({
    id,
    name,
    date: timestamps.render(createdAt),
  });

  return {
    async listSplashPages({ query }) {
      return listEnvelope("splash", await pages.page(listRequest(query)), item);
    },
    getSplashPage({ params }) {
      const page = pages.get(params.id);
      const { title = "", message = "", banner = "", logo = "", link = "" } = page;
      const { delay = defaultDelay } = page;
      return { error: 0, details: { ...item(page), title, message, banner, logo, link, delay } };
    },
    async addSplashPage({ body }) {
      return { error: 0, id: (await pages.add(body)).id };
    },
    async updateSplashPage({ params, body: { clear, ...fields } }) {
      await pages.update(params.id, fields, clear ?? []);
      return { error: 0, message: "Splash page has been updated successfully." };
    },
    async deleteSplashPage({ params }) {
      const links = await pages.remove(params.id);
      return { error: 0, message: "Splash page has been deleted successfully.", links };
    },
  };
}
