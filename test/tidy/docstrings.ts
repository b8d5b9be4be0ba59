/** Rules about docstrings: what one folder offers to another has one, and each begins with its subject or its verb. */
import { posix } from 'node:path';
import { findImports } from './imports.ts';
import { type Token, tokenize } from './lexer.ts';
import { isOutsideTheProduct, type Offence, type Rule } from './offence.ts';

const declarationWords = new Set(['function', 'const', 'let', 'class', 'interface', 'type']);
const modifierWords = new Set(['async', 'abstract', 'declare', '*']);

/** Every export that a file of another folder imports has a docstring right before it. */
export const sharedExportsAreDescribed: Rule = (files) => {
  const wanted = namesByTarget(files);
  return files.flatMap(({ path, text }) => {
    const names = wanted.get(path);
    if (names === undefined) return [];
    return bareExports(tokenize(text))
      .filter(({ name }) => names.has(name))
      .map(
        ({ name, line }): Offence => ({
          path,
          line,
          message: `${name} is used by another folder and has no docstring: say its meaning, units, shape and errors.`,
        }),
      );
  });
};

/** Beginnings after which the subject of a comment has to be guessed. */
const bareBeginning = /^(?:Of|As of|Those|Where|Which|Whom?|See the head|All of them)(?![\p{L}\p{N}])/u;

/** No docstring begins with a preposition or a relative word whose noun is left out. */
export const docstringsBeginPlainly: Rule = (files) =>
  files.flatMap(({ path, text }) =>
    tokenize(text).flatMap((token): Offence[] => {
      if (token.kind !== 'comment' || !token.text.startsWith('/**')) return [];
      const [, margin = '', body = ''] = /^\/\*\*([\s*]*)([\s\S]*)$/.exec(token.text) ?? [];
      const found = bareBeginning.exec(body);
      if (found === null) return [];
      return [
        {
          path,
          line: token.line + margin.split('\n').length - 1,
          message: `a docstring begins with \`${found[0]}\`: name the thing first ("The currency of a price."), or begin with the verb ("Returns the texts that continue \`typed\`.").`,
        },
      ];
    }),
  );

/** The names that other folders of the product import from a file; a folder within a folder is another one. */
function namesByTarget(files: Parameters<Rule>[0]): Map<string, Set<string>> {
  const wanted = new Map<string, Set<string>>();
  for (const file of files) {
    if (isOutsideTheProduct(file.path)) continue;
    for (const { target, names } of findImports(file)) {
      if (target === null || posix.dirname(target) === posix.dirname(file.path)) continue;
      wanted.set(target, new Set([...(wanted.get(target) ?? []), ...names]));
    }
  }
  return wanted;
}

interface Declaration {
  readonly name: string;
  readonly line: number;
  readonly isDescribed: boolean;
  /** The value from which a type such as `type B = Static<typeof a>` is derived: its docstring describes the type as well. */
  readonly derivedFrom: string | null;
}

/** Exported declarations without a docstring before them or before the value that they are the type of. */
function bareExports(tokens: readonly Token[]): Declaration[] {
  const declarations = tokens.flatMap((_, index) => readDeclaration(tokens, index) ?? []);
  const described = new Set(declarations.filter(({ isDescribed }) => isDescribed).map(({ name }) => name));
  return declarations.filter(
    ({ isDescribed, derivedFrom }) => !isDescribed && (derivedFrom === null || !described.has(derivedFrom)),
  );
}

function readDeclaration(tokens: readonly Token[], index: number): Declaration | null {
  if (tokens[index]?.text !== 'export') return null;
  let at = index + 1;
  while (modifierWords.has(tokens[at]?.text ?? '')) at += 1;
  const keyword = tokens[at]?.text ?? '';
  if (!declarationWords.has(keyword)) return null;
  at += 1;
  while (modifierWords.has(tokens[at]?.text ?? '')) at += 1;
  const name = tokens[at];
  if (name?.kind !== 'word') return null;
  return {
    name: name.text,
    line: name.line,
    isDescribed: tokens[index - 1]?.text.startsWith('/**') === true,
    derivedFrom: keyword === 'type' ? typeofOperand(tokens, at) : null,
  };
}

/** The name after the first `typeof` of a statement. */
function typeofOperand(tokens: readonly Token[], from: number): string | null {
  for (let index = from; index < tokens.length && tokens[index]?.text !== ';'; index += 1) {
    if (tokens[index]?.text === 'typeof') return tokens[index + 1]?.text ?? null;
  }
  return null;
}
