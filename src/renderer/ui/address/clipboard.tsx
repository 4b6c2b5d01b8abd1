import { TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { announce } from "../messages/announcements.ts";
import { toastToTake } from "../messages/toasts.tsx";

/** Puts text on the clipboard; answers whether the browser let it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copying with its answer: a tick for a moment, or the text to take by hand. */
export function useCopy() {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return {
    isCopied,
    copy: async (text: string): Promise<boolean> => {
      const done = await copyText(text);
      setIsCopied(done);
      if (done) announce(t("common.copied"));
      else toastToTake(<TextToTake text={text} />);
      return done;
    },
  };
}

/** Copying short addresses: which one has its tick for a moment. */
export function useCopyAddress() {
  const { isCopied, copy } = useCopy();
  const [last, setLast] = useState<string | null>(null);
  return {
    copied: isCopied ? last : null,
    copyAddress: async (address: string) => {
      setLast(address);
      await copy(address);
    },
  };
}

/** What is left when the clipboard is refused: the text, selected, for Ctrl+C. */
export function TextToTake({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t("home.notCopied")}
      value={text}
      readOnly
      dir="ltr"
      ref={(input) => input?.select()}
    />
  );
}
