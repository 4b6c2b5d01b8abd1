import { type FormEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { useLeaving } from "../../app/frame/leaveGuard.ts";
import type { Created } from "./recordModel.ts";
import { type RecordFormOptions, useRecordForm } from "./useRecordForm.ts";

/** What is wrong in a form, or has to be looked at first. */
const toLookAt = "[aria-invalid=true], [data-doubt], [data-fault] button";

const firstInput = ":is(input:not([type=hidden]), textarea, select):not(:disabled)";

/** A record's form as an editor shows it: how it is left, saved by keys, and where the focus goes. */
export function useEditorForm<Values extends object, Details, Made extends Created>({
  close,
  ...options
}: RecordFormOptions<Values, Details, Made> & {
  readonly close: () => void;
}) {
  const [form, state] = useRecordForm(options);
  const isChanged = !form.isNew && form.changes > 0;
  /** Set where the editor is left without a question. */
  const isLeaving = useRef(false);
  const leaving = useLeaving({ isChanged: () => isChanged && !isLeaving.current, close });
  const discard = () => {
    isLeaving.current = true;
    // Going elsewhere closes it too.
    if (leaving.isConfirming) leaving.goOn();
    else close();
  };
  const leave = () => (isChanged ? state.ask() : discard());

  const inputs = useRef<HTMLDivElement>(null);
  const { stops } = state;
  useEffect(() => {
    if (stops > 0) inputs.current?.querySelector<HTMLElement>(toLookAt)?.focus();
  }, [stops]);
  // A record's form is there later than its dialog.
  useEffect(() => {
    const find = (selector: string) => inputs.current?.querySelector<HTMLElement>(selector);
    const input = find("[data-autofocus]:not(:disabled)") ?? find(firstInput);
    input?.focus({ preventScroll: true });
  }, []);

  const save = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    void state.save();
  };
  return {
    form,
    state,
    isLeaving,
    leave,
    discard,
    /** Around the inputs. */
    inputs,
    /** Of the form element. */
    formProps: {
      noValidate: true,
      // A press beside the inputs gives it the focus, so that it hears the keys then, too.
      tabIndex: -1,
      onSubmit: save,
      onKeyDown(event: KeyboardEvent) {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save(event);
      },
    },
    footProps: { kind: options.model.kind, form, state, leaving, discard },
  };
}
