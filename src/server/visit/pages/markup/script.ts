/** A script that is safe to stand between script tags. Only {@link js} makes it. */
export class Script {
  readonly #code: string;

  constructor(strings: readonly string[], values: readonly ScriptValue[]) {
    this.#code = String.raw({ raw: strings }, ...values.map(codeOf));
  }

  toString(): string {
    return this.#code;
  }
}

type Data = string | number | boolean | null | readonly Data[] | { readonly [key: string]: Data };
export type ScriptValue = Script | readonly Script[] | Data;

/**
 * Code with every interpolated value as JSON: data in a script, never code. Scripts in scripts are
 * put in as they are. Templates don't contain `</script` or `<!--`.
 */
export function js(strings: TemplateStringsArray, ...values: readonly ScriptValue[]): Script {
  return new Script(strings, values);
}

function isScripts(value: ScriptValue): value is readonly Script[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => one instanceof Script);
}

/** A tag's end, and the two line ends that older engines know, can't come out of data. */
function codeOf(value: ScriptValue): string {
  if (value instanceof Script) return value.toString();
  if (isScripts(value)) return value.join("\n");
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
