/** Goal: lengths of values in the bench are those of the file. Method: SQLite's own count of what a row holds. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { lengthOf } from '../../bench/row-bytes.ts';

const values = [null, 0, 1, 2, -1, 127, 128, -129, 40_000, 8_388_607, 8_388_608, 2 ** 31, 2 ** 47, 2 ** 50];
const texts = ['', 'Kettle', 'Käse', Buffer.from([1, 2, 3]), 1.5];

test('lengths of values are those that SQLite stores', () => {
  for (const value of [...values, ...texts]) {
    const database = new DatabaseSync(':memory:');
    database.exec('create table rows (value)');
    database.prepare('insert into rows values (?)').run(value);
    const [row] = database.prepare(`select ${lengthOf('value')} as bytes from rows`).all();
    const [page] = database.prepare(`select payload from dbstat where name = 'rows'`).all();
    // One byte for the length of the header, one for the type.
    assert.equal(Number(row?.bytes) + 2, page?.payload, `${value}`);
    database.close();
  }
});
