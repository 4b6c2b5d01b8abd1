/** What both pages of the extension have in common. */

export function say(name: string, ...values: readonly string[]): string {
  return chrome.i18n.getMessage(name, values);
}

/** The element with this id, which its page has. */
export function part<Kind extends HTMLElement = HTMLElement>(
  id: string,
  kind?: new () => Kind,
): Kind {
  const found = document.getElementById(id);
  if (found === null || (kind !== undefined && !(found instanceof kind))) {
    throw new Error(`This page has no ${id}.`);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without a kind it is any element
  return found as Kind;
}

/** Words, direction and colors, as the browser has them. */
export function dress(): void {
  const root = document.documentElement;
  root.lang = say("language");
  root.dir = say("direction");
  for (const element of document.querySelectorAll<HTMLElement>("[data-say]")) {
    element.textContent = say(element.dataset["say"] ?? "");
  }
  for (const element of document.querySelectorAll<HTMLElement>("[data-hint]")) {
    element.setAttribute("placeholder", say(element.dataset["hint"] ?? ""));
  }
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const paint = () => {
    root.dataset["mantineColorScheme"] = dark.matches ? "dark" : "light";
  };
  dark.addEventListener("change", paint);
  paint();
}

/** A number in the page's language. */
export function figure(value: number): string {
  return new Intl.NumberFormat(say("language"), { useGrouping: false }).format(value);
}

/** What is shown of an address: it is read from left to right. */
export function showAddress(element: HTMLElement, address: string): void {
  element.textContent = address.replace(/^https?:\/\//, "");
  element.title = address;
}

/** Runs what a press starts; what goes wrong there isn't lost. */
export function start(work: Promise<unknown>, failed: (error: unknown) => void): void {
  work.catch(failed);
}
