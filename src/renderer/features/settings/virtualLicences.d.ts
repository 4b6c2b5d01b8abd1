declare module "virtual:licences" {
  interface ShippedPackage {
    readonly name: string;
    readonly version: string;
    /** As the package names it (SPDX). */
    readonly licence: string;
    /** Place of its text among `texts`; -1: it brings none. */
    readonly text: number;
  }
  const licences: {
    readonly packages: readonly ShippedPackage[];
    readonly texts: readonly string[];
  };
  export default licences;
}
