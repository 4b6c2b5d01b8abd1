import { Loader } from "@mantine/core";
import IconCheck from "@iconify-json/tabler/icons/check";
import IconMinus from "@iconify-json/tabler/icons/minus";
import IconX from "@iconify-json/tabler/icons/x";
import { useTranslation } from "react-i18next";
import type { EdgeSetUp } from "../../../contract/edge.ts";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import steps from "../publicAddress/PublicAddressScreen.module.css";
import { edgeProblemText } from "./edgeText.ts";

const signs = { ok: IconCheck, failed: IconX, skipped: IconMinus } as const;

/** What is done at Cloudflare's, one step after the other, and why one failed. */
export function SetUpSteps({ setUp }: { readonly setUp: EdgeSetUp }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ol className={steps.proof} aria-live="polite" aria-label={t(`edge.kinds.${setUp.kind}`)}>
      {setUp.steps.map(({ step, outcome }) => (
        <li key={step} data-outcome={outcome}>
          <Sign outcome={outcome} />
          <span>
            <span className={steps.proofName}>{t(`edge.steps.${step}`)}</span>
            <span className="visuallyHidden"> {t(`edge.outcome.${outcome}`)}</span>
            {outcome === "failed" && setUp.problem !== null && (
              <span className={steps.proofText}>{edgeProblemText(setUp.problem, t, format)}</span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Sign({ outcome }: { readonly outcome: EdgeSetUp["steps"][number]["outcome"] }) {
  if (outcome === "running") return <Loader size={14} aria-hidden="true" />;
  if (outcome === "waiting") return <span className={steps.noSign} />;
  const Icon = signs[outcome];
  return <Icon size={16} stroke={2} aria-hidden="true" />;
}
