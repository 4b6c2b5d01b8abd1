import { app, dialog } from "electron";
import type { RunningServer, ServerOptions } from "../app/index.ts";
import { print } from "./print.ts";
import { startOrAsk } from "./startOrAsk.ts";
import type { Translate } from "./words/words.ts";

/** The service inside this process; null: its owner would rather not have it on another port. */
export async function setupServer(
  options: ServerOptions,
  t: Translate,
): Promise<RunningServer | null> {
  return await startOrAsk(options, async ({ message, taken, free }) => {
    print(`Waypost asks: ${message}`);
    const { response } = await dialog.showMessageBox({
      type: "question",
      title: app.getName(),
      message: t("port.taken", { taken }),
      detail: t("port.text", { taken, free }),
      buttons: [t("port.use", { free }), t("port.quit")],
      defaultId: 0,
      cancelId: 1,
    });
    return response === 0;
  });
}

/** Whether to end what is under way. */
export async function askToQuit(jobs: number, t: Translate): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: "warning",
    title: app.getName(),
    message: jobs === 1 ? t("quit.one") : t("quit.many", { count: jobs }),
    detail: t("quit.text"),
    buttons: [t("quit.stay"), t("quit.quit")],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
}
