import type { TFunction } from "i18next";
import type { DomainCheck } from "../../../contract/resources/domains.ts";

/** What came of asking a domain, in a few words. */
export function stateText(checked: DomainCheck | null, t: TFunction): string {
  if (checked === null) return t("domains.unasked");
  return t(checked.points ? "domains.points" : "domains.silent");
}

/** What stands in between, in a sentence; null: nothing. */
export function problemText(checked: DomainCheck, t: TFunction): string | null {
  const { problem, addresses } = checked;
  if (problem === null) return null;
  if (problem.code === "status") return t("domains.problems.status", { status: problem.status });
  if (problem.code === "network" && addresses.length === 0) return t("domains.problems.noName");
  return t(`domains.problems.${problem.code}`);
}
