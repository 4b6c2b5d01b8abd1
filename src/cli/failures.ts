/** What scripts can rely on. */
export const exitCodes = {
  ok: 0,
  /** The service refused or something failed. */
  failed: 1,
  /** A flag, an argument or a command that makes no sense. */
  wrongUse: 2,
  /** No service is running for the data folder. */
  noService: 3,
} as const;

type FailureCode = Exclude<(typeof exitCodes)[keyof typeof exitCodes], 0>;

/** Ends a command: the message goes to stderr as it is, the code to the shell. */
export class CommandFailed extends Error {
  readonly exitCode: FailureCode;

  constructor(exitCode: FailureCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A command line that makes no sense. */
export function wrongUse(message: string): CommandFailed {
  return new CommandFailed(exitCodes.wrongUse, message);
}

/** The service answered, and its answer is no. */
export class Refused extends CommandFailed {
  /** HTTP status. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(exitCodes.failed, message);
    this.status = status;
  }
}
