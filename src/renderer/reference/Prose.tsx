import classes from "./Reference.module.css";

/** A sentence of the document, with what stands between backticks as code. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <p className={classes.prose}>
      {text.split("`").map((part, place) =>
        place % 2 === 1 ? (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a fixed sentence
          <code key={place} dir="ltr">
            {part}
          </code>
        ) : (
          part
        ),
      )}
    </p>
  );
}
