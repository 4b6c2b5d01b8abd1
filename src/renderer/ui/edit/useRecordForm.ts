import { useDebouncedValue } from "@mantine/hooks";
import { type ChangeEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiFailure } from "../../app/client/client.ts";
import { dropDraft, keepDraft } from "./draft.ts";
import { changedFields, namesOf, reconcile, type Reconciled } from "./reconcile.ts";
import { addBodyOf, updateBodyOf } from "./recordBodies.ts";
import { type Faults, faultsIn, placeOf, sentencesOf } from "./recordFaults.ts";
import type { Created, NameOf, RecordModel } from "./recordModel.ts";
import { recordEdited, recordMade } from "./undoToasts.tsx";

/** Times that a record is read again and sent again before its failure is shown. */
const mostTries = 3;

/** Milliseconds without a key before what is being typed is called wrong. */
const patience = 300;

/** The names of a form's fields that hold values of a type. */
export type NameWith<Values, Value> = {
  [Name in keyof Values]: Values[Name] extends Value ? Name : never;
}[keyof Values] &
  string;

interface Remote<Value> {
  /** What somebody else made of the field that its user changed too; undefined: nobody did. */
  readonly value: Value | undefined;
  readonly take: () => void;
  readonly keep: () => void;
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
  /** Whether something is wrong in a field, or somebody else changed it too. */
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
  remote<Name extends NameOf<Values>>(name: Name): Remote<Values[Name]>;
}

/** How a form stands, for the dialog around it. */
export interface RecordFormState {
  /** Its user was about to leave changes behind. */
  readonly isAsked: boolean;
  /** Its user has to choose between two values before anything can be saved. */
  readonly isOpen: boolean;
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

interface Options<Values extends object, Details, Made extends Created> {
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
}: Options<Values, Details, Made>): readonly [RecordForm<Values>, RecordFormState] {
  const { t } = useTranslation();
  const isNew = record === null;
  const [held, setHeld] = useState<Reconciled<Values>>(() => {
    const base = record === null ? model.empty : model.valuesOf(record.details);
    return { base, mine: record === null ? start : base, remote: {} };
  });
  const [seen, setSeen] = useState(record?.details);
  if (record !== null && seen !== record.details) {
    // Somebody changed the record while it is open here.
    setSeen(record.details);
    setHeld(reconcile(held.base, held.mine, model.valuesOf(record.details)));
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
  const [told, setTold] = useState<Faults>(new Map());
  const [failure, setFailure] = useState<unknown>(null);
  const [isAsked, setAsked] = useState(false);
  /** The values that were asked about. */
  const [doubted, setDoubted] = useState<Values | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [stops, setStops] = useState(0);
  const stop = () => setStops((times) => times + 1);

  const { base, mine, remote } = held;
  const before = isNew ? null : base;
  const wrong = faultsIn(model, mine, before, t);
  const [settled] = useDebouncedValue(mine, patience);
  const wrongBefore = settled === mine ? wrong : faultsIn(model, settled, before, t);
  const isOpen = Object.values(remote).some((value) => value !== undefined);
  const changes = changedFields(base, mine).length;

  function fault(place: string): string | undefined {
    const [name = ""] = place.split(/[.[]/);
    const said = told.get(place);
    if (said !== undefined) return said;
    const isDue = touched.has(name) && (stops > 0 || wrongBefore.has(place));
    return isDue ? wrong.get(place) : undefined;
  }

  function isAtFault(name: NameOf<Values>): boolean {
    const places = [...told.keys(), ...wrong.keys()];
    const isWrong = places.some(
      (place) => place.split(/[.[]/)[0] === name && fault(place) !== undefined,
    );
    return isWrong || remote[name] !== undefined;
  }

  function set<Name extends NameOf<Values>>(name: Name, value: Values[Name]): void {
    setHeld((now) => ({ ...now, mine: { ...now.mine, [name]: value } }));
    setTouched((now) => (now.has(name) ? now : new Set([...now, name])));
    setTold((now) => new Map([...now].filter(([place]) => place.split(/[.[]/)[0] !== name)));
    setAsked(false);
  }

  function settle(name: NameOf<Values>, isTheirs: boolean): void {
    setHeld((now) => {
      const present = now.remote[name];
      if (present === undefined) return now;
      return {
        base: { ...now.base, [name]: present },
        mine: isTheirs ? { ...now.mine, [name]: present } : now.mine,
        remote: { ...now.remote, [name]: undefined },
      };
    });
  }

  /** A failure goes to the field it speaks of; what speaks of none stands above the buttons. */
  function show(error: unknown): void {
    const faults = error instanceof ApiFailure ? error.faults : [];
    setTold(sentencesOf(model, faults, t));
    const isPlaced = faults.length > 0 && faults.every(({ field }) => placeOf(model, field));
    setFailure(isPlaced ? null : error);
    stop();
  }

  async function make(): Promise<number> {
    const made = await model.add.send(addBodyOf(model, latest.current.mine));
    isMade.current = true;
    dropDraft(model);
    if (model.sayMade === undefined) recordMade(model.nameOf(latest.current.mine, null), made);
    else await model.sayMade(made);
    await model.refresh();
    return made.id;
  }

  /** Answers false where somebody else changed what its user changed, and one has to be chosen. */
  async function change(id: number, details: Details): Promise<boolean> {
    let now = latest.current;
    for (let tries = 1; ; tries += 1) {
      try {
        const answer = await model.update(id).send(updateBodyOf(model, now.mine, now.base));
        recordEdited(model.nameOf(now.mine, details), answer);
        await model.refresh();
        return true;
      } catch (error) {
        const isMet =
          error instanceof ApiFailure && error.faults.some(({ code }) => code === "changed");
        if (!isMet || tries === mostTries) throw error;
        const present = await model.read(id, new AbortController().signal);
        now = reconcile(now.base, now.mine, model.valuesOf(present));
        setHeld(now);
        if (Object.keys(now.remote).length > 0) return false;
      }
    }
  }

  async function save(): Promise<void> {
    if (isBusy) return;
    setFailure(null);
    setAsked(false);
    setTouched(new Set(namesOf(model.empty)));
    const isFirstDoubt = model.isDoubtful?.(mine, before) === true && doubted !== mine;
    if (isOpen || wrong.size > 0 || isFirstDoubt) {
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
      else if (await change(record.id, record.details)) saved(record.id);
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
    remote: (name) => ({
      value: remote[name],
      take: () => settle(name, true),
      keep: () => settle(name, false),
    }),
  };
  return [
    form,
    {
      isAsked,
      isOpen,
      isDoubted: doubted === mine && wrong.size === 0,
      isBusy,
      failure,
      stops,
      save,
      ask: () => setAsked(true),
      stay: () => setAsked(false),
    },
  ];
}
