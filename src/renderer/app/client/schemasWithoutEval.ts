import { config } from "zod";

// zod compiles object schemas with `new Function`, which the page's policy forbids. This must run
// before the first schema of the contract is made, so main.tsx imports it first.
config({ jitless: true });
