/**
 * Leaves out of zod's schemas what describes them as JSON Schema: the window only reads answers by
 * them, and a fortieth of its first load would be that.
 */
export function readingSchemas() {
  return {
    name: "reading-schemas",
    transform(/** @type {string} */ code, /** @type {string} */ id) {
      if (!id.endsWith("/zod/v4/classic/schemas.js")) return null;
      const left = code
        .replaceAll(/^ *inst\._zod\.processJSONSchema = .*;$/gmu, "")
        .replaceAll(/^ *toJSONSchema\(params\) \{\n.*\n *\},$/gmu, "")
        .replaceAll(/createStandardJSONSchemaMethod\(this, "\w+"\)/gu, "undefined");
      return { code: left, map: null };
    },
  };
}
