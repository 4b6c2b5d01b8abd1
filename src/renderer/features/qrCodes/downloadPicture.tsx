import { Button, Group, Modal } from "@mantine/core";
import { t } from "i18next";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { api } from "../../app/client/api.ts";
import { saveFile } from "../exchange/download.ts";
import { isLocalAddress } from "../../ui/address/readableAddress.ts";
import { isTemporaryAddress } from "../../ui/address/temporary.ts";
import { showFailure, toast } from "../../ui/messages/toasts.tsx";
import classes from "./Qr.module.css";

/** Codes that one sheet is made of; more take a zip. */
export const mostPrinted = 300;

/** Where codes stand on a sheet, to be printed. */
export function printAddress(ids: readonly number[]): string {
  return `/qr/print?ids=${ids.join(",")}`;
}

/** The same, with the system's dialog as soon as the sheet is there. */
export function printNow(id: number): string {
  return `${printAddress([id])}&now=true`;
}

/** A picture as it is taken along; without a size as large as the service draws it. */
export interface PictureFile {
  readonly format: "png" | "svg";
  readonly size?: number;
}

/** Whether nobody else can open what the code says, or not for long: an address that doesn't last. */
export function isUnreachable(payload: string): boolean {
  if (!/^https?:\/\//i.test(payload) || !URL.canParse(payload)) return false;
  return isLocalAddress(payload) || isTemporaryAddress(payload);
}

/** Fetches the picture of a code that is kept, and hands it to the browser. */
export async function takePicture(id: number, { format, size }: PictureFile): Promise<void> {
  try {
    const query = { format, ...(size !== undefined && { size }) };
    const file = await api.download("getQrPicture", { params: { id }, query });
    saveFile(file);
    toast({ text: t("qr.saved", { name: `\u2068${file.name}\u2069` }) });
  } catch (error) {
    showFailure(error);
  }
}

/**
 * Before a picture leaves that nobody else can open: says so and asks. `ask` runs at once where
 * there is nothing to ask.
 */
export function useReachQuestion(): {
  readonly ask: (payloads: readonly string[], go: () => void) => void;
  readonly question: ReactNode;
} {
  const { t: translate } = useTranslation();
  const [pending, setPending] = useState<{ payload: string; go: () => void } | null>(null);
  const close = () => setPending(null);
  const isTemporary = pending !== null && !isLocalAddress(pending.payload);
  return {
    ask: (payloads, go) => {
      const payload = payloads.find(isUnreachable);
      if (payload === undefined) go();
      else setPending({ payload, go });
    },
    question: (
      <Modal
        opened={pending !== null}
        onClose={close}
        size={480}
        title={translate(isTemporary ? "qr.nobody.titleTemporary" : "qr.nobody.title")}
        closeButtonProps={{ "aria-label": translate("common.close") }}
      >
        <p>{translate(isTemporary ? "qr.nobody.textTemporary" : "qr.nobody.text")}</p>
        <p>
          <bdi dir="ltr" className={classes.payload}>
            {pending?.payload}
          </bdi>
        </p>
        <Group gap="xs" align="stretch" mt="md">
          <Button component={Link} to="/public" variant="filled" data-autofocus onClick={close}>
            {translate("local.goPublic")}
          </Button>
          <Button
            onClick={() => {
              const go = pending?.go;
              close();
              go?.();
            }}
          >
            {translate("qr.nobody.anyway")}
          </Button>
          <Button onClick={close}>{translate("common.cancel")}</Button>
        </Group>
      </Modal>
    ),
  };
}
