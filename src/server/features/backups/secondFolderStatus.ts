import { z } from "zod";
import { type Message, message } from "../../../contract/messages/messages.ts";
import { storedMoment } from "../../store/records.ts";

/** A copy of everything in the second folder. */
export interface SecondCopy {
  readonly name: string;
  /** When it was made and read back; milliseconds since 1970. */
  readonly at: number;
  readonly bytes: number;
}

export interface Problem {
  readonly kind: "missing" | "full" | "forbidden" | "inside" | "other";
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Of the system. */
  readonly said: string;
}

export interface Status {
  readonly folder: string;
  readonly copied: SecondCopy | null;
  readonly problem: Problem | null;
}

/** As its file has it: what can't be used counts as not there. */
export const storedStatus: z.ZodType<Status> = z.object({
  folder: z.string().catch(""),
  copied: z
    .object({ name: z.string(), at: storedMoment, bytes: z.number() })
    .nullable()
    .catch(null),
  problem: z
    .object({
      kind: z.enum(["missing", "full", "forbidden", "inside", "other"]),
      since: storedMoment,
      said: z.string(),
    })
    .nullable()
    .catch(null),
});

/** What the owner is told; null: nothing stands in the way of today's copy. */
export function messageOf(
  { folder, copied: last, problem }: Status,
  render: (moment: number) => string,
): Message | null {
  if (problem === null) return null;
  const since = render(problem.since);
  const copied = last === null ? null : render(last.at);
  const reason = problem.said;
  switch (problem.kind) {
    case "missing":
      return copied === null
        ? message("service.secondMissingEmpty", { folder, since })
        : message("service.secondMissing", { folder, since, copied });
    case "full":
      return copied === null
        ? message("service.secondFullEmpty", { folder, since })
        : message("service.secondFull", { folder, since, copied });
    case "forbidden":
      return copied === null
        ? message("service.secondForbiddenEmpty", { folder, since, reason })
        : message("service.secondForbidden", { folder, since, reason, copied });
    case "inside":
      return message("service.secondInside", { folder });
    case "other":
      return copied === null
        ? message("service.secondFailedEmpty", { folder, since, reason })
        : message("service.secondFailed", { folder, since, reason, copied });
  }
}
