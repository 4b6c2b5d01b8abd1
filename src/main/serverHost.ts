import { app, dialog } from "electron";
import type { RunningServer, ServerOptions } from "../app/index.ts";
import { say as sayInTerminal } from "./say.ts";
import { startOrAsk } from "./startOrAsk.ts";
import type { Say } from "./words/words.ts";

/** The service inside this process; null: its owner would rather not have it on another port. */
export async function setupServer(options: ServerOptions, say: Say): Promise<RunningServer | null> {
  return await startOrAsk(options, async ({ message, taken, free }) => {
    sayInTerminal(`Waypost asks: ${message}`);
    const { response } = await dialog.showMessageBox({
      type: "question",
      title: app.getName(),
      message: say("port.taken", { taken }),
      detail: say("port.text", { taken, free }),
      buttons: [say("port.use", { free }), say("port.quit")],
      defaultId: 0,
      cancelId: 1,
    });
    return response === 0;
  });
}

/** Whether to end what is under way. */
export async function askToQuit(jobs: number, say: Say): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: "warning",
    title: app.getName(),
    message: jobs === 1 ? say("quit.one") : say("quit.many", { count: jobs }),
    detail: say("quit.text"),
    buttons: [say("quit.stay"), say("quit.quit")],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
}
