/**
 * Declares the shape of a command of `foretype`, and parses its options. A wrong or missing word is a UsageError: exit code 2 and the
 * usage. It runs no command, reads no environment, and checks no values beyond their presence.
 */
// Tests: ./command.test.ts.
import { parseArgs } from 'node:util';
import type { Clock } from '../clock.ts';
import type { Config } from '../settings/config.ts';

/** An option `--name VALUE`, one that may be given several times, or a switch `--name` without a value. */
export interface Option {
  readonly kind: 'value' | 'values' | 'switch';
  /** Stands for the value in the usage line. */
  readonly placeholder?: string;
  readonly fallback?: string;
  readonly required?: boolean;
  readonly help: string;
}

/** A command: its name, arguments and action. */
export interface Command {
  /** The name in one or two words, such as `store create`. */
  readonly name: string;
  readonly summary: string;
  /** Operands in order, such as `KEY_ID`; one in brackets, as `[FILE]`, may be missing. */
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  /** Resolves to the exit code. */
  run(invocation: Invocation): Promise<number>;
}

/** One call of a command. */
export interface Invocation {
  readonly config: Config;
  readonly clock: Clock;
  readonly operands: readonly string[];
  /** The value of an option; its fallback, or an empty text, where it was not given. */
  value(name: string): string;
  /** The values of a repeatable option, in the order given. */
  values(name: string): readonly string[];
  has(name: string): boolean;
  /** Prints a result: as JSON with `--json`, else as the lines given. */
  print(result: unknown, lines: readonly string[]): void;
}

/** A mistake in how the command was called: exit code 2, and the usage is shown. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Every command takes it. */
export const jsonOption: Option = { kind: 'switch', help: 'print JSON, for programs' };

/** The words of a call, sorted into operands and options. */
export interface ParsedArguments {
  readonly operands: readonly string[];
  readonly values: ReadonlyMap<string, string | true | readonly string[]>;
}

/** Throws UsageError for what the command does not take, and for what it needs and was not given. */
export function parseArguments(command: Command, words: readonly string[]): ParsedArguments {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { kind }]) => [
      name,
      { type: kind === 'switch' ? 'boolean' : 'string', multiple: kind === 'values' } as const,
    ]),
  );
  const { values, positionals } = parse(words, options);
  const missing = command.operands[positionals.length];
  if (missing !== undefined && !missing.startsWith('[')) throw new UsageError(`${missing} is missing.`);
  const extra = positionals[command.operands.length];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many.`);
  for (const [name, option] of Object.entries(command.options)) {
    if (option.required === true && values[name] === undefined) throw new UsageError(`--${name} is missing.`);
  }
  const given = new Map<string, string | true | readonly string[]>();
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value)) given.set(name, value.map(String));
    else if (typeof value === 'string' || value === true) given.set(name, value);
  }
  return { operands: positionals, values: given };
}

function parse(
  words: readonly string[],
  options: Readonly<Record<string, { readonly type: 'boolean' | 'string'; readonly multiple: boolean }>>,
) {
  try {
    return parseArgs({ args: [...words], options: { ...options }, allowPositionals: true, strict: true });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? firstSentence(cause.message) : String(cause));
  }
}

/** Node adds advice about its own conventions, which the usage below it makes needless. */
function firstSentence(message: string): string {
  return message.split(/\. |\n/, 1)[0] ?? message;
}

/** The usage line of a command, and a line an option. */
export function usage(command: Command): string {
  const options = Object.entries(command.options);
  const words = options.map(([name, option]) => {
    const word = option.kind === 'switch' ? `--${name}` : `--${name} ${option.placeholder ?? 'VALUE'}`;
    const repeated = option.kind === 'values' ? `${word} …` : word;
    return option.required === true ? repeated : `[${repeated}]`;
  });
  const lines = options.map(([name, option]) => {
    const fallback = option.fallback === undefined ? '' : ` (${option.fallback})`;
    return `  --${name.padEnd(12)} ${option.help}${fallback}`;
  });
  return [
    `foretype ${[command.name, ...command.operands, ...words].join(' ')}`,
    `  ${command.summary}`,
    ...lines,
  ].join('\n');
}
