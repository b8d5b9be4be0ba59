/**
 * The rule that every file of the product names the tests that cover it, in a line `// Tests: a.test.ts, b.test.ts.`
 * below its header. A path begins at the root, or with `./` for a test in the same folder.
 */
import { dirname, join } from 'node:path/posix';
import { isOutsideTheProduct, lineAt, type Offence, type Rule, type SourceFile } from './offence.ts';

/** Every source file of the product has its line, and each test in it exists. */
export const filesNameTheirTests: Rule = (files) => {
  const paths = new Set(files.map(({ path }) => path));
  return files
    .filter(({ path }) => /\.tsx?$/.test(path) && !isOutsideTheProduct(path) && !path.endsWith('.d.ts'))
    .flatMap((file) => judge(file, paths));
};

function judge({ path, text }: SourceFile, paths: ReadonlySet<string>): Offence[] {
  const found = /^\/\/ Tests: (.+)\.$/m.exec(text);
  if (found === null)
    return [{ path, line: 1, message: 'names no test: add `// Tests: PATH.` below its header.' }];
  const line = lineAt(text, found.index);
  return (found[1] ?? '')
    .split(', ')
    .filter((named) => !paths.has(named.startsWith('./') ? join(dirname(path), named) : named))
    .map((named) => ({ path, line, message: `names the test ${named}, which does not exist.` }));
}
