/** Whether a value is what it is said to be. Fields that nobody asks about are left alone. */
export type Shape<Value> = (value: unknown) => value is Value;
export type Shaped<Of> = Of extends Shape<infer Value> ? Value : never;

export const text: Shape<string> = (value) => typeof value === "string";
export const flag: Shape<boolean> = (value) => typeof value === "boolean";
export const whole: Shape<number> = (value): value is number => Number.isSafeInteger(value);

export function exactly<const Value extends string | number | boolean>(
  ...values: readonly Value[]
): Shape<Value> {
  return (value): value is Value => values.some((one) => one === value);
}

export function either<One, Other>(one: Shape<One>, other: Shape<Other>): Shape<One | Other> {
  return (value): value is One | Other => one(value) || other(value);
}

/** A field that may be left out. */
export function maybe<Value>(of: Shape<Value>): Shape<Value | undefined> {
  return (value): value is Value | undefined => value === undefined || of(value);
}

export function orNull<Value>(of: Shape<Value>): Shape<Value | null> {
  return (value): value is Value | null => value === null || of(value);
}

export function listOf<Value>(of: Shape<Value>): Shape<readonly Value[]> {
  return (value): value is readonly Value[] => Array.isArray(value) && value.every(of);
}

type Fields = Readonly<Record<string, Shape<unknown>>>;
type Named<Of extends Fields> = {
  readonly [Key in keyof Of as undefined extends Shaped<Of[Key]> ? never : Key]: Shaped<Of[Key]>;
} & {
  readonly [Key in keyof Of as undefined extends Shaped<Of[Key]> ? Key : never]?: Shaped<Of[Key]>;
};

export function fields<const Of extends Fields>(of: Of): Shape<Named<Of>> {
  const checks = Object.entries(of);
  return (value): value is Named<Of> =>
    isRecord(value) && checks.every(([name, check]) => check(value[name]));
}

/** Whatever its fields are called. */
export function fieldsOf<Value>(of: Shape<Value>): Shape<Readonly<Record<string, Value>>> {
  return (value): value is Readonly<Record<string, Value>> =>
    isRecord(value) && Object.values(value).every(of);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
