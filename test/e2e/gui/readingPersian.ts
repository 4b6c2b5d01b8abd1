import type { Page } from "@playwright/test";
import { catalogueOf, english } from "./words.ts";

const persian = catalogueOf("fa");
/** What the window says in English only; names are the same in both. */
const onlyEnglish = new Set(
  [...english].filter(([key, text]) => persian.get(key) !== text).map(([, text]) => text),
);

/** A sentence to its full stop, and nothing of Persian around it: what is data stands between some. */
const sentence = /^\P{Script=Arabic}*[A-Za-z]+,? [a-z]+,? [a-z]+\P{Script=Arabic}*[.!?…]$/u;

/** What a window in Persian showed, from its first moment on. */
interface Shown {
  /** Texts and labels with Latin words in them, outside of what is said to be data. */
  readonly latin: readonly string[];
  /** Addresses whose letters would be put in the wrong order. */
  readonly turned: readonly string[];
}

/** Hears everything that comes onto the screen, also what is gone again by the end. */
export async function hearLatin(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // The page of a visitor, in a preview: that has specs of its own.
    if (self !== top) return;
    const latin = new Set<string>();
    const turned = new Set<string>();
    Object.assign(self, { shownInLatin: () => ({ latin: [...latin], turned: [...turned] }) });
    const spoken = ["aria-label", "title", "placeholder", "alt"];
    const data = "bdi, code, pre, [dir=auto], [dir=ltr], [lang=en], option, textarea";
    const hearText = (text: string | null, around: Element) => {
      const said = text?.trim() ?? "";
      if (/[A-Za-z]{2}/.test(said) && around.closest(data) === null) latin.add(said);
    };
    const hearElement = (element: Element) => {
      for (const name of spoken) hearText(element.getAttribute(name), element);
    };
    const hearShown = ({ data: text, parentElement }: Text) => {
      if (parentElement === null) return;
      hearText(text, parentElement);
      const isAddress = /^(https?:\/\/|[\d.]+:\d+\/)\S*[A-Za-z]\S*$/.test(text.trim());
      if (!isAddress) return;
      const { direction, unicodeBidi } = getComputedStyle(parentElement);
      // In plain text each line goes its own way.
      if (direction === "rtl" && unicodeBidi !== "plaintext") turned.add(parentElement.outerHTML);
    };
    const hear = (node: Node) => {
      if (node instanceof Text) hearShown(node);
      if (!(node instanceof Element) || node.matches("script, style, iframe")) return;
      hearElement(node);
      const inner = document.createTreeWalker(node, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      while (inner.nextNode() !== null) {
        const { currentNode } = inner;
        if (currentNode instanceof Text) hearShown(currentNode);
        else if (currentNode instanceof Element) hearElement(currentNode);
      }
    };
    new MutationObserver((changes) => {
      for (const { target, addedNodes, type } of changes) {
        if (type === "childList") for (const node of addedNodes) hear(node);
        else if (target instanceof Element) hearElement(target);
        else hear(target);
      }
    }).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: spoken,
    });
  });
}

export async function latinOf(page: Page): Promise<Shown> {
  return page.evaluate(() => (self as unknown as { shownInLatin: () => Shown }).shownInLatin());
}

export function englishAmong(shown: Shown): readonly string[] {
  return shown.latin.filter((text) => onlyEnglish.has(text) || sentence.test(text));
}
