import { Loader, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { qrTypes } from "../../../contract/resources/qrCodes.ts";
import { useDraft } from "../../ui/edit/draft.tsx";
import { EditorFoot } from "../../ui/edit/EditorFoot.tsx";
import { useEditorForm } from "../../ui/edit/useEditorForm.ts";
import { BackLink } from "../../ui/navigation/BackLink.tsx";
import { FailureNotice } from "../../ui/messages/FailureNotice.tsx";
import { ContentFields, TypeChoice } from "./ContentFields.tsx";
import { LookFields, OwnFields } from "./LookFields.tsx";
import { PictureButtons } from "./PictureButtons.tsx";
import { QrPicture } from "./QrPicture.tsx";
import { type QrDetails, qrModel, type QrValues } from "./qrModel.ts";
import { useQrPreview } from "./qrPreview.ts";
import {
  type PictureFile,
  printAddress,
  takePicture,
  useReachQuestion,
} from "./downloadPicture.tsx";
import { repaired, VerdictPanel } from "./VerdictPanel.tsx";
import classes from "./Qr.module.css";

/** `#/qr/new`, `#/qr/3`: one code, its picture and what is to be said of it. */
export function QrStudioScreen() {
  const { id = "new" } = useParams();
  return id === "new" ? <NewCode /> : <ExistingCode key={id} id={Number(id)} />;
}

/** What the address asks a new code to begin with: `?type=link&data=…&name=…`. */
function useRequestedStart(): Partial<QrValues> | null {
  const [params] = useSearchParams();
  const type = qrTypes.find((one) => one === params.get("type"));
  const data = params.get("data") ?? "";
  if (type === undefined && data === "") return null;
  const name = params.get("name") ?? "";
  return type === undefined || type === "link"
    ? { type: "link", link: data, name }
    : { type, name, ...(type === "text" && { text: data }) };
}

function NewCode() {
  const requested = useRequestedStart();
  const { draft, notice } = useDraft(qrModel, requested === null);
  return (
    <Studio
      key={draft === null ? "fresh" : "draft"}
      record={null}
      start={draft ?? { ...qrModel.empty, ...requested }}
      notice={notice}
    />
  );
}

function ExistingCode({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ["qr", "one", id],
    queryFn: ({ signal }) => qrModel.read(id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  if (data !== undefined)
    return <Studio record={{ id, details: data }} start={qrModel.empty} notice={null} />;
  return error === null ? (
    <Loader aria-label={t("common.loading")} size="sm" />
  ) : (
    <>
      <BackToCodes />
      <FailureNotice error={error} retry={() => void refetch()} />
    </>
  );
}

function BackToCodes() {
  const { t } = useTranslation();
  return <BackLink to="/qr">{t("qr.title")}</BackLink>;
}

function Studio({
  record,
  start,
  notice,
}: {
  readonly record: { readonly id: number; readonly details: QrDetails } | null;
  readonly start: QrValues;
  readonly notice: ReactNode;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const reach = useReachQuestion();
  /** What is done once the code is kept as it is shown. */
  const next = useRef<((id: number) => void) | null>(null);
  const { form, state, isLeaving, leave, inputs, formProps, footProps } = useEditorForm({
    model: qrModel,
    record,
    start,
    saved: (id) => {
      isLeaving.current = true;
      next.current?.(id);
      next.current = null;
      if (record === null) void navigate(`/qr/${id}`, { replace: true });
      else isLeaving.current = false;
    },
    close: () => void navigate("/qr"),
  });
  const { values } = form;
  const preview = useQrPreview(values);
  const { verdict } = preview;
  const name = qrModel.nameOf(values, record?.details ?? null);

  const { stops } = state;
  useEffect(() => {
    // A download that was asked for waits for nothing any more.
    if (stops > 0) next.current = null;
  }, [stops]);

  /** Does something with the code as it is shown: what isn't kept yet is kept first. */
  const whenSaved = (go: (id: number) => void) => {
    if (record !== null && form.changes === 0) return go(record.id);
    next.current = go;
    void state.save();
  };
  const take = (file: PictureFile) =>
    reach.ask([verdict?.payload ?? ""], () => whenSaved((id) => void takePicture(id, file)));
  const print = () =>
    reach.ask([verdict?.payload ?? ""], () =>
      whenSaved((id) => {
        isLeaving.current = true;
        setTimeout(() => void navigate(printAddress([id])));
      }),
    );
  return (
    <Stack component="form" flex={1} {...formProps}>
      <div>
        <BackToCodes />
        <h1 className="anyScript">
          {form.isNew ? t("qr.new") : <bdi>{name === "" ? t("qr.one") : name}</bdi>}
        </h1>
      </div>
      <div className={classes.columns}>
        <Stack ref={inputs} className={classes.fields} miw={0}>
          {notice}
          <TypeChoice form={form} />
          <ContentFields form={form} />
          <h2>{t("qr.look")}</h2>
          <LookFields form={form} />
          <h2>{t("qr.own")}</h2>
          <OwnFields form={form} />
        </Stack>
        <Stack className={classes.beside}>
          <Stack component="section" gap="sm" align="center" aria-label={t("qr.picture")}>
            <QrPicture
              svg={verdict?.svg}
              isFresh={preview.isFresh || verdict === undefined}
              name={name}
              caption={values.caption}
            />
            <PictureButtons isReady={verdict !== undefined} take={take} print={print} />
          </Stack>
          <section aria-label={t("qr.verdict.title")}>
            <VerdictPanel
              values={values}
              preview={preview}
              repair={(repair) => {
                const after = { ...values, ...repaired(repair) };
                for (const field of ["foreground", "background", "logosize", "correction"] as const)
                  if (after[field] !== values[field]) form.set(field, after[field]);
              }}
            />
          </section>
        </Stack>
      </div>
      <div className={classes.foot}>
        <EditorFoot {...footProps} create={t("qr.create")} leave={leave} />
      </div>
      {reach.question}
    </Stack>
  );
}
