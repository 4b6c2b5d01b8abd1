import { type PreviewPage, previewOperations } from "../../../contract/resources/preview.ts";

/** What is being written, wherever it is: not all of it need be valid. */
export interface Draft {
  readonly page: PreviewPage;
  /** As the record's own body has them. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** The link's target and its own title. */
  readonly to?: string;
  readonly title?: string;
  /** Whose links a campaign's list shows. */
  readonly campaign?: number;
  /** A form that has been sent. */
  readonly thanked?: boolean;
  /** Whether the target lets itself be framed; true when not given. */
  readonly framed?: boolean;
}

const { body } = previewOperations.makePreview;

type Node = Record<PropertyKey, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}

/** What a page can be made of already: the rest isn't finished yet. */
export function validPart(draft: Draft): Draft {
  const whole = structuredClone(draft);
  const faults = body.safeParse(whole).error?.issues ?? [];
  for (const { path } of faults) takeAway(whole, path);
  return whole;
}

/** Of a list's entry the whole entry; those of lists become holes, which aren't sent. */
function takeAway(from: unknown, [key, ...rest]: readonly PropertyKey[]): void {
  if (key === undefined || !isNode(from)) return;
  if (rest.length === 0 || Array.isArray(from)) from[key] = undefined;
  else takeAway(from[key], rest);
}
