import { Button, Paper, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldFault } from "../../../contract/envelope.ts";
import type { Tunnel, TunnelWay } from "../../../contract/server/tunnels.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { useProgramOf } from "./publicAddress.ts";
import { useSharing } from "./sharing.ts";
import { TypedCommand } from "./TypedCommand.tsx";
import { bodyOfWay, fieldsOfWay, valuesOf, type WayField } from "./wayFields.ts";

/** What a way is asked for; sent, the rest goes by itself. */
export function WayForm({ way, tunnel }: { readonly way: TunnelWay; readonly tunnel: Tunnel }) {
  const { t } = useTranslation();
  const [values, setValues] = useState(() => valuesOf(tunnel));
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const { fields, more } = fieldsOfWay[way];
  const { isBusy, share } = useSharing((error) => {
    const known = error instanceof ApiFailure ? error.faults : [];
    setFaults(known);
    const shown = new Set<string>([...fields, ...more]);
    if (!known.some(({ field }) => shown.has(field))) showFailure(error);
  });
  const input = (name: WayField) => (
    <WayInput
      key={name}
      way={way}
      name={name}
      stored={name === "token" ? tunnel.token : null}
      value={values[name]}
      fault={faults.find(({ field }) => field === name)}
      type={(text) => {
        setFaults(faults.filter(({ field }) => field !== name));
        setValues({ ...values, [name]: text });
      }}
    />
  );
  function send(event: FormEvent) {
    event.preventDefault();
    share(bodyOfWay(way, values));
  }
  return (
    <Paper component="section" p="md" withBorder aria-label={t(`public.ways.${way}.name`)}>
      <form onSubmit={send} noValidate>
        <Stack gap="sm" maw={560}>
          <MissingProgram way={way} />
          {way === "ssh" && (
            <Text size="sm" c="dimmed">
              {t("public.sshText")}
            </Text>
          )}
          {fields.map(input)}
          {more.length > 0 && (
            <details
              open={more.some((name) => faults.some(({ field }) => field === name)) || undefined}
            >
              <summary>{t("public.more")}</summary>
              <Stack gap="sm" mt="sm">
                {more.map(input)}
              </Stack>
            </details>
          )}
          <div>
            <Button type="submit" variant="filled" loading={isBusy}>
              {t("public.start")}
            </Button>
          </div>
        </Stack>
      </form>
    </Paper>
  );
}

/** How the program of a way comes to this computer, where it isn't there. */
export function MissingProgram({ way }: { readonly way: TunnelWay }) {
  const { t } = useTranslation();
  const program = useProgramOf(way);
  if (program?.install == null) return null;
  const { command, page } = program.install;
  return (
    <Stack component="section" gap="xs" aria-label={t("public.install.title")}>
      <Text size="sm">
        {t(command === null ? "public.install.byPage" : "public.install.byCommand", {
          name: `\u2066${program.name}\u2069`,
        })}
      </Text>
      {command !== null && <TypedCommand command={command} label={t("public.copyCommand")} />}
      <Text size="sm" c="dimmed">
        {t("public.install.page")}{" "}
        <a href={page} target="_blank" rel="noreferrer" dir="ltr">
          {readableAddress(page)}
        </a>
      </Text>
    </Stack>
  );
}

const placeholders: Readonly<Partial<Record<WayField, string>>> = {
  host: "your.server.example",
  user: "tunnel",
  bindAddress: "127.0.0.1",
  keyFile: "~/.ssh/id_ed25519",
  command: "bore local {port} --to bore.example.org",
  pattern: String.raw`https://\S+`,
  address: "https://go.example.org",
};

const short: ReadonlySet<WayField> = new Set(["port", "remotePort"]);

function WayInput({
  way,
  name,
  stored,
  value,
  fault,
  type,
}: {
  readonly way: TunnelWay;
  readonly name: WayField;
  readonly stored: Tunnel["token"];
  readonly value: string;
  readonly fault: FieldFault | undefined;
  readonly type: (text: string) => void;
}) {
  const { t } = useTranslation();
  const shared = {
    label: t(`public.fields.${name}`),
    dir: "ltr",
    // The label is of the page's direction, whatever the field is of.
    labelProps: { dir: "auto" },
    value,
    error:
      fault === undefined
        ? undefined
        : t(fault.code === "missing" ? "faults.missing" : `public.mustBe.${name}`),
    onChange: (event: { currentTarget: { value: string } }) => type(event.currentTarget.value),
  } as const;
  if (name === "token")
    return (
      <PasswordInput
        {...shared}
        autoComplete="off"
        description={t(
          stored === null ? "public.tokenNew" : `public.tokenKept.${stored.protection}`,
          {
            path: `\u2066${stored?.path ?? ""}\u2069`,
            keeper: `\u2066${stored?.keeper ?? ""}\u2069`,
          },
        )}
        visibilityToggleButtonProps={{ "aria-label": t("public.showToken") }}
      />
    );
  const isLoose = name === "address" && way !== "pasted";
  return (
    <TextInput
      {...shared}
      maw={short.has(name) ? 200 : undefined}
      inputMode={short.has(name) ? "numeric" : undefined}
      placeholder={placeholders[name]}
      description={
        name === "address"
          ? t(isLoose ? "public.about.address" : "public.about.pasted")
          : name === "host"
            ? null
            : t(`public.about.${name}`)
      }
    />
  );
}
