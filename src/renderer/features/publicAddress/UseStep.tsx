import { candidateOf, isInUse, type StepPart } from "./steps.ts";
import classes from "./PublicAddressScreen.module.css";
import { Standing } from "./Standing.tsx";
import { SwitchBase } from "./SwitchBase.tsx";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../app/client/api.ts";
import { pictureData } from "../qrCodes/qrPreview.ts";
import { readableAddress } from "../../ui/address/readableAddress.ts";

/** Links begin with the address from here on; or how it stands, once they do. */
export function UseStep(part: StepPart) {
  const { door, tunnel } = part;
  const candidate = candidateOf(door, tunnel);
  if (candidate === null) return null;
  return (
    <div className={classes.parts}>
      {isInUse(door, tunnel) ? (
        <Standing {...part} />
      ) : (
        <SwitchBase door={door} tunnel={tunnel} candidate={candidate} />
      )}
      <PhoneCode address={candidate} />
    </div>
  );
}

/** The last proof is somebody else's phone: the address as a picture, which is kept nowhere. */
function PhoneCode({ address }: { readonly address: string }) {
  const { t } = useTranslation();
  const drawn = useQuery({
    queryKey: ["qrPreview", "phone", address],
    queryFn: async ({ signal }) => {
      const body = { type: "text" as const, data: address };
      return (await api.call("previewQrCode", { body }, signal)).data.svg;
    },
    staleTime: Infinity,
  });
  return (
    <section className={classes.phone} aria-label={t("public.phone")}>
      {drawn.data !== undefined && (
        <img
          src={pictureData(drawn.data)}
          alt={t("common.qrNamed", { name: readableAddress(address) })}
          width={112}
          height={112}
        />
      )}
      <div>
        <h3>{t("public.phone")}</h3>
        <p className="soft">{t("public.phoneText")}</p>
      </div>
    </section>
  );
}
