import {
  createSealedSecret,
  type SealedSecret,
  type SealedState,
} from "../../../common/sealedSecret.ts";
import { type TunnelProblem, tunnelProblem } from "../../../../contract/messages/tunnelProblems.ts";
import type { Core } from "../../../common/context.ts";

export type TokenState = SealedState;

export interface TunnelToken extends Pick<SealedSecret, "state" | "keep"> {
  open(): Promise<{ readonly token: string } | { readonly problem: TunnelProblem }>;
}

/** The tunnel's token in `secrets.json`, sealed where the system has a key store. */
export function createTunnelToken(
  app: Pick<Core, "store" | "dataDir" | "secretKeeper">,
): TunnelToken {
  const secret = createSealedSecret(app, "tunnelToken");

  return {
    state: () => secret.state(),
    keep: (token) => secret.keep(token),
    async open() {
      const opened = await secret.open();
      if (opened === null) return { problem: tunnelProblem("tokenMissing") };
      if ("text" in opened) return { token: opened.text };
      return { problem: tunnelProblem("tokenLocked", { keeper: opened.lockedBy }) };
    },
  };
}
