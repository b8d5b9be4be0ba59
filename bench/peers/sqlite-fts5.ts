/**
 * Runs SQLite FTS5 in memory as a peer: every word needed, the last one or each of them a prefix, ranked by weighted bm25. It writes
 * no file. A query without words finds nothing; words are quoted, so that none is read as syntax.
 */
// Tests: none; `npm run bench` runs it.
import { DatabaseSync } from 'node:sqlite';
import type { PeerProduct } from '../../server/evaluation/peer-protocol.ts';
import { fieldWeights, type Peer, type RunningPeer, wordsOf } from './peer.ts';

const plain = 'unicode61 remove_diacritics 2';
const stems = `porter ${plain}`;

/** FTS5 with plain words, with English stems, and with stems where every word may be a beginning. */
export const sqliteFts5: readonly Peer[] = [
  { name: 'SQLite FTS5', start: (products) => startFts5(products, plain, ' AND ') },
  { name: 'SQLite FTS5, porter', start: (products) => startFts5(products, stems, ' AND ') },
  { name: 'SQLite FTS5, porter, prefixes', start: (products) => startFts5(products, stems, ' * AND ') },
];

async function startFts5(
  products: readonly PeerProduct[],
  tokenizer: string,
  conjunction: string,
): Promise<RunningPeer> {
  const database = new DatabaseSync(':memory:');
  // No copy of the text, and prefix indexes for the short beginnings: the fastest form that still ranks by bm25.
  database.exec(`create virtual table products using fts5 (
    title, category, brand, attributes, content = '', tokenize = '${tokenizer}', prefix = '1 2 3')`);
  const insert = database.prepare(
    'insert into products (rowid, title, category, brand, attributes) values (?, ?, ?, ?, ?)',
  );
  database.exec('begin');
  for (const [index, { title, category, brand, attributes }] of products.entries()) {
    insert.run(index, title, category, brand, attributes);
  }
  const { title, category, brand, attributes } = fieldWeights;
  const weights = `bm25(${title}, ${category}, ${brand}, ${attributes})`;
  database.exec(`insert into products (products, rank) values ('rank', '${weights}')`);
  database.exec("insert into products (products) values ('optimize')");
  database.exec('commit');
  const select = database.prepare('select rowid from products where products match ? order by rank limit ?');
  return {
    search(text, limit) {
      const words = wordsOf(text).map((word) => `"${word}"`);
      if (words.length === 0) return [];
      const found = select.all(`${words.join(conjunction)} *`, limit);
      return found.map(({ rowid }) => products[Number(rowid)]?.externalId ?? '');
    },
    async close() {
      database.close();
    },
  };
}
