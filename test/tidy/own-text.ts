/** The rule that no file of the project names a place outside it: it must run and read the same on any machine. */
import { lineAt, type Rule } from './offence.ts';

/** The one file that names the folder of real data beside the project. */
const sharedDataHome = 'test/support/shared-data.ts';

const folders = ['work', 'root'].join('|');
/** Absolute folders of one machine; a longer path or an address that ends alike is none. */
const machinePath = new RegExp(String.raw`(?<![\w.:/-])/(?:${folders})/`, 'g');
const sharedPath = /\.\.\/shared\b(?!-)/g;

export const noPathOutsideTheProject: Rule = (files) =>
  files.flatMap(({ path, text }) =>
    (path === sharedDataHome ? [machinePath] : [machinePath, sharedPath]).flatMap((pattern) =>
      Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
        path,
        line: lineAt(text, index),
        message: `names \`${found}\`, outside the project: use test/support/shared-data.ts or a path below the root.`,
      })),
    ),
  );
