import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { completeAddress } from "../../../contract/fields/completeAddress.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { Address } from "../../ui/address/Address.tsx";
import { CopyButton } from "../../ui/address/CopyButton.tsx";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { candidateOf, isProved, type StepPart } from "./steps.ts";
import { ProofSteps } from "./ProofSteps.tsx";
import { prove } from "./publicAddress.ts";
import classes from "./PublicAddressScreen.module.css";

/** The address asked from outside, step by step. */
export function ProveStep({ door, tunnel, go }: StepPart) {
  const { t } = useTranslation();
  const candidate = candidateOf(door, tunnel);
  const [typed, setTyped] = useState(candidate ?? "");
  const [fault, setFault] = useState<string | null>(null);
  const [isSent, setSent] = useState(false);
  const isBusy = isSent || (door.proof !== null && door.proof.endedAt === null);
  const address = tunnel.address ?? completeAddress(typed);

  async function ask(event: FormEvent) {
    event.preventDefault();
    // An address of this computer is the server's to explain, as for the command line.
    if (!URL.canParse(address)) {
      setFault(t(typed.trim() === "" ? "faults.needed" : "public.mustBe.address"));
      return;
    }
    setSent(true);
    try {
      await prove(address);
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 400) setFault(t("public.mustBe.address"));
      else showFailure(error);
    }
    setSent(false);
  }

  const isGood = candidate !== null && isProved(door, candidate);
  return (
    <form className={classes.parts} onSubmit={(event) => void ask(event)} noValidate>
      <p>{t("public.proveText")}</p>
      {tunnel.address === null ? (
        <TextInput
          label={t("public.fields.address")}
          labelProps={{ dir: "auto" }}
          description={t("public.about.pasted")}
          dir="ltr"
          placeholder="https://go.example.org"
          value={typed}
          error={fault}
          onChange={(event) => {
            setFault(null);
            setTyped(event.currentTarget.value);
          }}
        />
      ) : (
        <p className={classes.line}>
          <Address of={tunnel.address} />
          <CopyButton
            text={tunnel.address}
            label={t("common.copyNamed", { name: tunnel.address })}
          />
        </p>
      )}
      <ProofSteps door={door} address={address} />
      <div className={classes.actions}>
        {isGood && (
          <Button variant="filled" onClick={() => go("use")}>
            {t("public.next.use")}
          </Button>
        )}
        <Button type="submit" variant={isGood ? "default" : "filled"} loading={isBusy}>
          {t(door.proof === null ? "public.prove" : "public.proveAgain")}
        </Button>
      </div>
    </form>
  );
}
