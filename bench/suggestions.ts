/**
 * `npm run eval:suggestions -- show | sheet | types | marks`: suggestions of beginnings over catalogs, to be read, marked by people,
 * and counted. docs/evaluation.md describes each. It changes no catalog, and overwrites no marks. An unknown word prints the usage; a
 * sheet with a row that is not marked is refused with the row's name. Shares are percent.
 */
// Tests: none; `npm run bench` runs it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readRowsOfFile } from '../server/cli/eval-files.ts';
import { indexDocuments } from '../server/evaluation/own-engine.ts';
import { noSignals } from '../server/search/engine.ts';
import { progress } from './figures.ts';
import { chooseCatalogs, loadMeasured, type MeasuredCatalog } from './measured-catalogs.ts';
import { parseBeginnings } from './suggestions/beginnings.ts';
import { compareSheets, readSheet, type SheetRow, sheetFile } from './suggestions/marked-sheets.ts';
import {
  beginningsOfTypes,
  documentTypes,
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
    products: { type: 'string', default: '0' },
    marked: { type: 'string' },
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

/** Prints the first beginnings of each catalog with what is suggested for them, and the products that are shown. */
async function show(): Promise<void> {
  const productCount = Number(values.products);
  for await (const { catalog, beginnings, suggest, find } of openAll()) {
    console.log(`## ${catalog}\n\n| Typed | Suggested |\n| --- | --- |`);
    for (const beginning of beginnings.slice(0, Number(values.first))) {
      console.log(`| ${beginning} | ${suggest(beginning).join(' · ') || '–'} |`);
      if (productCount === 0) continue;
      for (const title of find(beginning, productCount)) console.log(`| | ${title} |`);
    }
    console.log('');
  }
}

/** Prints a sheet of all beginnings, to be marked; what a reader marked before keeps the mark. */
async function sheet(): Promise<void> {
  const marked = values.marked === undefined ? new Map() : readSheet(readRowsOfFile(values.marked));
  const rows: SheetRow[] = [];
  let emptyCount = 0;
  for await (const { catalog, beginnings, suggest } of openAll()) {
    for (const beginning of beginnings) {
      const suggestions = suggest(beginning);
      if (suggestions.length === 0) emptyCount += 1;
      rows.push(...suggestions.map((suggestion, at) => ({ catalog, beginning, place: at + 1, suggestion })));
    }
  }
  console.log(sheetFile(rows, marked));
  progress(`${rows.length} suggestions; ${emptyCount} beginnings have none`);
}

async function* openAll() {
  for (const { catalog, beginnings } of parseBeginnings(readFileSync(values.beginnings, 'utf8'))) {
    if (names.length > 0 && !names.includes(catalog)) continue;
    for (const measured of chooseCatalogs([catalog], values.locale)) {
      yield { catalog, beginnings, ...(await openCatalog(measured)) };
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
    for (const [source, known] of [
      ['enrichment', documentTypes(documents)],
      ['leaves', namedTypes(documents, catalog.locale)],
    ] as const) {
      if (known.length === 0) continue;
      const pairs = beginningsOfTypes(known);
      const missing = missingTypes(pairs, suggest);
      const share = (1 - missing.length / pairs.length).toFixed(3);
      const byProducts = (1 - productsOf(missing) / productsOf(pairs)).toFixed(3);
      console.log(
        `| ${catalog.name}, ${source} | ${known.length} | ${pairs.length} | ${share} | ${byProducts} |`,
      );
      const worst = missing.toSorted((one, other) => other.type.productCount - one.type.productCount);
      details.push(
        ...worst
          .slice(0, Number(values.missing))
          .map(
            ({ beginning, type }) =>
              `${catalog.name}, ${source}: "${beginning}" lacks ${type.names[0]} (${type.productCount} products): ${suggest(beginning).join(' · ')}`,
          ),
      );
    }
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
  const titles = new Map(enriched.map(({ externalId, title }) => [externalId, title]));
  const find = (text: string, limit: number) =>
    reader
      .search(text, limit, noSignals)
      .products.map(({ externalId }) => titles.get(externalId) ?? externalId);
  return { documents: enriched, suggest, find };
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
