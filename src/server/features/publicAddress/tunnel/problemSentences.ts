import type { Problem, ProblemCode } from "./model.ts";

type Values = Problem["values"];

/** What each problem says to whoever reads no codes, and what helps. */
const sentences: Readonly<Record<ProblemCode, (values: Values) => string>> = {
  notSet: () => "No tunnel was set yet: choose a way first.",
  doorClosed: () => "The public door is closed. Open it: a tunnel brings visitors there.",
  programMissing: ({ program }) => `The program ${program} isn't on this computer. Install it.`,
  programUnusable: ({ program, reason }) =>
    `${program} can't be run: ${String(reason).replace(/\.$/, "")}.`,
  programOutdated: ({ said }) =>
    `The program doesn't know what it was told, as old versions do: ${said}`,
  loginRefused: ({ user, host }) =>
    host === "tailscale"
      ? "Tailscale refuses this user. Make them its operator: sudo tailscale set --operator=$USER"
      : `${host} refuses the login${user === undefined ? "" : ` of ${user}`}. Give the server your public key; a key with a passphrase must be in the agent.`,
  hostKeyUnknown: ({ host, kind, fingerprint }) =>
    `${host} isn't known on this computer. It showed the ${kind} key ${fingerprint}: compare it with the server's own, then accept it.`,
  hostKeyOther: ({ host, kind, fingerprint, accepted }) =>
    `${host} showed the ${kind} key ${fingerprint}, which is another one than the accepted ${accepted}. Compare it with the server's own, then accept it.`,
  hostKeyChanged: ({ host, file, fingerprint }) =>
    `${host} shows another key than the known one${fingerprint === undefined ? "" : `: ${fingerprint}`}. It may be somebody else. If the server was made anew, take its old key out of ${file}, and start the tunnel again.`,
  remotePortTaken: ({ port }) =>
    `Port ${port} is taken over there, perhaps by a former connection that isn't over yet.`,
  nameUnknown: ({ host }) => `The name ${host} can't be found. Is this computer online?`,
  networkGone: () => "The network doesn't let it through.",
  tokenMissing: () => "This way needs a token, and none is kept.",
  tokenWrong: () => "Cloudflare doesn't take the token. Copy it anew from the tunnel's page there.",
  tokenLocked: ({ keeper }) =>
    `The token was sealed by ${keeper}, which isn't there in this run. Give it again.`,
  refused: ({ said }) => `The other side refuses: ${said}`,
  notAllowed: ({ address }) =>
    `Tailscale doesn't allow it yet.${address === undefined ? "" : ` Allow it at ${address}`}`,
  notRunning: ({ program, said }) => `${program} isn't running or isn't logged in: ${said}`,
  otherTarget: ({ target, found }) =>
    `The tunnel leads to ${found}, and the public door is ${target}. Change it where the tunnel was made.`,
  silent: ({ seconds }) => `Nothing came of it in ${seconds} seconds.`,
  noAddress: ({ seconds }) => `It runs, and told no address in ${seconds} seconds.`,
  ended: ({ code, signal, said }) =>
    `It ended by itself (${signal ?? `code ${code}`})${said === undefined ? "." : `: ${said}`}`,
  otherPlace: () =>
    "The data folder is a copy, or has moved. Two tunnels of one name would share visitors: start it here if this is the one.",
};

export function sentenceOf({ code, values }: Problem): string {
  return sentences[code](values);
}

/** Those that no further try mends. */
const forOwner: ReadonlySet<ProblemCode> = new Set([
  "notSet",
  "doorClosed",
  "programMissing",
  "programUnusable",
  "programOutdated",
  "loginRefused",
  "hostKeyUnknown",
  "hostKeyOther",
  "hostKeyChanged",
  "tokenMissing",
  "tokenWrong",
  "tokenLocked",
  "notAllowed",
  "noAddress",
  "otherPlace",
]);

/** Whether only the owner can mend it. */
export function isForOwner({ code }: Problem): boolean {
  return forOwner.has(code);
}
