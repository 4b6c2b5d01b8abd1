/** What a press of keys tells of itself. */
export interface Press {
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
}

const named: Readonly<Record<string, string>> = {
  Space: "Space",
  ArrowUp: "Up",
  ArrowDown: "Down",
  ArrowLeft: "Left",
  ArrowRight: "Right",
  Home: "Home",
  End: "End",
  PageUp: "PageUp",
  PageDown: "PageDown",
};

/** By its place on the keyboard, which is the same in every language. */
function keyOf(code: string): string | null {
  const [, plain] = /^(?:Key|Digit)([A-Z0-9])$/.exec(code) ?? [];
  if (plain !== undefined) return plain;
  return /^F([1-9]|1\d|2[0-4])$/.test(code) ? code : (named[code] ?? null);
}

/** The keys in the shell's words; or `modifier`: only a modifier, so far; or `free`: they belong to typing. */
export function acceleratorOf(press: Press, isMac: boolean): string {
  const key = keyOf(press.code);
  if (key === null) return "modifier";
  const modifiers = [
    press.ctrlKey && "Control",
    press.metaKey && (isMac ? "Command" : "Super"),
    press.altKey && "Alt",
    press.shiftKey && "Shift",
  ].filter((one) => one !== false);
  const isStrong = modifiers.some((one) => one !== "Shift");
  const isFunction = /^F\d/.test(key) && modifiers.length > 0;
  return isStrong || isFunction ? [...modifiers, key].join("+") : "free";
}

const signs: Readonly<Record<string, string>> = {
  CommandOrControl: "⌘",
  Command: "⌘",
  Control: "⌃",
  Alt: "⌥",
  Shift: "⇧",
};

/** As they stand on the keyboard. */
export function keysText(accelerator: string, isMac: boolean): string {
  const keys = accelerator.split("+");
  if (isMac) return keys.map((key) => signs[key] ?? key).join("");
  return keys
    .map((key) => (key === "CommandOrControl" || key === "Control" ? "Ctrl" : key))
    .join(" ");
}
