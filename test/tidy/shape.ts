/** Rules about the shape of files: sizes, names, what may not be written, and the comments that must be there. */
import { findComponents, findFunctions } from './functions.ts';
import { codeTokens, tokenize } from './lexer.ts';
import { countLines, lineAt, type Rule } from './offence.ts';
import { startsWith } from './reach.ts';

const fileMaxLines = 400;
const functionMaxLines = 70;
/** Lines from which a file has to say what it is for. */
const headCommentFromLines = 40;

export const filesStaySmall: Rule = (files) =>
  files
    .map(({ path, text }) => ({ path, line: countLines(text) }))
    .filter(({ line }) => line > fileMaxLines)
    .map(({ path, line }) => ({
      path,
      line,
      message: `has ${line} lines, over ${fileMaxLines}: split it by subject.`,
    }));

export const functionsStaySmall: Rule = (files) =>
  files.flatMap(({ path, text }) => {
    return (path.endsWith('.tsx') ? findComponents(text) : findFunctions(text))
      .filter(({ lineCount }) => lineCount > functionMaxLines)
      .map(({ name, line, lineCount }) => ({
        path,
        line,
        message: `${name} has ${lineCount} lines, over ${functionMaxLines}: keep the branches, move straight work into named functions.`,
      }));
  });

/** Names that say nothing of their subject. */
const emptyNames = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'manager',
  'service',
  'misc',
  'index',
]);

/** Every part of a source file's path is kebab-case (or a decision's number) and names a subject. */
export const pathsNameTheirSubject: Rule = (files) =>
  files.flatMap(({ path }) => {
    const parts = path.replace(/(?:(?:\.live|\.alone)?\.test|\.d)?\.tsx?$/, '').split('/');
    const name = parts.find((part) => emptyNames.has(part)) ?? parts.find((part) => !isKebabCase(part));
    if (name === undefined) return [];
    const fault = isKebabCase(name) ? 'names no subject: name the topic' : 'is not kebab-case';
    return [{ path, line: 1, message: `\`${name}\` ${fault}.` }];
  });

function isKebabCase(part: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(part);
}

const bannedCode: readonly { readonly sequence: readonly string[]; readonly instead: string }[] = [
  { sequence: ['as', 'any'], instead: 'parse the value or name its type' },
  { sequence: ['as', 'unknown', 'as'], instead: 'parse the value or name its type' },
  { sequence: ['export', 'default'], instead: 'export it by its name' },
  { sequence: ['as', 'default'], instead: 'export it by its name' },
  ...['skip', 'only', 'todo'].flatMap((name) => [
    { sequence: ['.', name, '('], instead: 'let every test run' },
    { sequence: [name, ':', 'true'], instead: 'let every test run' },
  ]),
];

/** The one file that may skip a test, aloud, where the folder of real data is absent. */
const skipHome = 'test/support/shared-data.ts';

export const nothingBannedInCode: Rule = (files) =>
  files
    .filter(({ path }) => path !== skipHome)
    .flatMap(({ path, text }) => {
      const tokens = codeTokens(text);
      return tokens.flatMap(({ line }, index) =>
        bannedCode
          .filter(({ sequence }) => startsWith(tokens, index, sequence))
          .map(({ sequence, instead }) => ({
            path,
            line,
            message: `\`${sequence.join(' ')}\` is not written here: ${instead}.`,
          })),
      );
    });

/** Marks of unfinished work, and comments that switch a check off. */
const bannedComments = /\b(?:TODO|FIXME|XXX|HACK)\b|biome-ignore|@ts-(?:ignore|nocheck|expect-error)/;

export const nothingBannedInComments: Rule = (files) =>
  files.flatMap(({ path, text }) =>
    tokenize(text).flatMap((token) => {
      const found = token.kind === 'comment' ? bannedComments.exec(token.text) : null;
      if (found === null) return [];
      const line = token.line + lineAt(token.text, found.index) - 1;
      return [{ path, line, message: `\`${found[0]}\`: finish it or fix its cause, or write an issue.` }];
    }),
  );

/**
 * A file of more than 40 lines starts by saying what it is responsible for. A test beside its file is introduced by
 * that file; any other test states its own goal. A component is introduced by the docstring of what it exports.
 */
export const longFilesIntroduceThemselves: Rule = (files) => {
  const paths = new Set(files.map(({ path }) => path));
  return files
    .filter(({ path, text }) => {
      const standsAlone =
        !path.endsWith('.test.ts') || !paths.has(path.replace(/(?:\.live|\.alone)?\.test\.ts$/, '.ts'));
      return standsAlone && countLines(text) > headCommentFromLines && !introducesItself(path, text);
    })
    .map(({ path }) => ({
      path,
      line: 1,
      message: `has over ${headCommentFromLines} lines and no head comment: say what it is responsible for and what it must never do.`,
    }));
};

function introducesItself(path: string, text: string): boolean {
  const first = tokenize(text).find((token) => !token.text.startsWith('#!'));
  return (
    first?.kind === 'comment' || (path.endsWith('.tsx') && /\*\/\nexport (?:async )?function /.test(text))
  );
}
