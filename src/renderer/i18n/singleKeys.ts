/** Whether single letters and signs do something: what listens to keys asks at each press. */
let areOn = true;

export function switchSingleKeys(on: boolean): void {
  areOn = on;
}

export function hasSingleKeys(): boolean {
  return areOn;
}
