import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { faultSentence } from "../../../../src/renderer/ui/messages/faultSentence.ts";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much of it as is asked for
const t = ((key: string, values: object) => ({ key, ...values })) as unknown as TFunction;

const fault = {
  field: "rules",
  code: "long",
  message: "must take fewer bytes",
  most: 8192,
} as const;

test("a bound in bytes isn't said in characters", () => {
  expect(faultSentence(fault, t)).toEqual({ key: "faults.long", most: 8192 });
  expect(faultSentence({ ...fault, unit: "bytes" }, t)).toEqual({
    key: "faults.bytes",
    most: 8192,
  });
});
