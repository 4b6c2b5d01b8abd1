import { spawn } from "node:child_process";

/** The system's own way to open an address, or nothing where there is no screen to show it on. */
export function browserCommand(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): readonly [command: string, ...before: string[]] | null {
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  const hasScreen =
    (environment["DISPLAY"] ?? "") !== "" || (environment["WAYLAND_DISPLAY"] ?? "") !== "";
  return hasScreen ? ["xdg-open"] : null;
}

/** Whether a browser was asked to open the address; it is not waited for. */
export function openBrowser(address: string): Promise<boolean> {
  const command = browserCommand(process.platform, process.env);
  if (command === null) return Promise.resolve(false);
  const [program, ...before] = command;
  return new Promise((resolve) => {
    const child = spawn(program, [...before, address], { detached: true, stdio: "ignore" });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
