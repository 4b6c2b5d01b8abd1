import { mark } from "./mark.ts";

/** A page that a visitor may see. Texts are plain; they are escaped here and nowhere else. */
export interface Page {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** Further headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The nonce lets this page's own style through its policy, and nothing else. */
export function renderPage({ title, text }: Page, nonce: string): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style nonce="${escapeHtml(nonce)}">${style}</style>
</head>
<body>
<main>
${mark}<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
}

const style = `
:root { color-scheme: light dark; --paper: #faf8f4; --ink: #22201c; --quiet: #6b665c; --line: #e4dfd5; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #191815; --ink: #ece8df; --quiet: #a29c90; --line: #35322c; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 24px;
  background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 416px; padding: 32px; border: 1px solid var(--line); border-radius: 8px; }
svg { display: block; margin: 0 0 24px -6px; width: 40px; height: 40px; }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.3; font-weight: 600; overflow-wrap: anywhere; }
p { margin: 0; color: var(--quiet); overflow-wrap: anywhere; }
`;
