import { useDebouncedValue } from "@mantine/hooks";
import { type ChangeEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldFault } from "../../../contract/envelope.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { dropDraft, keepDraft } from "./draft.tsx";
import { changedFields, namesOf, rebase, withFields } from "./formValues.ts";
import { addBodyOf, updateBodyOf } from "./recordBodies.ts";
import { type Faults, faultsIn, placeOf, sentencesOf } from "./recordFaults.ts";
import type { Created, NameOf, RecordModel } from "./recordModel.ts";
import { recordEdited, recordMade } from "./undoToasts.tsx";

/** Milliseconds without a key before what is being typed is called wrong. */
const patience = 300;

/** The names of a form's fields that hold values of a type. */
export type NameWith<Values, Value> = {
  [Name in keyof Values]: Values[Name] extends Value ? Name : never;
}[keyof Values] &
  string;

interface Held<Values> {
  /** What the form's changes are counted from. */
  readonly base: Values;
  readonly mine: Values;
}

/** A record as a form holds it: what its user sees, and how it is asked for and told. */
export interface RecordForm<Values extends object> {
  readonly isNew: boolean;
  readonly values: Values;
  /** What changes are counted from. */
  readonly base: Values;
  readonly changes: number;
  /** Saving was tried, and met something that has to be looked at first. */
  readonly isTried: boolean;
  set<Name extends NameOf<Values>>(name: Name, value: Values[Name]): void;
  /** What is wrong there, a sentence: a field, or a place in it (`links[2].url`). */
  fault(place: string): string | undefined;
  /** Whether something is wrong in a field. */
  isAtFault(name: NameOf<Values>): boolean;
  /** For an input of text. */
  text(name: NameWith<Values, string>): {
    readonly value: string;
    readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
    readonly error: string | undefined;
  };
  /** For an input of the window's own. */
  value<Name extends NameOf<Values>>(
    name: Name,
  ): {
    readonly value: Values[Name];
    readonly onChange: (value: Values[Name]) => void;
    readonly error: string | undefined;
  };
  /** For a switch or a box to tick. */
  check(name: NameWith<Values, boolean>): {
    readonly checked: boolean;
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
}

/** How a form stands, for the dialog around it. */
export interface RecordFormState {
  /** Its user was about to leave changes behind. */
  readonly isConfirming: boolean;
  /** What somebody else changed in fields that its user changed too: the next save overwrites it. */
  readonly conflicts: readonly FieldFault[];
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
  /** Its user is asked whether what looks wrong shall be saved all the same. */
  readonly isDoubted: boolean;
  readonly isBusy: boolean;
  /** What speaks of no field of the form. */
  readonly failure: unknown;
  /** How often saving met something that has to be looked at first. */
  readonly stops: number;
  readonly save: () => Promise<void>;
  readonly ask: () => void;
  readonly stay: () => void;
}

export interface RecordFormOptions<Values extends object, Details, Made extends Created> {
  readonly model: RecordModel<Values, Details, Made>;
  /** As it is now; null for a new one. */
  readonly record: { readonly id: number; readonly details: Details } | null;
  /** What a new one begins with, and what it would without a draft. */
  readonly start: Values;
  readonly fresh?: Values;
  readonly saved: (id: number) => void;
}

export function useRecordForm<Values extends object, Details, Made extends Created>({
  model,
  record,
  start,
  fresh = model.empty,
  saved,
}: RecordFormOptions<Values, Details, Made>): readonly [RecordForm<Values>, RecordFormState] {
  const { t } = useTranslation();
  const isNew = record === null;
  const [held, setHeld] = useState<Held<Values>>(() => {
    const base = record === null ? model.empty : model.valuesOf(record.details);
    return { base, mine: record === null ? start : base };
  });
  const { base, mine } = held;
  const changes = changedFields(base, mine).length;
  const [seen, setSeen] = useState(record?.details);
  // A form that nobody has changed follows its record.
  if (record !== null && seen !== record.details) {
    setSeen(record.details);
    const present = model.valuesOf(record.details);
    if (changes === 0) setHeld({ base: present, mine: present });
  }
  const latest = useRef(held);
  const isMade = useRef(false);
  useLayoutEffect(() => {
    latest.current = held;
  });
  useEffect(() => {
    if (isNew && !isMade.current) keepDraft(model, held.mine, fresh);
  });
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [serverFaults, setServerFaults] = useState<Faults>(new Map());
  const [failure, setFailure] = useState<unknown>(null);
  const [conflicts, setConflicts] = useState<readonly FieldFault[]>([]);
  const [isConfirming, setConfirming] = useState(false);
  /** The values that were asked about. */
  const [doubted, setDoubted] = useState<Values | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [stops, setStops] = useState(0);
  const stop = () => setStops((times) => times + 1);

  const before = isNew ? null : base;
  const wrong = faultsIn(model, mine, before, t);
  const [settled] = useDebouncedValue(mine, patience);
  const wrongBefore = settled === mine ? wrong : faultsIn(model, settled, before, t);

  function fault(place: string): string | undefined {
    const [name = ""] = place.split(/[.[]/);
    const serverFault = serverFaults.get(place);
    if (serverFault !== undefined) return serverFault;
    const isDue = touched.has(name) && (stops > 0 || wrongBefore.has(place));
    return isDue ? wrong.get(place) : undefined;
  }

  function isAtFault(name: NameOf<Values>): boolean {
    const places = [...serverFaults.keys(), ...wrong.keys()];
    return places.some((place) => place.split(/[.[]/)[0] === name && fault(place) !== undefined);
  }

  function set<Name extends NameOf<Values>>(name: Name, value: Values[Name]): void {
    setHeld((now) => ({ ...now, mine: { ...now.mine, [name]: value } }));
    setTouched((now) => (now.has(name) ? now : new Set([...now, name])));
    setServerFaults(
      (now) => new Map([...now].filter(([place]) => place.split(/[.[]/)[0] !== name)),
    );
    setConfirming(false);
  }

  function takeTheirs(): void {
    const theirs = conflicts.flatMap(({ field }) => placeOf(model, field) ?? []);
    setHeld((now) => ({ ...now, mine: withFields(now.mine, now.base, theirs) }));
    setConflicts([]);
  }

  /** A failure goes to the field it speaks of; what speaks of none stands above the buttons. */
  function show(error: unknown): void {
    const faults = error instanceof ApiFailure ? error.faults : [];
    setServerFaults(sentencesOf(model, faults, t));
    const isPlaced = faults.length > 0 && faults.every(({ field }) => placeOf(model, field));
    setFailure(isPlaced ? null : error);
    stop();
  }

  async function make(): Promise<number> {
    const made = await model.add.send(addBodyOf(model, latest.current.mine));
    isMade.current = true;
    dropDraft(model);
    // Its user waits for no list.
    void model.refresh();
    if (model.announceCreated === undefined)
      recordMade(model.nameOf(latest.current.mine, null), made);
    else await model.announceCreated(made);
    return made.id;
  }

  /** Answers false where somebody else changed what its user changed too. */
  async function change(id: number, now: Held<Values>, isAgain = false): Promise<boolean> {
    try {
      const answer = await model.update(id).send(updateBodyOf(model, now.mine, now.base));
      recordEdited(model.nameOf(now.mine, record?.details ?? null), answer);
    } catch (error) {
      const faults = error instanceof ApiFailure ? error.faults : [];
      const changed = faults.filter(({ code }) => code === "changed");
      if (changed.length === 0 || isAgain) throw error;
      const present = model.valuesOf(await model.read(id, new AbortController().signal));
      const rebased = rebase(now, present);
      setHeld(rebased);
      const own = new Set<string | null>(changedFields(rebased.base, rebased.mine));
      const both = changed.filter(({ field }) => own.has(placeOf(model, field)));
      // Fields that every body has: their new values are sent.
      if (both.length === 0) return change(id, rebased, true);
      setConflicts(both);
      return false;
    }
    setHeld((later) => ({ ...later, base: now.mine }));
    void model.refresh();
    return true;
  }

  async function save(): Promise<void> {
    if (isBusy) return;
    setFailure(null);
    setConflicts([]);
    setConfirming(false);
    setTouched(new Set(namesOf(model.empty)));
    const isFirstDoubt = model.isDoubtful?.(mine, before) === true && doubted !== mine;
    if (wrong.size > 0 || isFirstDoubt) {
      if (isFirstDoubt) setDoubted(mine);
      stop();
      return;
    }
    if (record !== null && changes === 0) {
      saved(record.id);
      return;
    }
    setBusy(true);
    try {
      if (record === null) saved(await make());
      else if (await change(record.id, latest.current)) saved(record.id);
      else stop();
    } catch (error) {
      show(error);
    } finally {
      setBusy(false);
    }
  }

  const form: RecordForm<Values> = {
    isNew,
    values: mine,
    base,
    changes,
    isTried: stops > 0,
    set,
    fault,
    isAtFault,
    text: (name) => ({
      // Its type says so: the names of texts only.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      value: mine[name] as string,
      onChange: ({ currentTarget }) =>
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        set(name, currentTarget.value as Values[typeof name]),
      error: fault(name),
    }),
    value: (name) => ({
      value: mine[name],
      onChange: (value) => set(name, value),
      error: fault(name),
    }),
    check: (name) => ({
      checked: mine[name] === true,
      onChange: ({ currentTarget }) =>
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        set(name, currentTarget.checked as Values[typeof name]),
    }),
  };
  return [
    form,
    {
      isConfirming,
      conflicts,
      takeTheirs,
      keepMine: () => setConflicts([]),
      isDoubted: doubted === mine && wrong.size === 0,
      isBusy,
      failure,
      stops,
      save,
      ask: () => setConfirming(true),
      stay: () => setConfirming(false),
    },
  ];
}
