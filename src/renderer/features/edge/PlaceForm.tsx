import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Edge, tokenPage } from "../../../contract/server/edge.ts";
import type { FieldFault } from "../../../contract/envelope.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { ConfirmAsk } from "../settings/ConfirmAsk.tsx";
import { SecretField } from "../../ui/inputs/SecretField.tsx";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { changeEdge } from "./edge.ts";

const signUpPage = "https://dash.cloudflare.com/sign-up";
const placeholders = { name: "waypost", domains: "go.example.org" } as const;

/** Names as people write lists of them. */
function namesIn(text: string): string[] {
  return text
    .split(/[\s,،]+/u)
    .map((name) => name.replace(/^https?:\/\//iu, "").replace(/\/$/u, ""))
    .filter((name) => name !== "");
}

/** Which token to make and where, and the token: it is used for what is asked, and forgotten. */
export function PlaceForm({
  edge,
  takesOver,
  action,
}: {
  readonly edge: Edge;
  /** Name of what another Waypost, or this one before, has set up and this one is to write to; null: nothing. */
  readonly takesOver: string | null;
  /** What is done where nothing is taken over. */
  readonly action: string;
}) {
  const { t } = useTranslation();
  const [token, setToken] = useState("");
  const [name, setName] = useState(edge.name ?? "");
  const [domains, setDomains] = useState(namesOf(edge));
  const [account, setAccount] = useState("");
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [isInEu, setInEu] = useState(false);
  const [isRouted, setRouted] = useState(false);
  const tokens = tokenPage(isRouted);
  const accounts = edge.setUp?.accounts ?? [];
  // The token can't say which account it is for.
  const isIdNeeded = edge.setUp?.problem?.code === "accountNeeded";
  const isRunning = edge.setUp?.endedAt === null;
  // Under another name there is nothing to take over.
  const isTakeOver = takesOver !== null && (name.trim() || takesOver) === takesOver;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isTakeOver) setConfirming(true);
    else void send();
  }

  async function send() {
    setBusy(true);
    const chosen = account.trim() || (accounts[0]?.id ?? "");
    const place = {
      token,
      ...(name.trim() !== "" && { name: name.trim() }),
      ...(chosen !== "" && { account: chosen }),
    };
    try {
      setFaults([]);
      await (isTakeOver
        ? changeEdge("takeOverEdge", { body: place })
        : changeEdge("setUpEdge", {
            body: {
              ...place,
              domains: namesIn(domains),
              ...(isInEu && { eu: true }),
              ...(isRouted && { route: true }),
            },
          }));
    } catch (error) {
      const known = error instanceof ApiFailure ? error.faults : [];
      setFaults(known);
      if (known.length === 0) showFailure(error);
    }
    setBusy(false);
    setConfirming(false);
  }

  const faultOf = (prefix: "token" | "name" | "domains" | "account") =>
    faults.some(({ field }) => field.startsWith(prefix)) ? t(`edge.faults.${prefix}`) : null;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ol className="points">
          <li>
            <OutsideLink to={tokens.address}>{t("edge.token.open")}</OutsideLink>{" "}
            {t("edge.token.custom")}{" "}
            {!edge.set && (
              <>
                {t("edge.token.noAccount")}{" "}
                <OutsideLink to={signUpPage}>{t("edge.token.signUp")}</OutsideLink>
              </>
            )}
          </li>
          <li>
            {t("edge.token.rights")}
            <ul className="points">
              {tokens.permissions.map((right) => (
                <li key={right}>
                  <code dir="ltr">{right}</code>
                </li>
              ))}
            </ul>
          </li>
          <li>{t("edge.token.once")}</li>
        </ol>
        <SecretField
          label={t("edge.token.label")}
          description={t("edge.token.forgotten")}
          showLabel={t("public.showToken")}
          value={token}
          error={faultOf("token")}
          type={setToken}
        />
        {accounts.length > 1 && (
          <NativeSelect
            label={t("edge.account")}
            value={account || accounts[0]?.id}
            error={faultOf("account")}
            data={accounts.map(({ id, name: label }) => ({ value: id, label }))}
            onChange={(event) => setAccount(event.currentTarget.value)}
          />
        )}
        {isIdNeeded && (
          <TextInput
            label={t("edge.accountId")}
            description={t("edge.accountIdText")}
            dir="ltr"
            labelProps={{ dir: "auto" }}
            value={account}
            error={faults.some(({ field }) => field === "account") && t("edge.faults.accountId")}
            onChange={(event) => setAccount(event.currentTarget.value)}
          />
        )}
        {!isTakeOver && (
          <TextInput
            label={t("edge.domains")}
            description={t("edge.domainsText")}
            dir="ltr"
            labelProps={{ dir: "auto" }}
            placeholder={placeholders.domains}
            value={domains}
            error={faultOf("domains")}
            onChange={(event) => setDomains(event.currentTarget.value)}
          />
        )}
        {!isTakeOver && domains.trim() !== "" && (
          <Checkbox
            label={t("edge.route.label")}
            description={t("edge.route.text")}
            checked={isRouted}
            onChange={(event) => setRouted(event.currentTarget.checked)}
          />
        )}
        {!edge.set && (
          <details open={faultOf("name") !== null || undefined}>
            <summary>{t("edge.more")}</summary>
            <Stack gap="sm" mt="sm">
              <TextInput
                label={t("edge.name")}
                description={t("edge.nameText")}
                dir="ltr"
                labelProps={{ dir: "auto" }}
                placeholder={placeholders.name}
                value={name}
                error={faultOf("name")}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Checkbox
                label={t("edge.eu")}
                description={t("edge.euText")}
                checked={isInEu}
                onChange={(event) => setInEu(event.currentTarget.checked)}
              />
            </Stack>
          </details>
        )}
        {isTakeOver && isConfirming ? (
          <ConfirmAsk
            ask={t("edge.takeOverAsk")}
            action={t("edge.takeOver")}
            isBusy={isBusy || isRunning}
            confirm={() => void send()}
            cancel={() => setConfirming(false)}
          />
        ) : (
          <Group gap="sm">
            <Button type="submit" variant="filled" loading={isBusy || isRunning}>
              {isTakeOver ? t("edge.takeOver") : action}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

/** The own domains that lead there already, and the one that is asked about. */
function namesOf({ addresses, setUp }: Edge): string {
  const names = addresses.slice(1).map((address) => new URL(address).host);
  const { code, values } = setUp?.problem ?? {};
  if (code === "domainRecord") names.push(String(values?.["host"]));
  return names.join(", ");
}

function OutsideLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
