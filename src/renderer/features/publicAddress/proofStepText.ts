import type { TFunction } from "i18next";
import type { PublicAddress } from "../../../contract/server/publicAddress.ts";
import type { Format } from "../../i18n/format.ts";

type Step = NonNullable<PublicAddress["proof"]>["steps"][number];

/** Runs from left to right in a sentence of any direction. */
const apart = (text: string) => `\u2066${text}\u2069`;

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
