import { expect, test } from "vitest";
import { shortened, table, widthOf, type Column } from "../../src/cli/terminal/table.ts";

interface Row {
  readonly id: number;
  readonly url: string;
}

const columns: readonly Column<Row>[] = [
  { title: "ID", value: ({ id }) => String(id), align: "right" },
  { title: "LEADS TO", value: ({ url }) => url, shrinks: true },
  { title: "END", value: () => "x" },
];

test("columns are aligned, numbers to the right, without spaces at the end", () => {
  expect(
    table(
      columns,
      [
        { id: 7, url: "https://a.example" },
        { id: 123, url: "b" },
      ],
      80,
    ),
  ).toEqual([
    " ID  LEADS TO           END",
    "  7  https://a.example  x",
    "123  b                  x",
  ]);
});

test("only the column that may shrink gives way on a narrow screen", () => {
  const lines = table(columns, [{ id: 1, url: "https://example.org/a/long/way/to/go" }], 30);
  expect(lines).toEqual([
    "ID  LEADS TO               END",
    "1".padStart(2) + "  https://example.org/…  x",
  ]);
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(30);
});

test("a pipe has no edge", () => {
  const url = "https://example.org/".padEnd(500, "a");
  expect(table(columns, [{ id: 1, url }], Number.POSITIVE_INFINITY)[1]).toContain(url);
});

test("wide characters, Persian and emoji keep the columns aligned", () => {
  const ends = ["日本", "بهار", "👍🏽", "plain"].map((url) =>
    widthOf((table(columns, [{ id: 1, url }], 80)[1] ?? "").replace(/x$/, "")),
  );
  expect(new Set(ends).size).toBe(1);
});

test("nothing that a title holds can move the cursor or break the line", () => {
  const [, line] = table(columns, [{ id: 1, url: "a\u001B[2J\nb\u2028c" }], 80);
  expect(line).toBe(" 1  a [2J b c  x");
});

test("text is cut between whole characters", () => {
  expect(shortened("日本語", 4)).toBe("日…");
  expect(shortened("👨‍👩‍👧 and more", 4)).toBe("👨‍👩‍👧 …");
});
