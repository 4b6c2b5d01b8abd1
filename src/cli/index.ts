#!/usr/bin/env node
// Check the version before loading anything that an older Node can't even parse.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `Waypost needs Node 22.18 or newer, but this is ${process.version}. ` +
      "In Waypost's folder, run `npm run -s waypost -- <command>`, which uses the included Node 24.\n",
  );
  process.exitCode = 1;
} else {
  const line = process.argv.slice(2);
  const start = {
    environment: process.env,
    script: process.argv[1] ?? "waypost",
    workingDir: process.cwd(),
  };
  void (async () => {
    if (line[0] === "mirror") {
      const { mirrorAlone } = await import("./mirrorAlone.ts");
      if (await mirrorAlone(line.slice(1))) return;
    }
    const { main } = await import("./program.ts");
    await main(line, start);
  })();
}
