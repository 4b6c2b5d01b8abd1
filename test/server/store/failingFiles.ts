import { disk, type FileSystem } from "../../../src/server/store/fileSystem.ts";

export interface FailingFiles {
  readonly files: FileSystem;
  /** Whether the call that was to fail has been made. */
  hasFailed(): boolean;
  /** The call of this number (from 1) fails with a system error; null: none. */
  failAt(call: number | null, code: string): void;
  /** Every call of these names fails from now on; none: all work. */
  failAlways(names: readonly (keyof FileSystem)[], code: string): void;
}

/** The real disk, with failures. A failing write leaves half of its bytes behind, as a full disk does. */
export function failingFiles(): FailingFiles {
  let count = 0;
  let failing: number | null = null;
  let always: readonly string[] = [];
  let code = "EIO";

  function failure(name: string): Error {
    return Object.assign(new Error(`${code}: made to fail, ${name}`), { code });
  }

  function isDue(name: string): boolean {
    count += 1;
    return count === failing || always.includes(name);
  }

  const files = new Proxy(disk, {
    get(target, name: keyof FileSystem) {
      const real = target[name] as (...parameters: unknown[]) => unknown;
      const isNow = name.endsWith("Now");
      return (...parameters: unknown[]) => {
        if (!isDue(name)) return real.apply(target, parameters);
        if (name === "writeNow") {
          const [descriptor, bytes] = parameters as [number, Uint8Array];
          disk.writeNow(descriptor, bytes.subarray(0, bytes.length >> 1));
        }
        if (isNow) throw failure(name);
        return Promise.reject(failure(name));
      };
    },
  });
  return {
    files,
    hasFailed: () => failing !== null && count >= failing,
    failAt(call, errorCode) {
      count = 0;
      failing = call;
      code = errorCode;
    },
    failAlways(names, errorCode) {
      always = names;
      code = errorCode;
    },
  };
}
