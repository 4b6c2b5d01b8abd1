/** What a program on the same computer needs to find the running service, without loading one. */
export { defaultDataDir } from "./paths.ts";
export { packageVersion } from "./packageDir.ts";
export { holderAnswers } from "../server/store/lock.ts";
export { writeOpeningFile } from "../server/store/openingFile.ts";
export { readRunFile } from "../server/store/runFile.ts";
