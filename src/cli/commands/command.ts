import { Option, type Argument, type Command } from "commander";
import type { z } from "zod";
import type { Operation } from "../../contract/operation.ts";
import type { RequestParts } from "../../contract/request.ts";
import { wrongUse } from "../failures.ts";
import { type CommonFlags, dataFlag, examples, jsonFlag } from "../options.ts";
import { printJson } from "../terminal/print.ts";
import { runningService, type RunningService } from "../service/runningService.ts";
import type { Typed } from "../typed.ts";

/** What a command works with. */
export interface Context<Flags extends object = object> {
  readonly flags: Flags & CommonFlags;
  readonly isJson: boolean;
  readonly typed: Typed;
  /** Ends the command where none is running. */
  readonly service: RunningService;
}

type OptionLine = Option | readonly [flags: string, help: string];

/** A command that is written by hand. */
export interface Definition<Flags extends object, Words extends readonly unknown[]> {
  /** Its name and arguments, as commander reads them. */
  readonly usage: string;
  readonly arguments?: readonly Argument[];
  readonly summary: string;
  /** The summary as a sentence when not given. */
  readonly description?: string;
  readonly options?: readonly OptionLine[];
  /** The help of `--json` where it prints something other than the service's answer. */
  readonly json?: string;
  readonly isHidden?: boolean;
  /** The command alone when not given. */
  readonly examples?: readonly string[];
  run(context: Context<Flags>, ...words: Words): Promise<void>;
}

export type AddCommand = <Flags extends object, Words extends readonly unknown[]>(
  definition: Definition<Flags, Words>,
) => void;

/** @param bare the command that the group's name alone stands for */
export function commandAdder(
  program: Command,
  typed: Typed,
  { group = program, bare }: { readonly group?: Command; readonly bare?: string } = {},
): AddCommand {
  return <Flags extends object, Words extends readonly unknown[]>(
    definition: Definition<Flags, Words>,
  ) => {
    const { usage, summary, description = `${summary}.`, options = [] } = definition;
    const [name = ""] = usage.split(" ");
    const command = group
      .command(usage, { isDefault: name === bare, hidden: definition.isHidden === true })
      .summary(summary)
      .description(description)
      .action(async (...all: unknown[]) => {
        // Commander hands over the words, then the flags, then itself.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        const flags = all.at(-2) as Flags & CommonFlags;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        const words = all.slice(0, -2) as unknown as Words;
        await definition.run(contextOf(flags, typed), ...words);
      });
    for (const argument of definition.arguments ?? []) command.addArgument(argument);
    for (const option of options) {
      command.addOption(option instanceof Option ? option : new Option(...option));
    }
    command.addOption(dataFlag()).addOption(jsonFlag(definition.json));
    const alone = group === program ? name : `${group.name()} ${name}`;
    const shown = definition.examples ?? [name === bare ? group.name() : alone];
    command.addHelpText("after", examples(program.name(), ...shown));
  };
}

function contextOf<Flags extends object>(flags: Flags & CommonFlags, typed: Typed): Context<Flags> {
  let service: RunningService | undefined;
  return {
    flags,
    typed,
    isJson: flags.json === true,
    get service() {
      return (service ??= runningService(flags.data, typed));
    },
  };
}

/** Calls an operation and shows its answer, or prints it as it is with `--json`. */
export async function show<Response extends z.ZodType>(
  { service, isJson }: Context,
  operation: Operation & { readonly response: Response },
  sent: RequestParts,
  print: (answer: z.output<Response>) => Promise<void> | void,
): Promise<void> {
  const answer = await service.call(operation, sent);
  if (isJson) printJson(answer);
  else await print(operation.response.parse(answer));
}

/** Ids in flags or arguments, several of them with commas. */
export function idsOf(texts: readonly string[], fault: string): number[] {
  const ids = texts.flatMap((text) => text.split(","));
  if (ids.every((text) => /^[1-9]\d{0,15}$/.test(text))) return ids.map(Number);
  throw wrongUse(fault);
}
