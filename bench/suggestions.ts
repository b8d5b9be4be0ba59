/**
 * `npm run eval:suggestions -- show | sheet | types | marks`: suggestions of beginnings over catalogs, to be read, marked by
 * people, and counted. docs/evaluation.md describes each.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readRowsOfFile } from '../server/cli/eval-files.ts';
import { indexDocuments } from '../server/evaluation/own-engine.ts';
import { noSignals } from '../server/search/signals.ts';
import { progress } from './figures.ts';
import { chooseCatalogs, loadMeasured, type MeasuredCatalog } from './measured-catalogs.ts';
import { parseBeginnings } from './suggestions/beginnings.ts';
import { compareSheets, readSheet, sheetFile } from './suggestions/marked-sheets.ts';
import {
  beginningsOfTypes,
  missingTypes,
  namedTypes,
  suggestionsShown,
  type TypeBeginning,
} from './suggestions/type-beginnings.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    beginnings: {
      type: 'string',
      default: fileURLToPath(new URL('./suggestions/beginnings.txt', import.meta.url)),
    },
    first: { type: 'string', default: '12' },
    missing: { type: 'string', default: '10' },
    locale: { type: 'string', default: 'en' },
  },
});
const [task = '', ...names] = positionals;

const tasks: ReadonlyMap<string, () => Promise<void>> = new Map([
  ['show', show],
  ['sheet', sheet],
  ['types', types],
  ['marks', async () => marks(names)],
]);
const run = tasks.get(task);
if (run === undefined) {
  console.error(`eval:suggestions takes one of ${[...tasks.keys()].join(', ')}, got "${task}".`);
  process.exit(2);
}
await run();

/** Prints the first beginnings of each catalog with what is suggested for them. */
async function show(): Promise<void> {
  for await (const { catalog, suggested } of suggestAll(Number(values.first))) {
    console.log(`## ${catalog}\n\n| Typed | Suggested |\n| --- | --- |`);
    for (const [beginning, suggestions] of suggested) {
      console.log(`| ${beginning} | ${suggestions.join(' · ') || '–'} |`);
    }
    console.log('');
  }
}

/** Prints a sheet of all beginnings, to be marked. */
async function sheet(): Promise<void> {
  const rows = [];
  let emptyCount = 0;
  for await (const { catalog, suggested } of suggestAll(Number.POSITIVE_INFINITY)) {
    for (const [beginning, suggestions] of suggested) {
      if (suggestions.length === 0) emptyCount += 1;
      rows.push(...suggestions.map((suggestion, at) => ({ catalog, beginning, place: at + 1, suggestion })));
    }
  }
  console.log(sheetFile(rows));
  progress(`${rows.length} suggestions; ${emptyCount} beginnings have none`);
}

async function* suggestAll(first: number) {
  const chosen = new Set(names);
  for (const { catalog, beginnings } of parseBeginnings(readFileSync(values.beginnings, 'utf8'))) {
    if (chosen.size > 0 && !chosen.has(catalog)) continue;
    for (const measured of chooseCatalogs([catalog], values.locale)) {
      const { suggest } = await openCatalog(measured);
      const suggested = beginnings
        .slice(0, first)
        .map((beginning) => [beginning, suggest(beginning)] as const);
      yield { catalog, suggested };
    }
  }
}

/** Prints for each catalog the share of beginnings of types that suggest the type, and where most products miss it. */
async function types(): Promise<void> {
  console.log(
    '| Catalog | Types | Beginnings | Suggest the type | The same by products |\n| --- | --- | --- | --- | --- |',
  );
  const details: string[] = [];
  for (const catalog of chooseCatalogs(names, values.locale)) {
    const { documents, suggest } = await openCatalog(catalog);
    const known = namedTypes(documents, catalog.locale);
    const pairs = beginningsOfTypes(known);
    const missing = missingTypes(pairs, suggest);
    const share = (1 - missing.length / pairs.length).toFixed(3);
    const byProducts = (1 - productsOf(missing) / productsOf(pairs)).toFixed(3);
    console.log(`| ${catalog.name} | ${known.length} | ${pairs.length} | ${share} | ${byProducts} |`);
    const worst = missing.toSorted((one, other) => other.type.productCount - one.type.productCount);
    details.push(
      ...worst
        .slice(0, Number(values.missing))
        .map(
          ({ beginning, type }) =>
            `${catalog.name}: "${beginning}" lacks ${type.names[0]} (${type.productCount} products): ${suggest(beginning).join(' · ')}`,
        ),
    );
  }
  console.log(['', ...details].join('\n'));
}

function productsOf(pairs: readonly TypeBeginning[]): number {
  return pairs.reduce((sum, { type }) => sum + type.productCount, 0);
}

async function openCatalog(catalog: MeasuredCatalog) {
  progress(`${catalog.name}: reading and enriching`);
  const { enriched } = await loadMeasured(catalog);
  const reader = indexDocuments(enriched, catalog.locale);
  const suggest = (beginning: string) => reader.search(beginning, suggestionsShown, noSignals).suggestions;
  return { documents: enriched, suggest };
}

/** Prints what marked sheets say. */
function marks(files: readonly string[]): void {
  const { badShares, unanimousShare, kappa, badRows } = compareSheets(
    files.map((file) => readSheet(readRowsOfFile(file))),
  );
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  console.log('| Reader | Bad suggestions |\n| --- | --- |');
  for (const [at, share] of badShares.entries()) console.log(`| ${files[at]} | ${percent(share)} |`);
  console.log(`\nAll readers agree on ${percent(unanimousShare)}; Fleiss' kappa ${kappa.toFixed(2)}.`);
  console.log(['Bad by most readers:', ...badRows].join('\n  '));
}
