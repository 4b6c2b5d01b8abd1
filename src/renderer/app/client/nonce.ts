/** The nonce that the server wrote into index.html, for the style elements made at run time. */
export function styleNonce(): string {
  // Browsers hide the attribute's value from the document; the property still has it.
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
}

/** The scroll lock under dialogs makes its own style element and looks for its nonce here. */
export function announceNonce(): void {
  Reflect.set(globalThis, "__webpack_nonce__", styleNonce());
}
