import { app, dialog } from "electron";
import type { RunningServer, ServerOptions } from "../server/index.ts";
import { say } from "./say.ts";
import { startOrAsk, type PortQuestion } from "./startOrAsk.ts";

/** The service inside this process. */
export async function setupServer(options: ServerOptions): Promise<RunningServer | null> {
  return await startOrAsk(options, askForOtherPort);
}

async function askForOtherPort({ message, taken, free }: PortQuestion): Promise<boolean> {
  say(`Waypost asks: ${message}`);
  const { response } = await dialog.showMessageBox({
    type: "question",
    title: app.getName(),
    message,
    detail:
      `Port ${free} is free. Short links that were made with port ${taken} in their address ` +
      `only work again once Waypost is back on port ${taken}.`,
    buttons: [`Use port ${free} this time`, "Quit"],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0;
}
