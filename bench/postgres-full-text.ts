/**
 * PostgreSQL as a server of autocomplete: a table with each product's words as a stored `tsvector`, the title weighted most, a GIN
 * index, and the cards that we send, too. Asked by a prepared statement, as a shop would write it. It serves measurements only, on a
 * temporary server. A statement that fails rejects; a text without words finds nothing, and at most as many products come as were
 * asked for.
 */
// Tests: none; `npm run bench` runs it.
import { Client } from 'pg';
import { toPeerProduct } from '../server/evaluation/peer-protocol.ts';
import type { SearchDocument } from '../server/search/document/document.ts';
import { postmasterOf, startPostgres } from '../test/support/postgres.ts';
import { wordsOf } from './peers/peer.ts';
import { fullTextRank, fullTextWords, plainText } from './peers/postgres.ts';
import { familyMicros } from './processor-time.ts';

export interface FullTextServer {
  add(documents: readonly SearchDocument[]): Promise<void>;
  /** Ends the loading, after the last document. */
  finish(): Promise<void>;
  connect(): Promise<FullTextConnection>;
  /** Processor time of all its processes so far, in microseconds. */
  processorMicros(): number;
  stop(): Promise<void>;
}

export interface FullTextConnection {
  /** Counts those of the first `limit` products that hold every word, the last one as a prefix; their cards come with them. */
  search(text: string, limit: number): Promise<number>;
  /** Whether any product holds every word, the last one as a prefix. */
  finds(text: string): Promise<boolean>;
  close(): Promise<void>;
}

const searchStatement = `select card from products, to_tsquery('simple', $1) query where words @@ query
  order by ${fullTextRank} desc, number limit $2`;
const findsStatement = `select from products where words @@ to_tsquery('simple', $1) limit 1`;

export async function startFullTextServer(): Promise<FullTextServer> {
  const server = await startPostgres({ isDurable: false });
  const url = await server.createDatabase();
  const parent = postmasterOf(server);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    'create table products (number integer primary key, card text not null, words tsvector not null)',
  );
  let count = 0;
  return {
    async add(documents) {
      const rows = documents.map((document, index) => rowOf(document, count + index));
      await client.query(
        `insert into products select number, card, ${fullTextWords('simple')} from json_to_recordset($1) as row (
           number integer, title text, category text, brand text, attributes text, card text)`,
        [JSON.stringify(rows)],
      );
      count += documents.length;
    },
    async finish() {
      await client.query(`set maintenance_work_mem = '512MB'`);
      await client.query('create index on products using gin (words)');
      await client.query('vacuum analyze products');
      await client.end();
    },
    connect: () => connectTo(url),
    processorMicros: () => familyMicros(parent),
    stop: () => server.stop(),
  };
}

function rowOf(document: SearchDocument, number: number): Record<string, string | number> {
  const { title, category, brand, attributes } = toPeerProduct(document);
  return {
    number,
    title: plainText(title),
    category: plainText(category),
    brand: plainText(brand),
    attributes: plainText(attributes),
    card: document.card.join(''),
  };
}

async function connectTo(url: string): Promise<FullTextConnection> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const rowsOf = async (name: string, text: string, values: readonly unknown[]) =>
    (await client.query({ name, text, values: [...values] })).rows.length;
  return {
    search: (text, limit) => rowsOf('search', searchStatement, [toQuery(text), limit]),
    finds: async (text) => (await rowsOf('finds', findsStatement, [toQuery(text)])) > 0,
    close: () => client.end(),
  };
}

/** Empty, which finds nothing, where there is no word. */
function toQuery(text: string): string {
  const words = wordsOf(text);
  return words.length === 0 ? '' : `${words.join(' & ')}:*`;
}
