/**
 * `foretype`: finds the command, checks the settings, runs it. Exit codes (Contract §1): 0 done, 1 failed, 2 called the wrong way.
 * Unknown words, wrong options and missing operands print the usage (2); faults of the settings are all named (2, before a command
 * runs); so does `validation_failed`, line by line; any other error of a command becomes one line on standard error (1), never a
 * stack.
 */
// Tests: test/scenarios/command-line.test.ts.

import { createSystemClock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { packageVersion } from '../package-version.ts';
import { loadConfig } from '../settings/config.ts';
import { nearestName } from '../structures/nearest-name.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { endQuietlyOnClosedPipes } from './closed-pipe.ts';
import { type Command, parseArguments, UsageError, usage } from './command.ts';
import { doctor } from './doctor.ts';
import { enrichCommand } from './enrich.ts';
import { evaluate } from './eval.ts';
import { eventsErase } from './events.ts';
import { exportCommand } from './export.ts';
import { importCommand, resumeCommand } from './import.ts';
import { importUndo } from './import-undo.ts';
import { keyCreate, keyList, keyRevoke, keyRotate } from './key.ts';
import { repairCommand } from './repair.ts';
import { serve } from './serve.ts';
import { storeCreate, storeList, storeSetPlan } from './store.ts';
import { storeDelete } from './store-delete.ts';
import { userCreate, userList, userResetFactor, userResetPassword } from './user.ts';

/** Every command, in the order of the overview. */
export const commands: readonly Command[] = [
  serve,
  storeCreate,
  storeList,
  storeSetPlan,
  storeDelete,
  keyCreate,
  keyList,
  keyRotate,
  keyRevoke,
  importCommand,
  importUndo,
  resumeCommand,
  enrichCommand,
  eventsErase,
  userCreate,
  userList,
  userResetPassword,
  userResetFactor,
  evaluate,
  backupCommand,
  restoreCommand,
  exportCommand,
  doctor,
  repairCommand,
];

/** Runs the command that the words name; resolves to the exit code. */
export async function runProgram(words: readonly string[]): Promise<number> {
  endQuietlyOnClosedPipes();
  // `foretype help backup` is `foretype backup --help`.
  const asked = words[0] === 'help' && words.length > 1 ? [...words.slice(1), '--help'] : words;
  const found = findCommand(asked);
  if (words.length === 0 || ['help', '--help', '-h'].includes(asked[0] ?? '')) {
    process.stdout.write(`${overview()}\n`);
    return words.length === 0 ? 2 : 0;
  }
  if (asked[0] === '--version') {
    process.stdout.write(`${packageVersion()}\n`);
    return 0;
  }
  if (found === null) return helpWithGroup(asked);
  const { command, rest } = found;
  if (rest.includes('--help')) {
    process.stdout.write(`${usage(command)}\n`);
    return 0;
  }
  try {
    return await runCommand(command, rest);
  } catch (error) {
    if (error instanceof UsageError)
      return fail(2, `foretype ${command.name}: ${error.message}\n\n${usage(command)}`);
    if (error instanceof AppError && error.code === 'validation_failed') {
      return fail(
        2,
        (error.errors ?? []).map(({ message }) => `foretype ${command.name}: ${message}`).join('\n'),
      );
    }
    return fail(1, `foretype ${command.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Prints help for words that name no command: for commands that begin with the first word, or for all. */
function helpWithGroup([first = '', ...rest]: readonly string[]): number {
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  const help = group.length === 0 ? overview() : group.map(usage).join('\n\n');
  if (group.length > 0 && rest[0] === '--help') {
    process.stdout.write(`${help}\n`);
    return 0;
  }
  const words = [first, ...rest].filter((word) => !word.startsWith('-')).slice(0, 2);
  const nearest = nearestCommand(words);
  const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
  return fail(2, `foretype: there is no command "${words.join(' ')}".${hint}\n\n${help}`);
}

/** Finds the nearest command to both words, else to the first alone, since the second may be a file. */
function nearestCommand(words: readonly string[]): string | null {
  const names = commands.map(({ name }) => name);
  return nearestName(words.join(' '), names) ?? nearestName(words[0] ?? '', names);
}

async function runCommand(command: Command, words: readonly string[]): Promise<number> {
  const { operands, values } = parseArguments(command, words);
  const textOf = (name: string) => {
    const value = values.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const settings = loadConfig({ role: textOf('role') });
  if (!settings.ok) return fail(2, settings.faults.join('\n'));
  return command.run({
    config: settings.config,
    clock: createSystemClock(),
    operands,
    value(name) {
      return textOf(name) ?? command.options[name]?.fallback ?? '';
    },
    values(name) {
      const value = values.get(name);
      return typeof value === 'object' ? value : [];
    },
    has: (name) => values.has(name),
    print(result, lines) {
      process.stdout.write(values.has('json') ? `${JSON.stringify(result)}\n` : `${lines.join('\n')}\n`);
    },
  });
}

/** A command has one or two words; the longer name wins. */
function findCommand(words: readonly string[]): { command: Command; rest: readonly string[] } | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = commands.find((candidate) => candidate.name === name);
    if (command !== undefined) return { command, rest: words.slice(length) };
  }
  return null;
}

function overview(): string {
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(20)} ${summary}`);
  return [
    'Usage: foretype COMMAND [OPTIONS]',
    '',
    ...lines,
    '',
    'foretype COMMAND --help shows its options.',
  ].join('\n');
}

function fail(code: number, message: string): number {
  process.stderr.write(`${message}\n`);
  return code;
}
