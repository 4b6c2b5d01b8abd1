import { Button, Loader, Stack, Text } from "@mantine/core";
import IconDeviceDesktop from "@iconify-json/tabler/icons/device-desktop";
import IconCheck from "@iconify-json/tabler/icons/check";
import IconDeviceMobile from "@iconify-json/tabler/icons/device-mobile";
import IconRoute from "@iconify-json/tabler/icons/route";
import IconWorld from "@iconify-json/tabler/icons/world";
import IconX from "@iconify-json/tabler/icons/x";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { useBusy } from "../../ui/messages/useBusy.ts";
import { goDark, openAnyDoor, prove } from "./publicAddress.ts";
import { proofStepText } from "./proofStepText.ts";
import type { Shared } from "./SharingScreen.tsx";
import { candidateOf, type Part, type PartState, useSharing } from "./sharing.ts";
import classes from "./Sharing.module.css";

const icons = {
  computer: IconDeviceDesktop,
  tunnel: IconRoute,
  address: IconWorld,
  phone: IconDeviceMobile,
} as const;
const parts = ["computer", "tunnel", "address", "phone"] as const;

/** The way of a visitor, part by part; below one that is broken stands what mends it. */
export function WayPicture({
  door,
  tunnel,
  states,
}: Shared & { readonly states: Readonly<Record<Part, PartState>> }) {
  const { t } = useTranslation();
  const address = candidateOf(door, tunnel);
  const picture = useRef<HTMLOListElement>(null);
  const isBusy = parts.some((part) => states[part] === "busy");
  // What began it may be far below, and here is what comes of it.
  useEffect(() => {
    if (isBusy) picture.current?.scrollIntoView({ block: "nearest" });
  }, [isBusy]);
  return (
    <ol ref={picture} className={classes.way}>
      {parts.map((part) => {
        const Icon = icons[part];
        const state = states[part];
        const isNamed = part === "address" && address !== null;
        return (
          <li key={part} data-state={state} data-part={part}>
            <span className={classes.node} aria-hidden="true">
              <Icon size={28} stroke={1.5} />
              <Sign state={state} />
            </span>
            <Text
              component="span"
              size="sm"
              fw={500}
              maw="100%"
              c="var(--ink)"
              style={{ overflowWrap: "anywhere" }}
            >
              {isNamed ? (
                <bdi dir="ltr">{readableAddress(address)}</bdi>
              ) : (
                t(`public.parts.${part}`)
              )}
            </Text>
            <span className="visuallyHidden">{t(`public.partStates.${state}`)}</span>
            {state === "bad" && <Remedy part={part} door={door} tunnel={tunnel} />}
          </li>
        );
      })}
    </ol>
  );
}

function Sign({ state }: { readonly state: PartState }) {
  if (state === "idle") return null;
  return (
    <span className={classes.sign}>
      {state === "busy" ? (
        <Loader size={12} color="currentColor" />
      ) : state === "good" ? (
        <IconCheck size={12} stroke={3} />
      ) : (
        <IconX size={12} stroke={3} />
      )}
    </span>
  );
}

/** Why a part is broken, and the one button that mends it. */
function Remedy({ part, door, tunnel }: Shared & { readonly part: Part }) {
  const { t, format } = useI18n();
  const { isBusy, during } = useBusy();
  const sharing = useSharing();
  const address = candidateOf(door, tunnel);
  const failed = door.proof?.steps.find(({ outcome }) => outcome === "failed");
  const mend = (name: "resume" | "open" | "start" | "check", run: () => void, text?: string) => (
    <Stack gap={6} align="center">
      {text !== undefined && (
        <Text size="xs" c="dimmed" ta="center">
          {text}
        </Text>
      )}
      <Button size="xs" variant="filled" loading={isBusy || sharing.isBusy} onClick={run}>
        {t(`public.mend.${name}`)}
      </Button>
    </Stack>
  );
  switch (part) {
    case "computer":
      return door.dark
        ? mend("resume", () => void during(() => goDark(false)))
        : mend("open", () => void during(openAnyDoor));
    case "tunnel":
      // One that failed says why in its panel, with what helps.
      return tunnel.state === "off" ? mend("start", () => sharing.share(null)) : null;
    case "address": {
      if (address === null) return null;
      const why =
        failed === undefined ? undefined : (proofStepText(failed, t, format) ?? undefined);
      return mend("check", () => void during(() => prove(address)), why);
    }
    case "phone":
      return null;
  }
}
