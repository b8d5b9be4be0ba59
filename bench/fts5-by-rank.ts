/**
 * SQLite FTS5 in the form that is quickest for autocomplete: no copy of the text, no positions, indexes of short beginnings, and row
 * numbers in the order of the ranking, so that the first rows that match are the answer and nothing is sorted. It gives products only.
 * It never suggests or corrects, and holds its index in memory. A query without words finds nothing; any text is taken as words, never
 * as a statement.
 */
// Tests: none; `npm run bench` runs it.
import { DatabaseSync } from 'node:sqlite';
import type { SearchDocument } from '../server/search/document/document.ts';
import { wordsOf } from './peers/peer.ts';

/** Takes documents, then answers. */
export interface RankedFts5 {
  add(documents: readonly SearchDocument[]): void;
  /** Ends the loading, after the last document. */
  finish(): void;
  /** Counts those of the first `limit` products that hold every word, the last one as a prefix. */
  search(text: string, limit: number): number;
  close(): void;
}

/** Marks belong to their words, as in `wordsOf`: a word in several tokens would be a phrase, for which positions are needed. */
const tokenizer = "unicode61 remove_diacritics 2 categories 'L* M* N*'";

export function createRankedFts5(): RankedFts5 {
  const database = new DatabaseSync(':memory:');
  // Rows must be inserted in the order of their numbers, which is known only when all are there.
  database.exec(`
    create table staged (in_stock integer, title text, words text);
    create virtual table products using fts5 (
      words, content = '', detail = none, prefix = '1 2 3 4', tokenize = "${tokenizer}")`);
  const stage = database.prepare('insert into staged (in_stock, title, words) values (?, ?, ?)');
  const select = database.prepare('select rowid from products where products match ? order by rowid limit ?');
  return {
    add(documents) {
      database.exec('begin');
      for (const document of documents) {
        stage.run(document.inStock ? 1 : 0, document.title.toLowerCase(), textOf(document));
      }
      database.exec('commit');
    },
    finish() {
      database.exec(`
        begin;
        insert into products (rowid, words)
          select row_number() over (order by in_stock desc, title), words from staged order by in_stock desc, title;
        commit;
        drop table staged;
        insert into products (products) values ('optimize')`);
    },
    search(text, limit) {
      const words = wordsOf(text).map((word) => `"${word}"`);
      return words.length === 0 ? 0 : select.all(`${words.join(' AND ')} *`, limit).length;
    },
    close() {
      database.close();
    },
  };
}

/** Returns all text that the engine looks into, too. */
function textOf({ title, categoryPath, brand, attributes, identifiers }: SearchDocument): string {
  const values = attributes.map(([, value]) => value);
  return [title, ...categoryPath, brand ?? '', ...values, ...identifiers].join(' ');
}
