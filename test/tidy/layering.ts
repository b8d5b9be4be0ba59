/** Rules about who imports whom, read from the layer table: places, arrows, packages and cycles. */
import { findImports, type Import } from './imports.ts';
import { layers, outsiders, placeOf } from './layers.ts';
import { isOutsideTheProduct, type Offence, type Rule, type SourceFile } from './offence.ts';
import { packageHomes } from './package-homes.ts';

const places = layers.map(({ place }) => place);

/** Every source file stands at a place of the table. */
export const everyFileHasAPlace: Rule = (files) =>
  files
    .filter(({ path }) => placeOf(path, [...places, ...outsiders]) === null)
    .map(({ path }) => ({
      path,
      line: 1,
      message:
        'has no place in test/tidy/layers.ts: move it to a folder of the table or add its folder there.',
    }));

/** No import goes against the table, leaves the project, or reaches a test from the product. */
export const arrowsFollowTheTable: Rule = (files) =>
  files.flatMap((file) => findImports(file).flatMap((found) => judgeArrow(found) ?? []));

function judgeArrow({ from, line, specifier, target }: Import): Offence | null {
  if (target === null) return null;
  if (target.startsWith('../')) {
    return {
      path: from,
      line,
      message: `imports ${specifier}, which is outside the project: copy or pass it in.`,
    };
  }
  if (isOutsideTheProduct(from)) return null;
  if (isOutsideTheProduct(target)) {
    return {
      path: from,
      line,
      message: `imports the test file ${target}: move what is shared into the product.`,
    };
  }
  const [own, other] = [placeOf(from, places), placeOf(target, places)];
  const allowed = layers.find(({ place }) => place === own)?.mayImport ?? [];
  if (own === null || other === null || own === other || allowed.includes(other)) return null;
  return {
    path: from,
    line,
    message: `imports ${target}, but ${own} may not import ${other}: pass it in as a parameter, or change test/tidy/layers.ts with a decision record.`,
  };
}

/** Pure places use only the packages that the table lists; some packages are known to one place only. */
export const packagesStayHome: Rule = (files) =>
  files
    .filter(({ path }) => !isOutsideTheProduct(path))
    .flatMap((file) => findImports(file).flatMap((found) => judgePackage(found) ?? []));

function judgePackage({ from, line, specifier, target }: Import): Offence | null {
  if (target !== null) return null;
  const own = placeOf(from, places);
  const listed = layers.find(({ place }) => place === own)?.packages;
  if (listed !== undefined && !listed.some((name) => belongsTo(specifier, name))) {
    return {
      path: from,
      line,
      message: `imports ${specifier}, but ${own} is pure: do that work in a caller.`,
    };
  }
  const home = packageHomes.find((entry) => belongsTo(specifier, entry.package));
  if (home === undefined || placeOf(from, home.homes) !== null) return null;
  return { path: from, line, message: `imports ${specifier}, which only ${home.homes.join(', ')} may know.` };
}

function belongsTo(specifier: string, packageName: string): boolean {
  return specifier === packageName || specifier.startsWith(`${packageName}/`);
}

/** No file reaches itself through imports, types included. Threads are module graphs of their own. */
export const noImportCycle: Rule = (files) => {
  const graph = importGraph(files);
  const done = new Set<string>();
  const offences: Offence[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (done.has(path)) return;
    for (const { target, line } of graph.get(path) ?? []) {
      if (target === null) continue;
      const start = target === path ? trail.length : trail.indexOf(target);
      if (start === -1) visit(target, [...trail, path]);
      else offences.push({ path, line, message: cycleMessage([...trail.slice(start), path, target]) });
    }
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return offences;
};

function cycleMessage(cycle: readonly string[]): string {
  return `closes the import cycle ${cycle.join(' → ')}: move what both need into a third file.`;
}

function importGraph(files: readonly SourceFile[]): Map<string, readonly Import[]> {
  return new Map(files.map((file) => [file.path, findImports(file).filter(({ kind }) => kind === 'module')]));
}
