export function journalName(number: number): string {
  return `journal-${String(number).padStart(6, "0")}.ndjson`;
}

export function journalNumber(name: string): number | null {
  const [, digits] = /^journal-(\d{6,})\.ndjson$/.exec(name) ?? [];
  if (digits === undefined) return null;
  const number = Number(digits);
  // With more zeros, or more digits than a number holds, it is another file.
  return journalName(number) === name ? number : null;
}
