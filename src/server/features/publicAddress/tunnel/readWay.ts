import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { InputOf } from "../../../../contract/operation.ts";
import type { tunnelOperations } from "../../../../contract/server/tunnels.ts";
import type { Fault } from "../../../common/problems.ts";
import type { Way } from "./model.ts";
import { patternFault } from "./readCommand.ts";
import { tunnelRecord } from "../../../store/records.ts";
import { withoutUndefined } from "../../../common/resources.ts";

/** A way as somebody sends it. */
export type SentWay = Omit<InputOf<typeof tunnelOperations.setTunnel>["body"], "clear">;

type Name = Exclude<keyof SentWay, "way">;

const takes: Readonly<Record<Way["way"], readonly Name[]>> = {
  ssh: ["host", "user", "port", "remotePort", "bindAddress", "keyFile", "address"],
  "cloudflared-named": ["token", "address"],
  "cloudflared-quick": [],
  "tailscale-funnel": [],
  command: ["command", "pattern", "address"],
  pasted: ["address"],
};

const needs: Readonly<Record<Way["way"], readonly Name[]>> = {
  ssh: ["host", "remotePort"],
  "cloudflared-named": [],
  "cloudflared-quick": [],
  "tailscale-funnel": [],
  command: ["command"],
  pasted: ["address"],
};

const sshPort = 22;

function faultOf(name: Name, sent: SentWay): Fault | null {
  const isGiven = sent[name] !== undefined;
  if (isGiven && !takes[sent.way].includes(name)) {
    return { code: "unknown", detail: `isn't an option of ${sent.way}` };
  }
  if (!isGiven && needs[sent.way].includes(name)) return { code: "missing", detail: "is required" };
  if (!isGiven) return null;
  if (name === "keyFile" && !isAbsolute(pathOf(sent.keyFile) ?? "")) {
    return { code: "format", detail: "must be the full path of a file" };
  }
  if (name === "command") {
    const words = wordsOf(sent.command ?? "");
    if (words === null) return { code: "format", detail: "has an unclosed quote" };
    if (!words.some((word) => word.includes("{port}"))) {
      return { code: "format", detail: "must contain {port} as a placeholder for the public port" };
    }
  }
  if (name === "pattern") {
    const fault = patternFault(sent.pattern ?? "");
    if (fault !== null) return { code: "format", detail: `must be a regular expression: ${fault}` };
  }
  return null;
}

function pathOf(file: string | undefined): string | undefined {
  return file?.startsWith("~/") === true ? join(homedir(), file.slice(2)) : file;
}

/** What is wrong with a way as it was sent, by field. */
export function faultsOfWay(sent: SentWay): Readonly<Record<string, Fault>> {
  const names = Object.keys(sent).filter((name): name is Name => name !== "way");
  const all = new Set<Name>([...names, ...needs[sent.way]]);
  return Object.fromEntries(
    [...all].flatMap((name) => {
      const fault = faultOf(name, sent);
      return fault === null ? [] : [[name, fault]];
    }),
  );
}

/** A way that has no faults. */
export function wayOf(sent: SentWay): Way {
  return tunnelRecord.shape.way.parse(
    withoutUndefined({
      ...(sent.way === "ssh" && { port: sshPort }),
      ...sent,
      keyFile: pathOf(sent.keyFile),
      address: sent.address?.replace(/\/$/, ""),
    }),
  );
}

/** A line taken apart into words, without a shell: quotes of either kind keep words together, nothing else means anything. */
export function wordsOf(line: string): readonly string[] | null {
  const words: string[] = [];
  let rest = line.trim();
  while (rest !== "") {
    const [whole = "", ...parts] = /^(?:"[^"]*"|'[^']*'|[^\s"'])+/.exec(rest) ?? [];
    if (whole === "" || parts.length > 0) return null;
    words.push(
      whole.replaceAll(
        /"([^"]*)"|'([^']*)'/g,
        (_all, one?: string, other?: string) => one ?? other ?? "",
      ),
    );
    rest = rest.slice(whole.length);
    if (rest !== "" && !/^\s/.test(rest)) return null;
    rest = rest.trim();
  }
  return words;
}
