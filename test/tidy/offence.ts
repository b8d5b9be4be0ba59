/** What a rule takes and gives: files as text in, offences out, so that every rule can be shown a bad example. */

export interface SourceFile {
  /** The path from the project root, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** One breach of a rule. */
export interface Offence {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** What was found and what to do instead, as one sentence or two. */
  readonly message: string;
}

export type Rule = (files: readonly SourceFile[]) => readonly Offence[];

/** One line for each offence, as the failure message of a test. */
export function describeOffences(offences: readonly Offence[]): string {
  return offences.map(({ path, line, message }) => `${path}:${line}: ${message}`).join('\n');
}

/** Whether a file is a test or serves only tests, benchmarks or the project's own scripts. */
export function isOutsideTheProduct(path: string): boolean {
  return /^(test|bench|bin)\//.test(path) || path.endsWith('.test.ts');
}

/** 1-based line of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (
    let index = text.indexOf('\n');
    index !== -1 && index < offset;
    index = text.indexOf('\n', index + 1)
  ) {
    line += 1;
  }
  return line;
}

/** Lines of a file, an unfinished last one included. */
export function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
