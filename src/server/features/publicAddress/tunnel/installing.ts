import { findProgram, type System } from "./programs.ts";
import type { TunnelProgram } from "./model.ts";

/** How a program that is missing comes to this computer. */
export interface Installing {
  /** To be typed in a terminal; null: none is known for this system. */
  readonly command: string | null;
  /** Where its makers tell it for every system. */
  readonly page: string;
}

const pages: Readonly<Record<TunnelProgram, string>> = {
  ssh: "https://www.openssh.com/",
  cloudflared: "https://github.com/cloudflare/cloudflared/releases/latest",
  tailscale: "https://tailscale.com/download",
};

const homebrew: Readonly<Record<TunnelProgram, string>> = {
  ssh: "brew install openssh",
  cloudflared: "brew install cloudflared",
  tailscale: "brew install --cask tailscale-app",
};

const winget: Readonly<Record<TunnelProgram, string>> = {
  ssh: "winget install --id Microsoft.OpenSSH.Preview",
  cloudflared: "winget install --id Cloudflare.cloudflared",
  tailscale: "winget install --id Tailscale.Tailscale",
};

/** As Debian's packages call it; `cloudflared` is in none of its own, but its makers have one. */
const debianArchitectures: Readonly<Partial<Record<NodeJS.Architecture, string>>> = {
  x64: "amd64",
  arm64: "arm64",
};

function onDebian(name: TunnelProgram, architecture: NodeJS.Architecture): string | null {
  if (name === "ssh") return "sudo apt install openssh-client";
  const built = debianArchitectures[architecture];
  if (built === undefined) return null;
  const file = `cloudflared-linux-${built}.deb`;
  return `curl -LO ${pages.cloudflared}/download/${file} && sudo apt install ./${file}`;
}

async function commandOn(
  system: System,
  name: TunnelProgram,
  architecture: NodeJS.Architecture,
): Promise<string | null> {
  if (system.platform === "darwin") return homebrew[name];
  if (system.platform === "win32") return winget[name];
  // Its makers' script knows every Linux.
  if (name === "tailscale") return "curl -fsSL https://tailscale.com/install.sh | sh";
  const isDebian = (await findProgram(system, "apt")) !== null;
  return isDebian ? onDebian(name, architecture) : null;
}

/** For a program that isn't there. */
export async function installing(
  system: System,
  name: TunnelProgram,
  architecture: NodeJS.Architecture = process.arch,
): Promise<Installing> {
  return { command: await commandOn(system, name, architecture), page: pages[name] };
}
