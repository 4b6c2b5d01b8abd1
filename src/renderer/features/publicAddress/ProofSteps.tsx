import { Box, Loader, Stack } from "@mantine/core";
import IconCheck from "@iconify-json/tabler/icons/check";
import IconMinus from "@iconify-json/tabler/icons/minus";
import IconX from "@iconify-json/tabler/icons/x";
import type { PublicAddress } from "../../../contract/server/publicAddress.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { proofStepText } from "./proofStepText.ts";
import classes from "./Sharing.module.css";

type Proof = NonNullable<PublicAddress["proof"]>;
type Step = Proof["steps"][number];

const signs = { ok: IconCheck, failed: IconX, skipped: IconMinus } as const;

/** What was tried of an address from outside, green or what to do. */
export function ProofSteps({
  door,
  address,
}: {
  readonly door: PublicAddress;
  readonly address: string;
}) {
  const { t, format } = useI18n();
  const { proof } = door;
  if (proof === null || proof.address.replace(/\/$/, "") !== address.replace(/\/$/, ""))
    return null;
  const next = proof.steps.find(({ outcome }) => outcome === "waiting")?.step;
  return (
    <Stack className={classes.proof} component="ol" gap={10} aria-live="polite">
      {proof.steps.map((step) => (
        <li key={step.step} data-outcome={step.outcome}>
          <Sign step={step} isNext={proof.endedAt === null && step.step === next} />
          <span>
            <Box component="span" display="block" fw={550}>
              {t(`public.proofSteps.${step.step}`)}
            </Box>
            <span className="visuallyHidden"> {t(`public.outcome.${step.outcome}`)}</span>
            <ProofText text={proofStepText(step, t, format)} />
          </span>
        </li>
      ))}
    </Stack>
  );
}

function ProofText({ text }: { readonly text: string | null }) {
  return text === null ? null : <span className={classes.proofText}>{text}</span>;
}

function Sign({ step, isNext }: { readonly step: Step; readonly isNext: boolean }) {
  if (step.outcome === "waiting")
    return isNext ? <Loader size={14} aria-hidden="true" /> : <span className={classes.noSign} />;
  const Icon = signs[step.outcome];
  return <Icon size={16} stroke={2} aria-hidden="true" />;
}
