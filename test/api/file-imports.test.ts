/**
 * Goal: a file that is uploaded in the dashboard becomes products as §2.2 says, with right counts and failures that
 * can be corrected. Method: multipart uploads to a running service on both databases.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AutocompleteAnswer } from '../../contract/autocomplete.ts';
import type { FailureBody } from '../../contract/imports.ts';
import { sharedOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import {
  endOfImport,
  importCsv,
  requestFileImport,
  showFileImport,
  uploadFile,
} from '../support/file-imports.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { useSharedService } from '../support/use-service.ts';

const header = 'external_id,title,price,url';
const rowOf = (id: string, title = `Product ${id}`, price = '9.90') =>
  `${id},${title},${price},https://shop.example/${id}`;

function csv(...rows: readonly string[]): string {
  return `${[header, ...rows].join('\r\n')}\r\n`;
}

for (const engine of engines) {
  describe(`imports of files (${engine.name})`, () => {
    const service = useSharedService(engine);
    let signedIn: Promise<Visitor> | null = null;

    async function open(settings = {}): Promise<{ visitor: Visitor; store: TestStore; storeId: string }> {
      signedIn ??= sharedOperator(service.current());
      const visitor = await signedIn;
      const store = await service.createStore(settings);
      return { visitor, store, storeId: store.store.id };
    }

    const titled = (name: string) => `${name} (${engine.name})`;

    test(titled('§2.2 a file becomes products that are found when its import is completed'), async () => {
      const { visitor, store, storeId } = await open();
      const content = `External_ID,TITLE,Price,URL,Category,In_Stock,attributes,Shelf
a-1,Blue Kettle,"12,90",https://shop.example/a-1,Home > Kitchen,yes,"{""color"":""blue""}",7
a-2,Red Kettle,14.50,https://shop.example/a-2,,no,material: steel; size=2 l,
`;
      const run = await importCsv(visitor, storeId, content, { name: 'kettles.csv' });
      const { status, source, filename, total_rows: total, valid_rows: valid, created_rows: created } = run;
      assert.deepEqual(
        [status, source, filename, total, valid, created],
        ['completed', 'csv', 'kettles.csv', 2, 2, 2],
      );
      assert.equal(run.file, null);
      const product = await store.request('GET', '/api/v1/products/a-1?include=raw');
      const { title, price, attributes, category_path: path } = product.as<Record<string, unknown>>();
      assert.deepEqual([title, price, path], ['Blue Kettle', '12.90', ['Home', 'Kitchen']]);
      assert.deepEqual(attributes, { color: 'blue', Shelf: '7' });
      const other = (await store.request('GET', '/api/v1/products/a-2')).as<Record<string, unknown>>();
      assert.deepEqual([other.in_stock, other.attributes], [false, { material: 'steel', size: '2 l' }]);
      const found = await store.request('GET', '/api/v1/autocomplete?q=kett');
      const titles = found.as<AutocompleteAnswer>().products.map((card) => card.title);
      assert.deepEqual(titles, ['Blue Kettle', 'Red Kettle']);
    });

    test(titled('§2.2 of repeated ids the last valid row counts, and counts stay right'), async () => {
      const { visitor, store, storeId } = await open();
      const filler = Array.from({ length: 2_500 }, (_, index) => rowOf(`f${index}`));
      const rows = [
        rowOf('twice', 'First', '1.00'),
        rowOf('broken-later', 'Kept', '2.00'),
        ...filler,
        rowOf('twice', 'Last', '3.00'),
        rowOf('broken-later', 'Broken', 'cheap'),
      ];
      const run = await importCsv(visitor, storeId, csv(...rows));
      const counts = [run.total_rows, run.valid_rows, run.failed_rows, run.created_rows, run.updated_rows];
      assert.deepEqual(counts, [2_504, 2_503, 1, 2_502, 0]);
      assert.equal(run.processed_rows, 2_504);
      const titleOf = async (id: string) =>
        (await store.request('GET', `/api/v1/products/${id}`)).as<{ title: string }>().title;
      assert.deepEqual([await titleOf('twice'), await titleOf('broken-later')], ['Last', 'Kept']);
      const again = await importCsv(visitor, storeId, csv(...rows));
      assert.deepEqual(
        [again.valid_rows, again.created_rows, again.updated_rows, again.unchanged_rows],
        [2_503, 0, 0, 2_502],
      );
    });

    test(titled('who asked for an import stands in the audit log, a trial run leaves no line'), async () => {
      const { visitor, storeId } = await open();
      await importCsv(visitor, storeId, csv(rowOf('a')), { name: 'lamps.csv', dryRun: true });
      await importCsv(visitor, storeId, csv(rowOf('a')), { name: 'lamps.csv' });
      const { entries } = (await visitor.call('GET', `/stores/${storeId}/audit`)).as<{
        entries: { action: string; subject: string; actor: { name: string } | null }[];
      }>();
      assert.deepEqual(
        entries.map(({ action, subject, actor }) => [action, subject, actor?.name]),
        [
          ['import.requested', 'lamps.csv', 'Ada Operator'],
          ['store.created', 'Test shop', undefined],
        ],
      );
    });

    test(titled('§8 new products over the limit are skipped, known ones are updated'), async () => {
      const { visitor, store, storeId } = await open({ plan: 'free' });
      const many = Array.from({ length: 103 }, (_, index) => rowOf(`p${index}`));
      const first = await importCsv(visitor, storeId, csv(...many));
      assert.deepEqual([first.created_rows, first.skipped_rows, first.valid_rows], [100, 3, 100]);
      const second = await importCsv(visitor, storeId, csv(rowOf('p1', 'Renamed'), rowOf('new')));
      assert.deepEqual([second.updated_rows, second.skipped_rows, second.total_rows], [1, 1, 2]);
      const health = (await store.request('GET', '/api/v1/health')).as<{ products: { total: number } }>();
      assert.equal(health.products.total, 100);
    });

    test(
      titled('Contract §5 failed rows are named, grouped, and can be corrected and sent again'),
      async () => {
        const { visitor, storeId } = await open();
        const content = csv(
          rowOf('ok'),
          rowOf('no-price', 'Priceless', ''),
          'no-url,"=HYPERLINK(""x"")",5,',
          rowOf('wrong', 'Wrong', 'about 5'),
        );
        const run = await importCsv(visitor, storeId, content);
        assert.deepEqual([run.status, run.valid_rows, run.failed_rows], ['completed', 1, 3]);
        assert.deepEqual(
          run.issues.map(({ code, count, sample_rows: rows }) => [code, count, rows]),
          [
            ['price_invalid', 1, [4]],
            ['price_missing', 1, [2]],
            ['url_missing', 1, [3]],
          ],
        );
        const path = `/stores/${storeId}/product-imports/${run.id}/failures`;
        const { failures } = (await visitor.call('GET', path)).as<{ failures: FailureBody[] }>();
        assert.deepEqual(
          failures.map(({ row, line, code, value }) => [row, line, code, value]),
          [
            [2, 3, 'price_missing', null],
            [3, 4, 'url_missing', null],
            [4, 5, 'price_invalid', 'about 5'],
          ],
        );
        const file = await visitor.call('GET', `${path}?format=csv`);
        assert.match(file.text, /^external_id,title,price,url,_row,_error_code,_error\r\n/);
        const corrected = file.text
          .replace('Priceless,,', 'Priceless,4.20,')
          .replace('5,,3,', '5,https://shop.example/x,3,')
          .replace('about 5', '5.00');
        const repaired = await importCsv(visitor, storeId, corrected);
        assert.deepEqual(
          [repaired.created_rows, repaired.failed_rows],
          [3, 0],
          JSON.stringify(repaired.failures),
        );
        const { products } = await service
          .current()
          .storage.reader(storeId)
          .products.page({ after: null, limit: 10 });
        assert.deepEqual(
          products.map(({ title, attributes }) => [title, [...attributes]]),
          [
            ['Priceless', []],
            ['=HYPERLINK("x")', []],
            ['Product ok', []],
            ['Wrong', []],
          ],
        );
      },
    );

    test(titled('a trial run says what the import does then, and writes nothing'), async () => {
      const { visitor, store, storeId } = await open({ plan: 'free' });
      await importCsv(visitor, storeId, csv(rowOf('same'), rowOf('changed', 'Before')));
      const rows = Array.from({ length: 1_200 }, (_, index) => rowOf(`n${index}`));
      const content = csv(rowOf('same'), rowOf('changed', 'After'), ...rows, rowOf('bad', 'Bad', '-1'));
      const fileId = await uploadFile(visitor, storeId, content);
      const trial = await requestFileImport(visitor, storeId, fileId, { dryRun: true });
      const would = await endOfImport(visitor, storeId, trial.id);
      assert.equal(would.dry_run, true);
      assert.equal(would.file?.id, fileId);
      const held = await store.request('GET', '/api/v1/products?limit=200');
      assert.equal(held.as<{ products: unknown[] }>().products.length, 2);
      const real = await requestFileImport(visitor, storeId, fileId);
      const did = await endOfImport(visitor, storeId, real.id);
      const countsOf = (run: typeof did) => [
        ...[run.total_rows, run.valid_rows, run.failed_rows, run.skipped_rows],
        ...[run.created_rows, run.updated_rows, run.unchanged_rows, run.queued_rows, run.issues],
      ];
      assert.deepEqual(countsOf(would), countsOf(did));
      assert.deepEqual([did.created_rows, did.skipped_rows], [98, 1_102]);
    });

    test(titled('§3.2 an import whose columns are missing fails and says which'), async () => {
      const { visitor, store, storeId } = await open();
      const run = await importCsv(visitor, storeId, 'external_id,title\n1,One\n');
      assert.equal(run.status, 'failed');
      assert.match(run.error ?? '', /price/);
      assert.match(run.error ?? '', /url/);
      const empty = await importCsv(visitor, storeId, '');
      assert.deepEqual([empty.status, empty.total_rows], ['failed', 0]);
      const onlyHeader = await importCsv(visitor, storeId, `${header}\n`);
      assert.equal(onlyHeader.status, 'failed');
      assert.equal(
        (await store.request('GET', '/api/v1/products')).as<{ products: [] }>().products.length,
        0,
      );
    });

    test(titled('an unclosed quote costs its own row only'), async () => {
      const { visitor, storeId } = await open();
      const run = await importCsv(
        visitor,
        storeId,
        csv(rowOf('a'), 'b,"never closed,1,https://shop.example/b', rowOf('c')),
      );
      assert.deepEqual([run.created_rows, run.failed_rows], [2, 1]);
      assert.deepEqual(
        run.failures.map(({ row, line, code }) => [row, line, code]),
        [[2, 3, 'row_malformed']],
      );
    });

    test(titled('a windows-1252 file is read as what it is, and that is noted'), async () => {
      const { visitor, store, storeId } = await open();
      const run = await importCsv(visitor, storeId, Buffer.from(csv(rowOf('g', 'Größe Ähre')), 'latin1'));
      assert.equal(run.layout?.encoding, 'windows-1252');
      assert.ok((run.layout?.notes.length ?? 0) > 0);
      const { title } = (await store.request('GET', '/api/v1/products/g')).as<{ title: string }>();
      assert.equal(title, 'Größe Ähre');
    });

    test(titled('a mapping that was chosen is followed'), async () => {
      const { visitor, store, storeId } = await open();
      const content = 'Artikel;Bezeichnung;VK;Adresse;Intern\n7;Hammer;3,50;https://shop.example/7;geheim\n';
      const fields = {
        Artikel: 'external_id',
        Bezeichnung: 'title',
        VK: 'price',
        Adresse: 'url',
        Intern: null,
      };
      const run = await importCsv(visitor, storeId, content, { settings: { fields } });
      assert.equal(run.error, null);
      const product = (await store.request('GET', '/api/v1/products/7')).as<Record<string, unknown>>();
      assert.deepEqual([product.title, product.price, product.attributes], ['Hammer', '3.50', {}]);
    });

    test(
      titled('failed rows of a file with semicolons come back with semicolons, under its name'),
      async () => {
        const { visitor, storeId } = await open();
        const content = `${header.replaceAll(',', ';')}\n7;Grüner Hammer;teuer;https://shop.example/7\n`;
        const run = await importCsv(visitor, storeId, content, { name: 'März 2026.csv' });
        const path = `/stores/${storeId}/product-imports/${run.id}/failures?format=csv`;
        const file = await visitor.call('GET', path);
        assert.match(
          file.text,
          /^external_id;title;price;url;_row;_error_code;_error\r\n7;Grüner Hammer;teuer;/,
        );
        const disposition = file.headers.get('content-disposition') ?? '';
        assert.match(
          disposition,
          /^attachment; filename="M-rz-2026-failed\.csv"; filename\*=UTF-8''M%C3%A4rz/,
        );
        const repaired = await importCsv(visitor, storeId, file.text.replace('teuer', '12,50'));
        assert.deepEqual([repaired.created_rows, repaired.failed_rows], [1, 0]);
      },
    );

    test(
      titled('variations of a shop system that stand before their product are counted with it'),
      async () => {
        const { visitor, storeId } = await open();
        const content = [
          'ID,Type,SKU,Name,Published,In stock?,Regular price,Categories,Parent',
          '11,variation,S-1,Shirt - Red,1,1,12.50,,id:10',
          '12,variation,S-2,Shirt - Blue,1,1,11.00,,id:10',
          '10,variable,S,Shirt,1,1,,Clothing,',
        ].join('\n');
        const settings = { shop_url: 'https://shop.example' };
        const run = await importCsv(visitor, storeId, content, { settings });
        assert.equal(run.error, null);
        assert.deepEqual([run.total_rows, run.processed_rows, run.created_rows], [1, 1, 1]);
      },
    );

    test(titled('a file that is being imported is not imported a second time'), async () => {
      const { visitor, storeId } = await open();
      const rows = Array.from({ length: 20_000 }, (_, index) => rowOf(`d${index}`));
      const fileId = await uploadFile(visitor, storeId, csv(...rows));
      const { id } = await requestFileImport(visitor, storeId, fileId);
      const again = await visitor.call('POST', `/stores/${storeId}/product-imports/files`, {
        file_id: fileId,
      });
      assert.deepEqual([again.status, again.as<{ code: string }>().code], [409, 'conflict'], again.text);
      assert.equal(
        (await visitor.call('POST', `/stores/${storeId}/product-imports/${id}/cancel`)).status,
        200,
      );
    });

    test(titled('files and imports of another store are not there'), async () => {
      const { visitor, storeId } = await open();
      const other = await service.createStore();
      const fileId = await uploadFile(visitor, storeId, csv(rowOf('a')));
      const { id } = await requestFileImport(visitor, storeId, fileId);
      await endOfImport(visitor, storeId, id);
      for (const path of [`/files/${fileId}`, `/product-imports/${id}`, `/product-imports/${id}/failures`]) {
        assert.equal((await visitor.call('GET', `/stores/${other.store.id}${path}`)).status, 404, path);
      }
      const stolen = await visitor.call('POST', `/stores/${other.store.id}/product-imports/files`, {
        file_id: fileId,
      });
      assert.equal(stolen.status, 404);
      const cancelled = await visitor.call('POST', `/stores/${other.store.id}/product-imports/${id}/cancel`);
      assert.equal(cancelled.status, 404);
    });

    test(titled('an import that is over cannot be cancelled, one that waits ends at once'), async () => {
      const { visitor, storeId } = await open();
      const rows = Array.from({ length: 30_000 }, (_, index) => rowOf(`r${index}`));
      const first = await requestFileImport(
        visitor,
        storeId,
        await uploadFile(visitor, storeId, csv(...rows)),
      );
      const second = await requestFileImport(
        visitor,
        storeId,
        await uploadFile(visitor, storeId, csv(rowOf('x'))),
      );
      const cancel = (id: string) => visitor.call('POST', `/stores/${storeId}/product-imports/${id}/cancel`);
      assert.equal((await cancel(second.id)).status, 200);
      assert.equal((await showFileImport(visitor, storeId, second.id)).status, 'failed');
      assert.equal((await cancel(first.id)).status, 200);
      const run = await showFileImport(visitor, storeId, first.id);
      assert.match(run.error ?? '', /Cancelled/);
      assert.equal((await cancel(first.id)).status, 409);
    });
  });
}
