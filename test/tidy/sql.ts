/** Rules about SQL: it stays under server/storage/, and no statement on a tenant's table forgets the tenant. */
import { closingIndex, codeTokens, quotedText, type Token } from './lexer.ts';
import { isOutsideTheProduct, type Offence, type Rule } from './offence.ts';

const home = 'server/storage/';

/** The tables whose rows belong to one store. */
export const tenantTables: readonly string[] = [
  'products',
  'imports',
  'import_failures',
  'enrichment_jobs',
  'idempotency_keys',
  'synonym_sets',
  'merchandising_sets',
  'ranking_sets',
  'files',
  'file_chunks',
  'audit_entries',
  'request_statistics',
  'catalog_statistics',
  'product_changes',
  'feeds',
  'feed_runs',
  'feed_contents',
  'webhooks',
  'webhook_deliveries',
  'alerts',
  'phrase_sets',
  'product_types',
  'phrase_decisions',
  'enrichment_settings',
  'enrichment_usage',
  'collections',
  'collection_generations',
  'collection_products',
  'member_keys',
  'events',
  'session_moves',
  'query_sessions',
  'network_marks',
  'popularity',
  'search_days',
  'query_days',
  'product_days',
  'value_days',
  'answered_queries',
  'shared_indexes',
  'shared_segments',
  'shared_segment_pages',
  'product_erasures',
  'replaced_products',
];

/** Beginnings that only a statement has: help texts also start with "create" or "delete". */
const statementPattern =
  /^\s*(?:select\s.+\sfrom\s|insert\s+(?:or\s+\w+\s+)?into\s|update\s+\S+\s+(?:as\s+\w+\s+)?set\s|delete\s+from\s|(?:create|alter|drop)\s+(?:unique\s+)?(?:table|index|view|trigger|schema|policy)\b|pragma\s|merge\s+into\s|with\s+(?:recursive\s+)?\w+\s+(?:\([^)]*\)\s+)?as\s)/is;

/** SQL as text, kysely's `sql` tag and prepared statements stand under server/storage/ only. */
export const sqlOnlyInStorage: Rule = (files) =>
  files
    .filter(({ path }) => !isOutsideTheProduct(path) && !path.startsWith(home))
    .flatMap(({ path, text }) => {
      const tokens = codeTokens(text);
      return tokens
        .filter((_, index) => isSql(tokens, index))
        .map(({ line }) => ({
          path,
          line,
          message: `holds SQL, which belongs under ${home}: add a method to StoreReader, StoreWriter or Directory.`,
        }));
    });

function isSql(tokens: readonly Token[], index: number): boolean {
  const [token, next, argument] = tokens.slice(index, index + 3);
  if (token === undefined) return false;
  if (isText(token)) return isStatement(quotedText(token));
  if (token.text === 'sql') return next?.kind === 'template';
  if (tokens[index - 1]?.text !== '.' || next?.text !== '(') return false;
  // RegExp has an `exec` too, but nobody gives it a literal.
  return token.text === 'prepare' || (token.text === 'exec' && argument !== undefined && isText(argument));
}

/** A sentence starts with one capital; a statement is written in lower case, or its keywords in capitals. */
function isStatement(text: string): boolean {
  return !/^\s*[A-Z][a-z]/.test(text) && statementPattern.test(text);
}

function isText({ kind }: Token): boolean {
  return kind === 'string' || kind === 'template';
}

const jsonHome = `${home}column.ts`;
/** What the text of a packed snapshot holds belongs to no column alone (record 0051). */
const packedJsonHome = `${home}products/packed-json.ts`;

/** JSON of a row is parsed where its shape is declared, so that a damaged row is named instead of a syntax error. */
export const rowsAreParsedByTheirShape: Rule = (files) =>
  files
    .filter(
      ({ path }) =>
        !isOutsideTheProduct(path) && path.startsWith(home) && path !== jsonHome && path !== packedJsonHome,
    )
    .flatMap(({ path, text }) => {
      const tokens = codeTokens(text);
      return tokens
        .filter((token, index) => token.text === 'JSON' && tokens[index + 2]?.text === 'parse')
        .map(({ line }) => ({
          path,
          line,
          message: `parses JSON by itself: declare its shape in ${jsonHome}.`,
        }));
    });

/** Every raw statement on a tenant's table names store_id. */
export const rawSqlNamesTheStore: Rule = (files) =>
  files
    .filter(({ path }) => !isOutsideTheProduct(path) && path.startsWith(home))
    .flatMap(({ path, text }) =>
      codeTokens(text)
        .filter((token) => isText(token) && forgetsTheStore(quotedText(token)))
        .map(({ line }) => ({ path, line, message: storeMessage('this statement') })),
    );

function forgetsTheStore(text: string): boolean {
  return isStatement(text) && tenantTableIn(text) !== null && !text.includes('store_id');
}

function tenantTableIn(text: string): string | null {
  return tenantTables.find((table) => new RegExp(`\\b${table}\\b`).test(text)) ?? null;
}

const builders = new Set(['selectFrom', 'updateTable', 'deleteFrom']);

/**
 * Every query built on a tenant's table names store_id before its statement ends. Inserts are left to the
 * compiler and the database, which refuse a row without the column.
 */
export const builtQueriesNameTheStore: Rule = (files) =>
  files
    .filter(({ path }) => !isOutsideTheProduct(path) && path.startsWith(home))
    .flatMap(({ path, text }) => judgeBuilders(path, codeTokens(text)));

function judgeBuilders(path: string, tokens: readonly Token[]): Offence[] {
  return tokens.flatMap((token, index) => {
    const table = tokens[index + 2];
    if (!builders.has(token.text) || tokens[index + 1]?.text !== '(' || table === undefined) return [];
    if (!isText(table) || tenantTableIn(quotedText(table)) === null) return [];
    const statement = tokens.slice(index, statementEnd(tokens, index));
    if (statement.some(({ text }) => text.includes('store_id'))) return [];
    return [{ path, line: token.line, message: storeMessage(`${token.text}(${table.text})`) }];
  });
}

/** Index of the semicolon or closing bracket that ends the statement in which `index` stands. */
function statementEnd(tokens: readonly Token[], index: number): number {
  let end = index;
  while (end < tokens.length) {
    const text = tokens[end]?.text ?? '';
    if (text === ';' || ')]}'.includes(text)) return end;
    end = '([{'.includes(text) ? closingIndex(tokens, end) + 1 : end + 1;
  }
  return end;
}

function storeMessage(what: string): string {
  return `${what} reads or writes a table of tenants without store_id: name the store in the statement.`;
}
