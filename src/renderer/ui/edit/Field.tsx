import type { ReactNode } from "react";
import { ConflictNotice } from "./ConflictNotice.tsx";
import type { NameOf } from "./recordModel.ts";
import type { RecordForm } from "./useRecordForm.ts";

/** An input of a form, and below it what somebody else made of its field meanwhile. */
export function Field<Values extends object, Name extends NameOf<Values>>({
  form,
  name,
  shown = String,
  children,
}: {
  readonly form: RecordForm<Values>;
  readonly name: Name;
  /** The other's value as the input would show it. */
  readonly shown?: (value: Values[Name]) => string;
  readonly children: ReactNode;
}) {
  const { value, take, keep } = form.remote(name);
  return (
    <div>
      {children}
      <ConflictNotice
        remote={value === undefined ? undefined : shown(value)}
        take={take}
        keep={keep}
      />
    </div>
  );
}
