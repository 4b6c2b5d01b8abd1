import {
  Switch,
  type SwitchProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import type { ReactNode } from "react";
import type { NameWith, RecordForm } from "./useRecordForm.ts";

/** How people write into an input: words in any script, an address, or code. */
export const writing = {
  words: { className: "anyScript" },
  address: { dir: "ltr", inputMode: "url", autoComplete: "off", spellCheck: false },
  code: { dir: "ltr", autoComplete: "off", spellCheck: false },
} as const;

interface Named<Values extends object, Value> {
  readonly form: RecordForm<Values>;
  readonly name: NameWith<Values, Value>;
}

interface Written<Values extends object> extends Named<Values, string> {
  readonly writes?: keyof typeof writing;
  /** What belongs to the field, below its input. */
  readonly children?: ReactNode;
}

/** A line of text of a record. */
export function TextField<Values extends object>({
  form,
  name,
  writes = "words",
  children,
  ...props
}: Written<Values> & Omit<TextInputProps, "form" | "name" | "children">) {
  return (
    <div>
      <TextInput {...form.text(name)} {...writing[writes]} {...props} />
      {children}
    </div>
  );
}

/** Several lines of text of a record. */
export function TextareaField<Values extends object>({
  form,
  name,
  writes = "words",
  children,
  ...props
}: Written<Values> & Omit<TextareaProps, "form" | "name" | "children">) {
  return (
    <div>
      <Textarea {...form.text(name)} {...writing[writes]} {...props} />
      {children}
    </div>
  );
}

/** Something of a record that is on or off. */
export function SwitchField<Values extends object>({
  form,
  name,
  ...props
}: Named<Values, boolean> & Omit<SwitchProps, "form" | "name">) {
  return <Switch {...form.check(name)} {...props} />;
}
