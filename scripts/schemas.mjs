const text = /"(?:[^"\\]|\\.)*"/.source;
/** Of fields that are described in words alone. */
const described = new RegExp(
  `\\.describe\\(\\s*${text},?\\s*\\)|\\.meta\\(\\{\\s*description:\\s*${text},?\\s*\\}\\)`,
  "gu",
);

/**
 * Leaves out of the contract's and zod's schemas what describes them as JSON Schema: the window only
 * reads answers by them, and a twentieth of its first load would be that.
 */
export function readingSchemas() {
  return {
    name: "reading-schemas",
    transform(/** @type {string} */ code, /** @type {string} */ id) {
      if (id.includes("/src/contract/")) return { code: code.replaceAll(described, ""), map: null };
      if (!id.endsWith("/zod/v4/classic/schemas.js")) return null;
      const left = code
        .replaceAll(/^ *inst\._zod\.processJSONSchema = .*;$/gmu, "")
        .replaceAll(/^ *toJSONSchema\(params\) \{\n.*\n *\},$/gmu, "")
        .replaceAll(/createStandardJSONSchemaMethod\(this, "\w+"\)/gu, "undefined");
      return { code: left, map: null };
    },
  };
}
