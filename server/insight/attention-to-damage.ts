/**
 * Describes to a store's people what cannot be read or done. A fault that they can repair themselves links to the page for it; any
 * other is for the operator. Pure. Each sentence follows from the state: nothing is said about shoppers where it is not known. It
 * names at most 5 products by their ids and counts the rest; no text of a row is repeated. An empty state gives no finding (null),
 * never an error.
 */
// Tests: ./attention.test.ts.
import { formatTimestamp } from '../clock.ts';
import type { StoreWork } from '../jobs/quarantine.ts';
import type { QuarantinedStore } from '../jobs/quarantine-list.ts';
import { type DamagedRow, unreadablePage } from '../storage/damage/damage.ts';
import { counted, type Finding, numbered, type Path, type StoreFacts } from './store-facts.ts';

/**
 * Reports a store in quarantine: one entry however many kinds of work fail, since the reasons name tables and rows,
 * which are for the operator.
 */
export function aboutQuarantine({ quarantined, isIndexLoaded }: StoreFacts): Finding {
  const others = quarantined.filter((one) => one.work !== 'memory' && !isForOwner(one));
  if (others.length === 0) return null;
  const since = Math.min(...others.map((one) => one.since));
  const isDamaged = others.some(({ cause }) => cause !== 'defect');
  const what = isDamaged
    ? 'Some data of the store cannot be read'
    : 'Some background work for the store keeps failing';
  return {
    code: 'store_quarantined',
    severity: 'problem',
    message: sentences(`${what}, since ${writtenTime(since)}.`, effectOf(quarantined, isIndexLoaded)),
    action: isDamaged
      ? 'Ask the operator to run "foretype doctor": it names what is damaged.'
      : 'Ask the operator to look into the log of the service and to run "foretype doctor".',
    link: null,
  };
}

/** Reports an index without a place in memory. Only the operator can give indexes more. */
export function aboutMemory({ quarantined }: StoreFacts): Finding {
  const found = quarantined.find(({ work }) => work === 'memory');
  if (found === undefined) return null;
  return {
    code: 'index_put_out',
    severity: 'problem',
    message: `The search index of the store does not fit into the memory of the service, so that search fails at times, since ${writtenTime(found.since)}.`,
    action: 'Ask the operator to raise FORETYPE_INDEX_MEMORY_MB.',
    link: null,
  };
}

/** Reports products that cannot be read. People who have the data of a product can upload it again. */
export function aboutUnreadProducts({ quarantined, isIndexLoaded }: StoreFacts, path: Path): Finding {
  const found = quarantined.filter((one) => rowsOf(one, ['products']).length > 0);
  if (found.length === 0) return null;
  const rows = found.flatMap((one) => rowsOf(one, ['products']));
  const ids = [...new Set(rows.map(({ id }) => id))];
  const count = Math.max(ids.length, ...found.map(countProducts));
  const more = count > idsNamed ? ` and ${numbered(count - idsNamed)} more` : '';
  const since = writtenTime(Math.min(...found.map((one) => one.since)));
  const them = count === 1 ? 'it' : 'them';
  const effect = found.some(({ work }) => work === 'index')
    ? `Shoppers do not find ${them}; all others are found.`
    : `Shoppers still find ${them}.`;
  // There may be others that nothing has met.
  const what = `At least ${counted(count, 'product')} cannot be read (${ids.slice(0, idsNamed).join(', ')}${more}), since ${since}.`;
  return {
    code: 'products_unreadable',
    severity: 'problem',
    message: sentences(what, isIndexLoaded ? effect : ''),
    ...remedyOf(rows, them, path),
  };
}

/** Counts the products among the damaged rows; some of the named rows are no products. */
function countProducts(one: QuarantinedStore): number {
  const { rows = [], rowCount = rows.length } = one;
  return rowCount - rows.length + rowsOf(one, ['products']).length;
}

/** The settings that people of the store can replace, by table, with the page where they do it. */
const ownSettings = {
  synonym_sets: { what: 'The synonyms', page: '/synonyms', isList: false },
  merchandising_sets: { what: 'The rules of merchandising', page: '/rules', isList: false },
  ranking_sets: { what: 'The ranking settings', page: '/ranking', isList: false },
  collections: { what: 'Some collections', page: '/collections', isList: true },
  webhooks: { what: 'Some webhooks', page: '/settings', isList: true },
} as const;

/** The effect until the damage is repaired, by the work that met it. */
const effects: Partial<Record<StoreWork, string>> = {
  enrichment: 'New products wait for their phrases.',
  import: 'Imports wait.',
  trial_import: 'Trial runs wait.',
  feed: 'Feeds wait.',
};

