import { registerHooks } from "node:module";

/** `node --import …/register.ts out/main/index.js` runs the built shell with the stand-in for Electron. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "electron"
      ? { url: new URL("electron.ts", import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
