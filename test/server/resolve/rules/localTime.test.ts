import { expect, test } from "vitest";
import { localTimes } from "../../../../src/server/resolve/rules/localTime.ts";

test("times of one zone share its clock, whatever their number", () => {
  const { DateTimeFormat } = Intl;
  let made = 0;
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    construct(target, given) {
      made += 1;
      return Reflect.construct(target, given);
    },
  });
  try {
    const noon = Date.UTC(2026, 6, 1, 12);
    for (let time = 0; time < 2_000; time += 1) {
      expect(localTimes("Asia/Kathmandu")(noon)).toEqual({ day: 3, minute: 17 * 60 + 45 });
    }
    expect(made).toBeLessThanOrEqual(1);
    expect(() => localTimes("Nowhere/Here")).toThrow(RangeError);
  } finally {
    Intl.DateTimeFormat = DateTimeFormat;
  }
});
