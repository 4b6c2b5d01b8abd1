import { englishText, type MessageValues } from "./messageText.ts";

interface Problem {
  /** What is wrong and what to do, as in `messages.ts`. */
  readonly text: string;
  /** What helps, as the app offers it: a new try where nothing is said. */
  readonly remedy?: TunnelRemedy;
  /** Another try alone changes nothing. */
  readonly needsOwner?: true;
}

/** `trust`: accept the key that the server showed. */
export type TunnelRemedy = "again" | "change" | "door" | "trust";

/** What can stop a tunnel; Persian texts are in the app's `messages.fa.json`. */
export const tunnelProblems = {
  notSet: {
    text: "No tunnel is set up yet. Choose how visitors reach you.",
    remedy: "change",
    needsOwner: true,
  },
  doorClosed: {
    text: "The public port is closed. Open the port so that the tunnel can reach it.",
    remedy: "door",
    needsOwner: true,
  },
  programMissing: {
    text: "{{program}} isn’t installed on this computer. Install the program, then try again.",
    needsOwner: true,
  },
  programUnusable: {
    text: "{{program}} can’t be run ({{reason}}). Check the program’s permissions, or reinstall the program.",
    needsOwner: true,
  },
  programOutdated: {
    text: "Update the program, then try again. It doesn’t recognize an option: {{said}}",
    needsOwner: true,
  },
  loginRefused: {
    text: "{{host}} refused the login. Add your public key to the server. A key with a passphrase must be loaded in ssh-agent.",
    remedy: "change",
    needsOwner: true,
  },
  notOperator: {
    text: "Tailscale refused this user. Make the user a Tailscale operator: sudo tailscale set --operator=$USER",
    remedy: "change",
    needsOwner: true,
  },
  hostKeyUnknown: {
    text: "This computer doesn’t know {{host}}. The server showed the {{kind}} key {{fingerprint}}. Compare the key with the server’s own key before you accept it.",
    remedy: "trust",
    needsOwner: true,
  },
  hostKeyOther: {
    text: "{{host}} showed the {{kind}} key {{fingerprint}} instead of the key that you accepted ({{accepted}}). Compare the key with the server’s own key before you accept it.",
    remedy: "trust",
    needsOwner: true,
  },
  hostKeyChanged: {
    text: "{{host}} shows a different key than before. This may be a different server. If the server was reinstalled, remove its old key from {{file}}, then try again.",
    needsOwner: true,
  },
  remotePortTaken: {
    text: "Port {{port}} is in use on the server. An earlier connection may still be using it.",
    remedy: "change",
  },
  nameUnknown: {
    text: "{{host}} can’t be found. Check the name, and whether this computer is online.",
    remedy: "change",
  },
  networkGone: {
    text: "The network blocks the connection. This computer may be offline, or the port may be blocked.",
  },
  tokenMissing: {
    text: "This tunnel needs a token, but no token is saved. Enter the token.",
    remedy: "change",
    needsOwner: true,
  },
  tokenWrong: {
    text: "Cloudflare doesn’t accept the token. Copy the token again from the tunnel’s page at Cloudflare.",
    remedy: "change",
    needsOwner: true,
  },
  tokenLocked: {
    text: "The token is encrypted with the system keychain ({{keeper}}), which isn’t available now. Enter the token again.",
    remedy: "change",
    needsOwner: true,
  },
  refused: { text: "The server refused the connection: {{said}}" },
  notAllowed: {
    text: "Tailscale doesn’t allow Funnel yet. Allow Funnel at {{address}}, then try again.",
    needsOwner: true,
  },
  notRunning: { text: "{{program}} isn’t running or isn’t logged in: {{said}}" },
  otherTarget: {
    text: "The tunnel points to {{found}}, but the public port is {{target}}. Change the port where you created the tunnel.",
  },
  silent: {
    text: "The program didn’t connect within {{seconds}} seconds. Check the network, then try again.",
  },
  noAddress: {
    text: "The program is running but hasn’t printed an address after {{seconds}} seconds. Enter the address, or a pattern that finds it.",
    remedy: "change",
    needsOwner: true,
  },
  ended: { text: "The program stopped unexpectedly: {{said}}" },
  otherPlace: {
    text: "This data folder is a copy or was moved. Two tunnels with the same name share visitors. Start the tunnel only if this is the right data folder.",
    needsOwner: true,
  },
} as const satisfies Readonly<Record<string, Problem>>;

export type TunnelProblemCode = keyof typeof tunnelProblems;

export interface TunnelProblem {
  readonly code: TunnelProblemCode;
  readonly message: string;
  readonly values: MessageValues;
}

export function tunnelProblem(code: TunnelProblemCode, values: MessageValues = {}): TunnelProblem {
  return { code, message: englishText(tunnelProblems[code].text, values), values };
}

/** Whether another try alone changes nothing. */
export function needsOwner({ code }: Pick<TunnelProblem, "code">): boolean {
  return "needsOwner" in tunnelProblems[code];
}

export function tunnelRemedy({ code }: Pick<TunnelProblem, "code">): TunnelRemedy {
  const problem: Problem = tunnelProblems[code];
  return problem.remedy ?? "again";
}
