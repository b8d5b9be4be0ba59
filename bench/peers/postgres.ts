/**
 * Runs PostgreSQL's full text over a socket as a peer: every word needed, the last one a prefix, ranked by weighted ts_rank_cd
 * (weights from 0 to 1). It uses its own temporary server only. Punctuation is taken out before; a query without words finds nothing,
 * and a server that does not start rejects.
 */
// Tests: none; `npm run bench` runs it.
import { Client } from 'pg';
import type { PeerProduct } from '../../server/evaluation/peer-protocol.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { fieldWeights, type Peer, type RunningPeer, wordsOf } from './peer.ts';

/** PostgreSQL with plain words, and with English stems and stop words. */
export const postgres: readonly Peer[] = [
  { name: 'PostgreSQL', start: (products) => startFullText(products, 'simple') },
  { name: 'PostgreSQL, english', start: (products) => startFullText(products, 'english') },
];

/** The flag of ts_rank_cd that favours short products; of its flags the one that ranks best here. */
const dividedByLogOfLength = 1;

const weights = [0, fieldWeights.attributes, fieldWeights.category, fieldWeights.title].map(
  (weight) => weight / fieldWeights.title,
);

/** The expression for how well the columns `words` meet the `query`. */
export const fullTextRank = `ts_rank_cd('{${weights.join(',')}}', words, query, ${dividedByLogOfLength})`;

type Configuration = 'simple' | 'english';

/** The words of a row of texts: labels A to C carry title, category with brand, and attributes. */
export function fullTextWords(configuration: Configuration): string {
  return `setweight(to_tsvector('${configuration}', title), 'A') ||
    setweight(to_tsvector('${configuration}', category || ' ' || brand), 'B') ||
    setweight(to_tsvector('${configuration}', attributes), 'C')`;
}

async function startFullText(
  products: readonly PeerProduct[],
  configuration: Configuration,
): Promise<RunningPeer> {
  const server = await startPostgres();
  const client = new Client({ connectionString: await server.createDatabase() });
  await client.connect();
  await client.query('create table products (number integer primary key, words tsvector not null)');
  await client.query(
    `insert into products
     select number - 1, ${fullTextWords(configuration)}
     from rows from (unnest($1::text[]), unnest($2::text[]), unnest($3::text[]), unnest($4::text[]))
       with ordinality as row (title, category, brand, attributes, number)`,
    [
      products.map(({ title }) => plainText(title)),
      products.map(({ category }) => plainText(category)),
      products.map(({ brand }) => plainText(brand)),
      products.map(({ attributes }) => plainText(attributes)),
    ],
  );
  await client.query('create index on products using gin (words)');
  await client.query('vacuum analyze products');
  const select = {
    name: 'search',
    text: `select number from products, to_tsquery('${configuration}', $1) query where words @@ query
           order by ${fullTextRank} desc, number limit $2`,
  };
  return {
    async search(text, limit) {
      const words = wordsOf(text);
      if (words.length === 0) return [];
      const { rows } = await client.query<{ number: number }>({
        ...select,
        values: [`${words.join(' & ')}:*`, limit],
      });
      return rows.map(({ number }) => products[number]?.externalId ?? '');
    },
    async close() {
      await client.end();
      await server.stop();
    },
  };
}

/** Leaves out punctuation, which PostgreSQL would take for parts of hosts, versions and compounds. */
export function plainText(text: string): string {
  return wordsOf(text).join(' ');
}
