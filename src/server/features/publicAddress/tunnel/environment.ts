/** Variables that would make another program of a tunnel's program, or tell it what is none of its business. */
const foreign = /^(TUNNEL_|WAYPOST_|ELECTRON_|NODE_|npm_)/i;

/** What a tunnel's program gets of this process's environment, and what it is told there. */
export function childEnvironment(
  environment: NodeJS.ProcessEnv,
  told: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => !foreign.test(name));
  return {
    ...Object.fromEntries(kept),
    // Causes are read from its output, in the language they are written in.
    LC_ALL: "C",
    // The program of macOS's App Store is a window else.
    TAILSCALE_BE_CLI: "1",
    ...told,
  };
}
