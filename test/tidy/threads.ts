/** What threads load: each is a module graph of its own, so that each module it reaches is read again for each of them. */
import { findImports } from './imports.ts';
import { isOutsideTheProduct, type Rule, type SourceFile } from './offence.ts';

const threadFile = /^server\/threads\/[\w-]+\/[\w-]+-thread\.ts$/;

/**
 * No thread loads the schemas of the API, which only the HTTP side needs: TypeBox is 370 files, and they cost each
 * thread 90 ms of a start. What threads want of the contract stands in `contract/words/`.
 */
export const threadsLoadNoSchemas: Rule = (files) => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return [...reachedFrom(byPath)].flatMap((path) => {
    const file = byPath.get(path);
    if (file === undefined) return [];
    return loadedBy(file)
      .filter(({ specifier }) => /^typebox(?:\/|$)/.test(specifier))
      .map(({ line }) => ({
        path,
        line,
        message:
          'is loaded by a thread and loads TypeBox: import types as types, and words from contract/words/.',
      }));
  });
};

function reachedFrom(files: ReadonlyMap<string, SourceFile>): Set<string> {
  const reached = new Set([...files.keys()].filter((path) => threadFile.test(path)));
  // A set that grows is walked to its new end.
  for (const path of reached) {
    const file = files.get(path);
    if (file === undefined || isOutsideTheProduct(path)) continue;
    for (const { target, kind } of loadedBy(file))
      if (target !== null && kind === 'module') reached.add(target);
  }
  return reached;
}

function loadedBy(file: SourceFile): ReturnType<typeof findImports> {
  return findImports(file).filter(({ isTypeOnly }) => !isTypeOnly);
}
