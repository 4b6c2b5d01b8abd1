import { listEnvelope } from "../../../contract/envelope.ts";
import type { splashPageOperations } from "../../../contract/splashPages.ts";
import { defaultDelay } from "../../common/shownDefaults.ts";
import type { SplashPage, SplashPageService } from "./service.ts";
import type { Timestamps } from "../../common/timestamps.ts";
import { checkExpected } from "../../api/expectedFields.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import { listRequest } from "../../api/listRequest.ts";

export function createSplashPageHandlers(
  pages: SplashPageService,
  timestamps: Timestamps,
): HandlersOf<typeof splashPageOperations> {
  const item = ({ id, name, createdAt }: SplashPage) => ({
    id,
    name,
    date: timestamps.render(createdAt),
  });

  const listed = (page: SplashPage) => ({ ...item(page), links: pages.linksOf(page.id) });

  function details(page: SplashPage) {
    const { title = "", message = "", banner = "", logo = "", link = "" } = page;
    const { delay = defaultDelay } = page;
    return { ...item(page), title, message, banner, logo, link, delay };
  }

  return {
    async listSplashPages({ query }) {
      const { unused, order, direction } = query;
      const page = await pages.page({ ...listRequest(query), unused, order, direction });
      return listEnvelope("splash", page, listed);
    },
    getSplashPage({ params }) {
      return { error: 0, details: details(pages.get(params.id)) };
    },
    async addSplashPage({ body }) {
      return { error: 0, id: (await pages.add(body)).id };
    },
    async updateSplashPage({ params, body: { clear, expect, ...fields } }) {
      await pages.update(params.id, fields, clear ?? [], (page) => {
        checkExpected(expect, details(page));
      });
      return { error: 0, message: "Splash page has been updated successfully." };
    },
    async deleteSplashPage({ params }) {
      const links = await pages.remove(params.id);
      return { error: 0, message: "Splash page has been deleted successfully.", links };
    },
  };
}
