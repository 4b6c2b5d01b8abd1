import type { CallName, Calls, Refusal } from "../wire/calls.ts";
import { either, exactly, fields, listOf, orNull, type Shape, text, whole } from "../wire/shape.ts";

function pair<One, Other>(one: Shape<One>, other: Shape<Other>): Shape<readonly [One, Other]> {
  return (value): value is readonly [One, Other] =>
    Array.isArray(value) && value.length === 2 && one(value[0]) && other(value[1]);
}

const written = { sequence: whole, written: whole };
const waiting = fields({ waiting: whole, first: whole, last: whole });
const lines = listOf(pair(whole, text));
const owner = orNull(fields({ home: text, generation: whole }));

/** What a Worker of this version answers to each call: one of another may answer something else. */
export const isAnswer: { readonly [Name in CallName]: Shape<Calls[Name]["answer"]> } = {
  state: fields({
    now: whole,
    worker: text,
    formats: pair(whole, whole),
    database: text,
    owner,
    sequence: whole,
    rows: whole,
    sum: whole,
    clicks: waiting,
    answers: waiting,
    today: fields({ day: whole, clicks: whole }),
    lost: whole,
    unreadable: whole,
  }),
  adopt: fields(written),
  push: fields({ ...written, rows: whole, sum: whole }),
  list: fields({ ...written, rows: listOf(pair(text, whole)) }),
  drain: fields({ ...written, clicks: lines, answers: lines }),
  wipe: fields(written),
};

const plainRefusals = exactly("unsigned", "old", "foreign", "replayed", "malformed", "unknownCall");

export const isRefusal: Shape<Refusal> = either(
  either(
    fields({ code: plainRefusals }),
    fields({ code: exactly("budgetSpent", "database"), message: text }),
  ),
  either(
    fields({ code: exactly("otherOwner"), owner }),
    fields({ code: exactly("ahead"), sequence: whole }),
  ),
);
