/** The signpost. Its arms keep their directions in every script: it is a mark, not an arrow. */
export function Mark({ size }: { readonly size: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
      data-mark=""
    >
      <path d="M11 2h2v20h-2z" fill="currentColor" />
      <path d="M5 4h12.5L21 6.5 17.5 9H5z" fill="var(--accent)" />
      <path d="M19 11.5H6.5L3 14l3.5 2.5H19z" fill="currentColor" />
    </svg>
  );
}
