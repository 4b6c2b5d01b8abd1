/** The signpost. Its arms keep their directions in every script: it is a mark, not an arrow. */
export function Mark({ size }: { readonly size: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <path d="M11 2h2v20h-2z" fill="currentColor" />
      <path d="M6 4h11l3.5 3L17 10H6z" fill="var(--accent)" />
      <path d="M18 12H8l-3 2.5L8 17h10z" fill="currentColor" />
    </svg>
  );
}
