export function journalName(number: number): string {
  return `journal-${String(number).padStart(6, "0")}.ndjson`;
}

export function journalNumber(name: string): number | null {
  const match = /^journal-(\d{6,})\.ndjson$/.exec(name);
  return match === null ? null : Number(match[1]);
}
