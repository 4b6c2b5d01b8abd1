import { Button, PasswordInput, TextInput } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { FieldFault } from "../../../contract/envelope.ts";
import { Choices } from "../../ui/inputs/Choices.tsx";
import { ApiFailure } from "../../app/client/client.ts";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { CopyButton } from "../../ui/address/CopyButton.tsx";
import { showFailure } from "../../ui/messages/toasts.tsx";
import type { StepPart } from "./steps.ts";
import { setWay, useProgramOf } from "./publicAddress.ts";
import classes from "./PublicAddressScreen.module.css";
import {
  bodyOfWay,
  fieldsOfWay,
  type ShownWay,
  shownWays,
  valuesOf,
  type WayField,
} from "./wayFields.ts";
import { useBusy } from "../../ui/messages/useBusy.ts";

const noFields = { fields: [], more: [] } as const;

/** How visitors are brought to this computer. */
export function WayStep({ tunnel, go }: StepPart) {
  const { t } = useTranslation();
  const heading = useId();
  const [way, setChosen] = useState<ShownWay>(tunnel.way ?? "ssh");
  const navigate = useNavigate();
  const [values, setValues] = useState(() => valuesOf(tunnel));
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const { isBusy, during } = useBusy();
  const { fields, more } = way === "edge" ? noFields : fieldsOfWay[way];

  async function keep(event: FormEvent) {
    event.preventDefault();
    if (way === "edge") {
      void navigate("/settings/edge");
      return;
    }
    const save = async () => {
      await setWay(bodyOfWay(way, values));
      go("start");
    };
    await during(save, (error) => {
      const known = error instanceof ApiFailure ? error.faults : [];
      setFaults(known);
      const shownFields = new Set<string>([...fields, ...more]);
      if (!known.some(({ field }) => shownFields.has(field))) showFailure(error);
    });
  }

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
  return (
    <form className={classes.parts} onSubmit={(event) => void keep(event)} noValidate>
      <p id={heading}>{t("public.wayText")}</p>
      <Choices
        labelledBy={heading}
        value={way}
        options={shownWays.map((value) => ({
          value,
          label: t(`public.ways.${value}.name`),
          hint: <WayHint way={value} />,
        }))}
        choose={(next) => {
          setChosen(next);
          setFaults([]);
        }}
      />
      <MissingProgram way={way} />
      {fields.length > 0 && (
        <fieldset className={classes.fields}>
          <legend>{t(`public.ways.${way}.name`)}</legend>
          {way === "ssh" && <p className="soft">{t("public.sshText")}</p>}
          {fields.map(input)}
          {more.length > 0 && (
            <details
              open={more.some((name) => faults.some(({ field }) => field === name)) || undefined}
            >
              <summary>{t("public.more")}</summary>
              <div className={classes.moreFields}>{more.map(input)}</div>
            </details>
          )}
        </fieldset>
      )}
      <div className={classes.actions}>
        <Button type="submit" variant="filled" loading={isBusy}>
          {t(way === "edge" ? "public.next.edge" : "public.next.start")}
        </Button>
      </div>
    </form>
  );
}

/** How the program of a way comes to this computer, where it isn't there. */
function MissingProgram({ way }: { readonly way: ShownWay }) {
  const { t } = useTranslation();
  const program = useProgramOf(way);
  if (program?.install == null) return null;
  const { command, page } = program.install;
  return (
    <section className={classes.panel} aria-label={t("public.install.title")}>
      <p>
        {t(command === null ? "public.install.byPage" : "public.install.byCommand", {
          name: `\u2066${program.name}\u2069`,
        })}
      </p>
      {command !== null && (
        <div className={classes.command}>
          <code dir="ltr">{command}</code>
          <CopyButton text={command} label={t("public.copyCommand")} />
        </div>
      )}
      <p className="soft">
        {t("public.install.page")}{" "}
        <a href={page} target="_blank" rel="noreferrer" dir="ltr">
          {readableAddress(page)}
        </a>
      </p>
    </section>
  );
}

/** What a way takes, and whether its program is there. */
function WayHint({ way }: { readonly way: ShownWay }) {
  const { t } = useTranslation();
  const program = useProgramOf(way);
  return (
    <>
      {t(`public.ways.${way}.takes`)}
      {program !== undefined && (
        <span className={classes.program} data-found={program.path !== null}>
          {program.path === null
            ? t("public.notFound", { name: `\u2066${program.name}\u2069` })
            : t("public.found", {
                name: `\u2066${program.name}${program.version === null ? "" : ` ${program.version}`}\u2069`,
              })}
        </span>
      )}
    </>
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
  readonly way: ShownWay;
  readonly name: WayField;
  readonly stored: StepPart["tunnel"]["token"];
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
      className={short.has(name) ? (classes.short ?? "") : ""}
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
