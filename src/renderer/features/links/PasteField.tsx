import { Box, Button, TextInput } from "@mantine/core";
import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { addressesIn } from "../../../contract/fields/addresses.ts";
import { completeAddress } from "../../../contract/fields/completeAddress.ts";
import { address } from "../../../contract/fields/fields.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { focusContent } from "../../app/frame/focusRestore.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { FailureNotice } from "../../ui/messages/FailureNotice.tsx";
import { faultSentence } from "../../ui/messages/faultSentence.ts";
import { useBusy } from "../../ui/messages/useBusy.ts";
import { chooseAddresses } from "../exchange/chosenFile.ts";
import classes from "./Lead.module.css";
import { createLinkOf, leaveMadeLink } from "./madeLink.ts";

export interface PasteFieldHandle {
  fill(text: string): void;
}

/** A long address in, a short link out and on the clipboard, with one press of Enter. */
export function PasteField({
  ref,
  isFirst,
}: {
  readonly ref: Ref<PasteFieldHandle>;
  /** Whether the screen begins in it. */
  readonly isFirst: boolean;
}) {
  const { t, format } = useI18n();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { isBusy, during } = useBusy();
  const several = addressesIn(text);
  const count = several && format.counted(several.length);
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

  async function shorten(): Promise<void> {
    const url = address.safeParse(completeAddress(text));
    // What was made before would look like the answer to this one.
    leaveMadeLink();
    setFailure(null);
    if (!url.success) {
      setFault(t("home.fault"));
      return;
    }
    await during(
      async () => {
        await createLinkOf(url.data);
        edit("");
      },
      (error) => {
        const [first] = error instanceof ApiFailure ? error.faults : [];
        if (first?.field === "url") setFault(faultSentence(first, t));
        else setFailure(error);
        input.current?.focus();
      },
    );
  }

  return (
    <>
      <Box
        component="form"
        pos="relative"
        flex="none"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (several !== undefined) {
            chooseAddresses(several);
            void navigate("/exchange");
          } else if (!isBusy) void shorten();
        }}
      >
        <TextInput
          ref={input}
          classNames={{ input: classes.input ?? "" }}
          label={t("home.field")}
          labelProps={{ className: "visuallyHidden" }}
          description={count && t("home.several", count)}
          inputWrapperOrder={["label", "input", "error", "description"]}
          placeholder={t("home.placeholder")}
          dir={text === "" ? undefined : "ltr"}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          autoFocus={isFirst}
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
            if (event.key !== "ArrowDown") return;
            event.preventDefault();
            document.querySelector<HTMLElement>('#content [role="grid"]')?.focus();
          }}
        />
        <Button type="submit" variant="filled" className={classes.submit} loading={isBusy}>
          {count === undefined ? t("home.submit") : t("home.createSeveral", count)}
          {count === undefined && (
            <span className={classes.enter} aria-hidden="true">
              ↵
            </span>
          )}
        </Button>
      </Box>
      {failure !== null && <FailureNotice error={failure} retry={() => void shorten()} />}
    </>
  );
}
