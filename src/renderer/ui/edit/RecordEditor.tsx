import { Box, Group, Loader, Modal, SegmentedControl, Stack } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import {
  type ComponentType,
  type ReactNode,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { FailureNotice } from "../messages/FailureNotice.tsx";
import { toast } from "../messages/toasts.tsx";
import { loadDraft, useDraft } from "./draft.tsx";
import { EditorFoot } from "./EditorFoot.tsx";
import type { EditorRoute } from "./useEditorRoute.ts";
import classes from "./RecordEditor.module.css";
import type { Created, RecordModel } from "./recordModel.ts";
import { useEditorForm } from "./useEditorForm.ts";
import type { RecordForm } from "./useRecordForm.ts";

interface Words {
  readonly new: string;
  readonly edit: string;
  /** On the button that makes a new one. */
  readonly create: string;
}

/** A part of an editor: the record as its form holds it, and as it is kept; null: it is a new one. */
export interface EditorPart<Values extends object, Details> {
  readonly form: RecordForm<Values>;
  readonly details: Details | null;
}

interface Props<Values extends object, Details, Made extends Created> {
  readonly model: RecordModel<Values, Details, Made>;
  readonly place: Pick<EditorRoute, "editing" | "close">;
  readonly title: Words;
  readonly Fields: ComponentType<EditorPart<Values, Details>>;
  /** How it will look: beside the fields, or behind a tab where it is narrow. */
  readonly Preview?: ComponentType<EditorPart<Values, Details>>;
  readonly previewLabel?: string;
  /** Beside the title: what is done with the record as it is. */
  readonly Actions?: ComponentType<{ readonly details: Details }>;
  /** What a new one begins with, other than its draft. */
  readonly start?: Partial<Values> | undefined;
  /** What new ones have unless somebody says otherwise. */
  readonly defaults?: Partial<Values> | undefined;
  readonly saved?: (id: number, isNew: boolean) => void;
  /** What follows once a new one is made, where the dialog doesn't close. */
  readonly goOn?: (id: number) => void;
}

/** Closes an editor, or asks first where something was changed. */
type Leave = () => void;

/** The dialog that makes and changes records of any kind. */
export function RecordEditor<Values extends object, Details, Made extends Created>(
  props: Props<Values, Details, Made>,
) {
  const { place, Preview, model } = props;
  const { editing } = place;
  const isNarrow = useMediaQuery("(max-width: 800px)", false, { getInitialValueInEffect: false });
  const leaveRef = useRef<Leave>(null);
  return (
    <Modal.Root
      opened={editing !== null}
      // Changes aren't thrown away by a slip: the form asks.
      onClose={() => (leaveRef.current ?? place.close)()}
      size={Preview === undefined ? 568 : 880}
      fullScreen={isNarrow}
      centered
      // A class of the content itself would be its frame's too.
      classNames={{ content: classes.content ?? "" }}
    >
      <Modal.Overlay />
      <Modal.Content data-narrow={isNarrow || undefined}>
        {editing?.mode === "new" && (
          <NewRecord {...props} leaveRef={leaveRef} isNarrow={isNarrow} />
        )}
        {editing?.mode === "edit" && (
          <ExistingRecord
            key={`${model.kind} ${editing.id}`}
            {...props}
            id={editing.id}
            leaveRef={leaveRef}
            isNarrow={isNarrow}
          />
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

type Inside<Values extends object, Details, Made extends Created> = Props<Values, Details, Made> & {
  readonly leaveRef: RefObject<Leave | null>;
  readonly isNarrow: boolean;
};

function Head({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Group className={classes.head} component="header" gap="xs" wrap="nowrap">
      <Modal.Title className={classes.title ?? ""}>{title}</Modal.Title>
      <Group gap={4} wrap="nowrap" flex="none">
        {children}
      </Group>
      <Modal.CloseButton aria-label={t("common.close")} />
    </Group>
  );
}

function NewRecord<Values extends object, Details, Made extends Created>(
  props: Inside<Values, Details, Made>,
) {
  const { model, start, defaults } = props;
  const fresh = { ...model.empty, ...defaults, ...start };
  const { draft, notice } = useDraft(model, start === undefined);
  return (
    <>
      <Head title={props.title.new} />
      <OpenForm
        key={draft === null ? "fresh" : "draft"}
        {...props}
        record={null}
        fresh={fresh}
        beginning={draft ?? fresh}
        notice={notice}
      />
    </>
  );
}

/** The record is read afresh before it is shown: what was seen last may be somebody's past. */
function ExistingRecord<Values extends object, Details, Made extends Created>(
  props: Inside<Values, Details, Made> & { readonly id: number },
) {
  const { t } = useTranslation();
  const { model, id, title, Actions } = props;
  // Each opening has a query of its own: right after a dialog closed, its answer may still be there.
  const opening = useId();
  const { data, error, refetch } = useQuery({
    queryKey: ["edited", model.kind, id, opening],
    queryFn: ({ signal }) => model.read(id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <>
      <Head title={title.edit}>
        {data !== undefined && Actions !== undefined && <Actions details={data} />}
      </Head>
      {data !== undefined ? (
        <OpenForm
          {...props}
          record={{ id, details: data }}
          fresh={model.empty}
          beginning={model.empty}
          notice={null}
        />
      ) : (
        <Box p="lg">
          {error === null ? (
            <Loader aria-label={t("common.loading")} size="sm" />
          ) : (
            <FailureNotice error={error} retry={() => void refetch()} />
          )}
        </Box>
      )}
    </>
  );
}

function OpenForm<Values extends object, Details, Made extends Created>({
  model,
  place,
  title,
  Fields,
  Preview,
  previewLabel,
  saved,
  goOn,
  record,
  fresh,
  beginning,
  notice,
  leaveRef,
  isNarrow,
}: Inside<Values, Details, Made> & {
  readonly record: { readonly id: number; readonly details: Details } | null;
  readonly fresh: Values;
  readonly beginning: Values;
  readonly notice: ReactNode;
}) {
  const { t } = useTranslation();
  const { form, state, isLeaving, leave, discard, inputs, formProps, footProps } = useEditorForm({
    model,
    record,
    start: beginning,
    fresh,
    saved: (id) => {
      if (record === null && goOn !== undefined) {
        isLeaving.current = true;
        goOn(id);
      } else discard();
      saved?.(id, record === null);
    },
    close: place.close,
  });
  const leaveOrKeep = () => {
    if (form.isNew && loadDraft(model) !== null) toast({ id: "draft", text: t("edit.keptDraft") });
    leave();
  };
  useImperativeHandle<Leave, Leave>(leaveRef satisfies Ref<Leave>, () => leaveOrKeep);

  const [tab, setTab] = useState<"fields" | "preview">("fields");
  const { stops } = state;
  const [stopsSeen, setStopsSeen] = useState(stops);
  if (stopsSeen !== stops) {
    setStopsSeen(stops);
    setTab("fields");
  }
  const details = record?.details ?? null;
  return (
    <Stack component="form" gap={0} flex={1} mih={0} {...formProps}>
      {isNarrow && Preview !== undefined && (
        <SegmentedControl
          flex="none"
          m="12px 16px 0"
          aria-label={t("edit.parts")}
          fullWidth
          value={tab}
          onChange={setTab}
          data={[
            { value: "fields", label: t("edit.fields") },
            { value: "preview", label: previewLabel ?? t("edit.preview") },
          ]}
        />
      )}
      <Group gap={0} align="stretch" wrap="nowrap" flex={1} mih={0}>
        <div
          ref={inputs}
          className={classes.fields}
          hidden={isNarrow && Preview !== undefined && tab !== "fields"}
        >
          {notice}
          <Fields form={form} details={details} />
        </div>
        {Preview !== undefined && (
          <Stack
            className={classes.preview}
            component="aside"
            gap="sm"
            aria-label={previewLabel ?? t("edit.preview")}
            // There it scrolls by itself, by keys too.
            tabIndex={isNarrow ? 0 : undefined}
            hidden={isNarrow && tab !== "preview"}
          >
            <Preview form={form} details={details} />
          </Stack>
        )}
      </Group>
      <EditorFoot {...footProps} create={title.create} leave={leaveOrKeep} />
    </Stack>
  );
}
