import type { TFunction } from "i18next";
import type { PublicAddress } from "../../../contract/publicAddress.ts";
import type { Tunnel, TunnelProblemCode } from "../../../contract/tunnels.ts";
import type { Format } from "../../i18n/format.ts";

type Problem = NonNullable<Tunnel["problem"]>;
type Step = NonNullable<PublicAddress["proof"]>["steps"][number];

/** Runs from left to right in a sentence of any direction. */
const apart = (text: string) => `\u2066${text}\u2069`;

/** Why the tunnel isn't up, in the reader's language. */
export function tunnelProblemText({ code, values }: Problem, t: TFunction, format: Format): string {
  const text = (name: string) => {
    const value = values[name] ?? "";
    return typeof value === "number" ? format.plain(value) : apart(value);
  };
  const said = {
    program: text("program"),
    reason: text("reason"),
    said: text("said"),
    host: text("host"),
    user: text("user"),
    port: text("port"),
    accepted: text("accepted"),
    keeper: text("keeper"),
    address: text("address"),
    target: text("target"),
    found: text("found"),
    seconds: text("seconds"),
  };
  if (code === "loginRefused" && values["host"] === "tailscale")
    return t("public.problem.operator");
  if (code === "loginRefused" && !("user" in values)) return t("public.problem.loginNobody", said);
  if (code === "notAllowed" && !("address" in values)) return t("public.problem.notAllowedYet");
  if (code === "ended" && !("said" in values)) return t("public.problem.endedMute");
  return t(`public.problem.${code}`, said);
}

/** The one thing that helps. */
export type Remedy = "again" | "change" | "door" | "trust";

const remedies: Readonly<Partial<Record<TunnelProblemCode, Remedy>>> = {
  notSet: "change",
  doorClosed: "door",
  loginRefused: "change",
  hostKeyUnknown: "trust",
  hostKeyOther: "trust",
  remotePortTaken: "change",
  nameUnknown: "change",
  tokenMissing: "change",
  tokenWrong: "change",
  tokenLocked: "change",
  noAddress: "change",
};

export function remedyFor({ code }: Problem): Remedy {
  return remedies[code] ?? "again";
}

/** What came of a step of the proof: what was found, or what to do. Null: it is still to come. */
export function proofStepText(step: Step, t: TFunction, format: Format): string | null {
  const { outcome, code } = step;
  switch (outcome) {
    case "waiting":
      return null;
    case "ok":
      if (step.step === "name")
        return t("public.proof.leadsTo", { addresses: apart(step.addresses.join(", ")) });
      if (step.step === "nonce")
        return t(step.inside ? "public.proof.inside" : "public.proof.answered");
      return t("public.proof.led", { link: apart(step.link ?? "") });
    case "skipped":
    case "failed":
      return code === null
        ? (step.message ?? "")
        : t(`public.proof.${code}`, {
            status: format.plain(step.status ?? 0),
            link: apart(step.link ?? ""),
            location: apart(step.location ?? ""),
            expected: apart(step.expected ?? ""),
          });
  }
}
