/** The always-on copy on a server of one's own, which loads nothing of Waypost's own server but what it needs. */
export { packageVersion } from "./packageDir.ts";
export { BadProxies, startProgram, type RunningProgram } from "../mirror/program/program.ts";
export { BadSecret, keepSecret } from "../mirror/program/secret.ts";
export { StartFailed } from "../server/http/startFailed.ts";
export { StoreUnavailable } from "../server/store/store.ts";
