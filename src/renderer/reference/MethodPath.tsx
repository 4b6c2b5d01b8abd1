import classes from "./Reference.module.css";

/** `GET /api/url/{id}`, breakable at each slash. */
export function MethodPath({ method, path }: { readonly method: string; readonly path: string }) {
  return (
    <code dir="ltr" className={classes.methodPath}>
      <span className={classes.method} data-method={method}>
        {method}
      </span>{" "}
      <span>{path.replaceAll("/", "\u200b/").replace("\u200b", "")}</span>
    </code>
  );
}
