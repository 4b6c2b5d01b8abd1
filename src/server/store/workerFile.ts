/** Beside its sources; built, an entry beside the others, above the shared chunks. */
export function workerFile({ name, beside }: { name: string; beside: string }): URL {
  if (beside.endsWith(".ts")) return new URL(`${name}.ts`, beside);
  const isChunk = /\/chunks\/[^/]+$/.test(beside);
  return new URL(isChunk ? `../${name}.js` : `${name}.js`, beside);
}
