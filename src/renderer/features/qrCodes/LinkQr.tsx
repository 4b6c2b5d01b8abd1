import { Button, Modal, Stack } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import IconCheck from "@iconify-json/tabler/icons/check";
import IconPlus from "@iconify-json/tabler/icons/plus";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import type { QrListItem } from "../../../contract/resources/qrCodes.ts";
import { api } from "../../app/client/api.ts";
import { recordMade } from "../../ui/edit/undoToasts.tsx";
import { hasSingleKeys } from "../../i18n/preferences.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { BreakingAddress } from "../../ui/address/Address.tsx";
import { FailureNotice, QueryFailure } from "../../ui/messages/FailureNotice.tsx";
import { ToastPlace } from "../../ui/messages/Toaster.tsx";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { PictureButtons } from "./PictureButtons.tsx";
import { QrPicture } from "./QrPicture.tsx";
import { qrModel, refreshQrCodes } from "./qrModel.ts";
import { QrThumbnail } from "./QrThumbnail.tsx";
import { usePictureAddress, useQrPreview } from "./qrPreview.ts";
import { printNow, takePicture, useReachQuestion } from "./downloadPicture.tsx";
import classes from "./Qr.module.css";
import { VerdictLine } from "./VerdictLine.tsx";

interface OfLink {
  readonly id: number;
  readonly shorturl: string;
  readonly title?: string;
}

/** Codes of a link that are told at once. */
const maxListed = 50;

function useCodesOf(link: number) {
  return useQuery({
    queryKey: ["qrOfLink", link],
    queryFn: async ({ signal }) => {
      const query = { link, limit: maxListed };
      return (await api.call("listQrCodes", { query }, signal)).data.qrs;
    },
    staleTime: 0,
  });
}

/**
 * A link's QR code. Until it is taken along it is no record: the picture says the short address
 * itself, and works as well; from then on its scans are counted apart.
 */
export function LinkQr({ link, close }: { readonly link: OfLink; readonly close: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={close}
      size={400}
      title={t("qr.ofLink")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <LinkPicture link={link} close={close} />
      <div className={classes.messages}>
        <ToastPlace />
      </div>
    </Modal>
  );
}

function LinkPicture({ link, close }: { readonly link: OfLink; readonly close: () => void }) {
  const { t } = useTranslation();
  const codes = useCodesOf(link.id);
  const [existing] = codes.data ?? [];
  const details = useQuery({
    queryKey: ["qr", "one", existing?.id],
    queryFn: ({ signal }) => qrModel.read(existing?.id ?? 0, signal),
    enabled: existing !== undefined,
  });
  const isSettled = codes.isSuccess && (existing === undefined || details.isSuccess);
  const values =
    details.data !== undefined
      ? qrModel.valuesOf(details.data)
      : { ...qrModel.empty, type: "text" as const, text: isSettled ? link.shorturl : "" };
  const preview = useQrPreview(values);
  const reach = useReachQuestion();
  const navigate = useNavigate();
  const name = (link.title ?? "") === "" ? readableAddress(link.shorturl) : (link.title ?? "");

  async function ensureCode(): Promise<number> {
    if (existing !== undefined) return existing.id;
    const body = { type: "link" as const, data: link.shorturl, name: name.slice(0, 200) };
    const answer = await api.call("addQrCode", { body });
    // Its name is that of the link, which was made before.
    recordMade(name, answer, { did: t("qr.keptOf", { name }) });
    await refreshQrCodes();
    return answer.id;
  }

  const print = () =>
    reach.ask([link.shorturl], () => {
      ensureCode()
        .then((id) => navigate(printNow(id)))
        .then(close)
        .catch(showFailure);
    });

  const isReady = preview.verdict !== undefined && isSettled;
  useHotkeys([["p", () => isReady && hasSingleKeys() && print()]]);
  const failed = codes.error ?? details.error ?? preview.error;
  return (
    <Stack className={classes.ofLink} gap="sm" align="center" ta="center">
      {failed === null ? (
        <QrPicture svg={preview.verdict?.svg} name={name} caption={values.caption} isComing />
      ) : (
        <FailureNotice
          error={failed}
          retry={() => {
            void codes.refetch();
            preview.retry();
          }}
        />
      )}
      <bdi dir="ltr" className={classes.payload}>
        <BreakingAddress of={readableAddress(link.shorturl)} />
      </bdi>
      {preview.verdict !== undefined && (
        <VerdictLine
          level={preview.verdict.scans ? "ok" : "no"}
          icon={preview.verdict.scans && <IconCheck size={18} aria-hidden="true" />}
          note={t(existing === undefined ? "qr.notKept" : "qr.countsScans")}
        >
          {t(preview.verdict.scans ? "qr.verdict.scans" : "qr.verdict.scansNot")}
        </VerdictLine>
      )}
      <PictureButtons
        isReady={isReady}
        print={print}
        printKey="P"
        take={(file) =>
          reach.ask([link.shorturl], () => {
            ensureCode()
              .then((id) => takePicture(id, file))
              .catch(showFailure);
          })
        }
      />
      <Link
        to={existing === undefined ? studioOf(link, name) : `/qr/${existing.id}`}
        onClick={close}
      >
        {t("qr.inStudio")}
      </Link>
      {reach.question}
    </Stack>
  );
}

/** The studio with a new code for the link. */
function studioOf({ shorturl }: OfLink, name: string): string {
  return `/qr/new?${new URLSearchParams({ type: "link", data: shorturl, name }).toString()}`;
}

/** The codes that lead to a link, on its page. */
export function LinkQrCodes({ link }: { readonly link: OfLink }) {
  const { t } = useTranslation();
  const codes = useCodesOf(link.id);
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack
      className={classes.codes}
      component="section"
      gap="xs"
      align="flex-start"
      aria-label={t("qr.title")}
    >
      <h2>{t("qr.title")}</h2>
      {codes.isError && <QueryFailure of={codes} />}
      {codes.data?.length === 0 && <p className="soft">{t("qr.noneOfLink")}</p>}
      {codes.data !== undefined && codes.data.length > 0 && (
        <ul>
          {codes.data.map((code) => (
            <CodeOfLink key={code.id} code={code} />
          ))}
        </ul>
      )}
      <Button
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t(codes.data?.length === 0 ? "qr.makeOfLink" : "qr.showOfLink")}
      </Button>
      {isOpen && <LinkQr link={link} close={() => setOpen(false)} />}
    </Stack>
  );
}

function CodeOfLink({ code }: { readonly code: QrListItem }) {
  const { t, format } = useI18n();
  const addressOf = usePictureAddress();
  const source = addressOf(code.link, 100);
  return (
    <li>
      <QrThumbnail source={source} />
      <Link to={`/qr/${code.id}`}>
        <bdi>{code.name}</bdi>
      </Link>
      <span className="soft">{t("qr.scanned", format.counted(code.scans))}</span>
    </li>
  );
}
