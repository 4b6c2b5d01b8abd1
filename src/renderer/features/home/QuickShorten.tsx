import { ActionIcon, Button, TextInput, Tooltip } from "@mantine/core";
import IconArrowBackUp from "@iconify-json/tabler/icons/arrow-back-up";
import IconChartLine from "@iconify-json/tabler/icons/chart-line";
import IconCheck from "@iconify-json/tabler/icons/check";
import IconExternalLink from "@iconify-json/tabler/icons/external-link";
import IconQrcode from "@iconify-json/tabler/icons/qrcode";
import { Suspense, type Ref, useImperativeHandle, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { addressesIn } from "../../../contract/fields/addresses.ts";
import { completeAddress } from "../../../contract/fields/completeAddress.ts";
import { address } from "../../../contract/fields/fields.ts";
import { api } from "../../app/client/api.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { chooseFile } from "../exchange/chosenFile.ts";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { linkMadeInView } from "../links/linkSteps.tsx";
import { lazyPart } from "../../i18n/lazyPart.ts";
import { refreshLinks } from "../../app/client/queries.ts";
import { newLinkDefaults } from "../settings/newLinkDefaults.ts";
import { announce } from "../../ui/messages/announcements.ts";
import { copyText, TextToTake } from "../../ui/address/clipboard.tsx";
import { CopyAddressButton } from "../../ui/address/CopyButton.tsx";
import { FailureNotice } from "../../ui/messages/FailureNotice.tsx";
import { faultSentence } from "../../ui/messages/faultSentence.ts";
import { focusContent } from "../../app/frame/focusRestore.ts";
import { ShortAddress } from "../../ui/address/ShortAddress.tsx";
import classes from "./QuickShorten.module.css";

/** A link's code in a dialog. */
const LinkQr = lazyPart(async () => (await import("../qrCodes/LinkQr.tsx")).LinkQr);

export interface QuickShortenHandle {
  fill(text: string): void;
}

interface Made {
  readonly id: number;
  readonly shorturl: string;
  readonly isCopied: boolean;
  readonly takeBack: () => void;
}

/** A long address in, a short link out and on the clipboard, with one press of Enter. */
export function QuickShorten({ ref }: { readonly ref: Ref<QuickShortenHandle> }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const format = useFormat();
  const navigate = useNavigate();
  const several = addressesIn(text);

  const edit = (next: string) => {
    setText(next);
    setFault(null);
    setFailure(null);
  };
  useImperativeHandle(ref, () => ({
    fill(next) {
      edit(next);
      input.current?.focus();
    },
  }));

  /** Several addresses are read as a list, which shows their links before it makes any. */
  function readList(addresses: readonly string[]): void {
    chooseFile(new File([addresses.join("\n")], t("home.pastedList")));
    void navigate("/exchange");
  }

  async function shorten(): Promise<void> {
    const url = address.safeParse(completeAddress(text));
    // What was made before would look like the answer to this one.
    setMade(null);
    if (!url.success) {
      setFault(t("home.fault"));
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      const { domain, expiry, channel } = await newLinkDefaults();
      const link = await api.call("addLink", {
        body: {
          url: url.data,
          ...(domain === "" ? {} : { domain }),
          ...(expiry === "" ? {} : { expiry }),
          ...(channel === null ? {} : { channel }),
        },
      });
      const { id, shorturl } = link;
      const isCopied = await copyText(shorturl);
      const takeBack = linkMadeInView(link, () => setMade(null));
      setMade({ id, shorturl, isCopied, takeBack });
      announce(`${t(isCopied ? "home.madeAndCopied" : "home.made")}: ${shorturl}`);
      edit("");
      // The next one doesn't wait for the lists.
      void refreshLinks();
    } catch (error) {
      const [first] = error instanceof ApiFailure ? error.faults : [];
      if (first?.field === "url") setFault(faultSentence(first, t));
      else setFailure(error);
    } finally {
      setBusy(false);
      input.current?.focus();
    }
  }

  return (
    <section className={classes.panel}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (several !== undefined) readList(several);
          else if (!isBusy) void shorten();
        }}
      >
        <TextInput
          ref={input}
          className={classes.field}
          label={t("home.field")}
          description={
            several === undefined
              ? t("home.hint")
              : t("home.several", {
                  count: several.length,
                  formatted: format.number(several.length),
                })
          }
          inputWrapperOrder={["label", "input", "error", "description"]}
          placeholder={t("home.placeholder")}
          size="lg"
          dir="ltr"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          value={text}
          error={fault}
          onChange={(event) => edit(event.currentTarget.value)}
          onPaste={(event) => {
            // A field of one line drops the line breaks, and would join the addresses.
            const pasted = addressesIn(event.clipboardData.getData("text"));
            if (pasted === undefined || text !== "") return;
            event.preventDefault();
            edit(pasted.join(" "));
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape") focusContent();
          }}
        />
        <Button
          type="submit"
          variant="filled"
          size="lg"
          className={classes.submit}
          loading={isBusy}
        >
          {several === undefined
            ? t("home.submit")
            : t("home.createSeveral", {
                count: several.length,
                formatted: format.number(several.length),
              })}
        </Button>
      </form>
      {failure !== null && <FailureNotice error={failure} retry={() => void shorten()} />}
      {made !== null && <MadeLink made={made} />}
    </section>
  );
}

function MadeLink({ made: { id, shorturl, isCopied, takeBack } }: { readonly made: Made }) {
  const { t } = useTranslation();
  const [isQrShown, setQrShown] = useState(false);
  return (
    <div className={classes.made} data-testid="made">
      <IconCheck size={20} className={classes.tick} aria-hidden="true" />
      <div className={classes.result}>
        <span className="soft">{t(isCopied ? "home.madeAndCopied" : "home.made")}</span>
        <div className={classes.address}>
          <ShortAddress of={shorturl} />
        </div>
        {!isCopied && <TextToTake text={shorturl} />}
      </div>
      <div className={classes.actions}>
        <CopyAddressButton text={shorturl} label={t("common.copyNamed", { name: shorturl })} />
        <Tooltip label={t("common.open")}>
          <ActionIcon
            component="a"
            href={shorturl}
            target="_blank"
            rel="noreferrer"
            aria-label={t("common.openNamed", { name: shorturl })}
          >
            <IconExternalLink size={16} className="mirrored" />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t("common.qr")}>
          <ActionIcon
            aria-label={t("common.qrNamed", { name: shorturl })}
            onClick={() => setQrShown(true)}
          >
            <IconQrcode size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t("common.details")}>
          <ActionIcon
            component={Link}
            to={`/links/${id}`}
            aria-label={t("common.detailsNamed", { name: shorturl })}
          >
            <IconChartLine size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t("common.undo")}>
          <ActionIcon aria-label={t("common.undo")} onClick={takeBack}>
            <IconArrowBackUp size={16} className="mirrored" />
          </ActionIcon>
        </Tooltip>
      </div>
      <Suspense>
        {isQrShown && <LinkQr link={{ id, shorturl }} close={() => setQrShown(false)} />}
      </Suspense>
    </div>
  );
}
