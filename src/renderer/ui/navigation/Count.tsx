/** A number of a list: nought is a dash, so that what is there stands out, and is read out as it is. */
export function Count({ value, text }: { readonly value: number; readonly text: string }) {
  if (value !== 0) return text;
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visuallyHidden">{text}</span>
    </>
  );
}
