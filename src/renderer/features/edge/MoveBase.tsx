import { NativeSelect } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Edge } from "../../../contract/edge.ts";
import { usePublicAddress } from "../publicAddress/publicAddress.ts";
import { SwitchBase } from "../publicAddress/SwitchBase.tsx";
import { addressInSentence, readableAddress } from "../../ui/address/readableAddress.ts";
import classes from "../settings/Settings.module.css";

/** Links begin with the copy's address only when their owner says so. */
export function MoveBase({ edge }: { readonly edge: Edge }) {
  const { t } = useTranslation();
  const heading = useId();
  const door = usePublicAddress();
  const [chosen, setChosen] = useState<string | null>(null);
  const { addresses } = edge;
  // What is one's own lasts longest.
  const candidate = chosen ?? addresses.at(-1);
  if (candidate === undefined || door.data === undefined) return null;
  if (edge.printed) {
    return (
      <p className="soft">{t("edge.base.is", { address: addressInSentence(door.data.address) })}</p>
    );
  }
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h3 id={heading}>{t("edge.base.title")}</h3>
      <p>{t("edge.base.text", { address: addressInSentence(door.data.address) })}</p>
      {addresses.length > 1 && (
        <NativeSelect
          label={t("edge.base.choose")}
          dir="ltr"
          value={candidate}
          data={addresses.map((address) => ({ value: address, label: readableAddress(address) }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <SwitchBase key={candidate} door={door.data} tunnel={null} candidate={candidate} />
    </section>
  );
}