/** Settings that cannot be read, with the page where they are replaced. */
export function aboutUnreadSettings({ quarantined, isIndexLoaded }: StoreFacts, path: Path): Finding[] {
  return Object.entries(ownSettings).map(([table, { what, page, isList }]) => {
    const found = quarantined.filter((one) => ownRows(one).some((row) => row.table === table));
    if (found.length === 0) return null;
    const rows = found.flatMap(ownRows).filter((row) => row.table === table);
    const since = writtenTime(Math.min(...found.map((one) => one.since)));
    const works = new Set(found.map(({ work }) => work));
    const isLacking = works.has('index') && isIndexLoaded;
    return {
      code: 'settings_unreadable',
      severity: 'problem',
      message: sentences(
        `${what} cannot be read, since ${since}.`,
        isLacking ? 'Shoppers are answered without them.' : '',
        ...Array.from(works, (work) => effects[work] ?? ''),
      ),
      action: isList
        ? 'Delete what cannot be read, and make it again.'
        : 'Start again with none, or send all of them through the API.',
      link: path(table === 'webhooks' ? webhooksPage(rows, page) : page),
    };
  });
}

/** The page of the one webhook that cannot be read, which can delete it; the list where there are several. */
function webhooksPage(rows: readonly DamagedRow[], list: string): string {
  const [id, ...others] = new Set(rows.map((row) => row.id));
  return id === undefined || others.length > 0 ? list : `/webhooks/${id}`;
}

/** The rows of settings that people of the store can replace: those on a page that cannot be read are for the operator. */
function ownRows(one: QuarantinedStore): readonly DamagedRow[] {
  return rowsOf(one, Object.keys(ownSettings)).filter(({ error }) => error !== unreadablePage);
}

/** Whether people of the store can repair all that is wrong. */
function isForOwner(one: QuarantinedStore): boolean {
  const repairable = rowsOf(one, ['products']).length + ownRows(one).length;
  return one.cause === 'row' && repairable === (one.rows ?? []).length;
}

function rowsOf({ cause, rows = [] }: QuarantinedStore, tables: readonly string[]): readonly DamagedRow[] {
  return cause === 'row' ? rows.filter(({ table }) => tables.includes(table)) : [];
}

/** Says what to do. A row on a damaged page cannot be written over, so that an upload alone would wait without end. */
function remedyOf(rows: readonly DamagedRow[], them: string, path: Path) {
  const ofPages = rows.filter(({ error }) => error === unreadablePage);
  const upload = `Upload ${them} again, with all fields: that repairs ${them}`;
  if (ofPages.length === 0) return { action: `${upload}.`, link: path('/imports/new') };
  const repair = `Ask the operator to run "foretype repair"`;
  if (ofPages.length === rows.length)
    return {
      action: `${repair}: until then ${them === 'it' ? 'it' : 'they'} cannot be replaced.`,
      link: null,
    };
  return { action: `${repair} first. ${upload}.`, link: null };
}

/** Products named by their ids, at most. Chosen. */
const idsNamed = 5;

/** Reports damaged tables of all stores. Rebuilt ones are left out: only the operator needs to know of them. */
export function aboutTables({ damagedTables }: StoreFacts): Finding {
  const damaged = damagedTables.filter(({ isRebuilt }) => !isRebuilt);
  if (damaged.length === 0) return null;
  const since = Math.min(...damaged.map((one) => one.since));
  const names = damaged.map(({ table }) => table).join(', ');
  return {
    code: 'service_damaged',
    severity: 'problem',
    message: `Some data that all stores share cannot be read (${names}), since ${writtenTime(since)}. Shoppers are answered; some changes cannot be made.`,
    action: 'Ask the operator to run "foretype doctor": it says what to do.',
    link: null,
  };
}

export function aboutUnread({ unread }: StoreFacts): Finding {
  if (unread.length === 0) return null;
  return {
    code: 'overview_incomplete',
    severity: 'problem',
    message: `Some of what belongs here cannot be read and is left out: ${unread.join(', ')}.`,
    action: 'Ask the operator to run "foretype doctor": it names what is damaged.',
    link: null,
  };
}

/** Whether the store's index cannot be read, or has no place in memory. Rows that it lacks do not make it fail. */
export function isIndexFailing(quarantined: readonly QuarantinedStore[]): boolean {
  return quarantined.some(({ work, cause }) => work === 'memory' || (work === 'index' && cause !== 'row'));
}

function effectOf(quarantined: readonly QuarantinedStore[], isIndexLoaded: boolean): string {
  const isFailing = isIndexFailing(quarantined);
  if (!isIndexLoaded) return isFailing ? 'The store cannot be searched until it is repaired.' : '';
  return isFailing
    ? 'Shoppers are still answered from the last good index.'
    : 'Shoppers still find the products.';
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

/** `2026-11-22 14:05 UTC`. */
function writtenTime(micros: number): string {
  return `${formatTimestamp(micros).slice(0, 16).replace('T', ' ')} UTC`;
}
