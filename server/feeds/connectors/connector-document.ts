/**
 * Reads a shop by its API as if it were the document of a feed: rows as they arrive, and after the last one the facts and a hash of
 * all of them, by which an unchanged shop is recognised; or only what changed in it. It writes nothing. A shop that shows no product is
 * an empty document; a page that fails throws, and its caller must drop the rows. A product has at most 1,048,576 characters.
 */
// Tests: test/api/woocommerce.test.ts.
import { createHash } from 'node:crypto';
import { limits } from '../../../contract/limits.ts';
import type { Connector } from '../../../contract/words/feeds.ts';
import type { Clock } from '../../clock.ts';
import { DocumentError, type DocumentRow, tooLarge } from '../../ingest/readers/document-reader.ts';
import {
  type Credentials,
  type Outbound,
  OutboundError,
  type OutboundPolicy,
} from '../../outbound/outbound.ts';
import type { FeedDocument, FeedSource } from '../feed-source.ts';
import { readingTurn } from '../reading-turn.ts';
import { connectorOf } from './connectors.ts';
import { ShopApi } from './shop-api.ts';

/** The parts from outside that a reading needs. */
export interface ShopEnvironment {
  readonly outbound: Outbound;
  readonly policy: OutboundPolicy;
  readonly clock: Clock;
}

type ShopSource = FeedSource & { readonly format: Connector };

/** A fault in how a shop is described, at its field. */
export interface ShopFault {
  readonly field: 'feed_url' | 'auth_secret';
  readonly message: string;
}

/**
 * What is wrong with the address or the credentials of a shop; null if its API can be asked. A text that is no address is not judged:
 * a refused `feed_url` is reported where it is read, and is absent here.
 */
export function findShopFault(
  format: Connector,
  url: string,
  credentials: Credentials | null,
  policy: OutboundPolicy,
): ShopFault | null {
  const connector = connectorOf(format);
  const root = URL.canParse(url) ? connector.findRoot(new URL(url), policy) : null;
  if (typeof root === 'string') return { field: 'feed_url', message: root };
  const message = connector.findCredentialFault(credentials);
  return message === null ? null : { field: 'auth_secret', message };
}

/** Begins the reading; nothing is asked before the first row is. Throws an OutboundError if the shop is described wrongly. */
export function openShopDocument(
  { outbound, policy, clock }: ShopEnvironment,
  source: ShopSource,
  signal: AbortSignal,
): Extract<FeedDocument, { readonly kind: 'document' }> {
  const connector = connectorOf(source.format);
  const { url, credentials, limits: { totalTimeoutMs = limits.connectorTotalTimeoutMs } = {} } = source;
  const fault = findShopFault(source.format, url, credentials, policy);
  const root = connector.findRoot(new URL(url), policy);
  if (fault !== null || typeof root === 'string') {
    throw new OutboundError('status', fault?.message ?? String(root));
  }
  const api = new ShopApi({ outbound, clock, connector, root, credentials, signal, totalTimeoutMs });
  const hash = createHash('sha256');
  const reading = { locale: source.locale, nowMs: source.nowMs, isBeginning: isBeginning(source) };
  const { headRows = Number.POSITIVE_INFINITY, changes } = source;
  const pages =
    changes === undefined
      ? connector.readProducts(api, reading)
      : connector.readChanges(api, reading, changes);
  let isCut = false;
  async function* readRows(): AsyncGenerator<readonly DocumentRow[]> {
    let [rowCount, length] = [0, 0];
    try {
      for await (const products of pages) {
        let rows: DocumentRow[] = [];
        for (const value of products) {
          rowCount += 1;
          if (rowCount > limits.documentRowsMax) throw api.tooMuch(`more than ${rowsMost} products`);
          const text = JSON.stringify(value);
          hash.update(text);
          rows.push(toRow(value, rowCount, text));
          length += text.length;
          if (length < turnLength) continue;
          yield rows;
          rows = [];
          length = 0;
          await readingTurn();
        }
        if (rows.length > 0) yield rows;
        isCut = rowCount >= headRows;
        if (isCut) return;
      }
    } finally {
      source.noteFacts?.(api.facts());
    }
    if (rowCount === 0 && changes === undefined) throw noProducts(connector.name);
  }
  return {
    kind: 'document',
    facts: api.facts(),
    rows: readRows(),
    end() {
      const proof = { archive: null, framed: true, sha256: hash.copy().digest('hex') } as const;
      return { facts: { ...api.facts(), ...proof }, isTimeBound: false, isWhole: !isCut };
    },
  };
}

function isBeginning({ headBytes, headRows }: FeedSource): boolean {
  return headBytes !== undefined || headRows !== undefined;
}

/** Characters of rows after which others have a turn: variants of one product may repeat a long text. Chosen. */
const turnLength = 1024 * 1024;
const rowsMost = limits.documentRowsMax.toLocaleString('en');

function toRow(value: { readonly external_id: string }, row: number, text: string): DocumentRow {
  const { external_id: id } = value;
  if (text.length > limits.itemMaxLength) return { row, line: null, value: null, ...tooLarge(id) };
  return { row, line: null, id: id === '' ? null : id, value };
}

function noProducts(name: string): DocumentError {
  const message = `${name} shows no product that shoppers may find. Publish one, and see whether the credentials may read products.`;
  return new DocumentError('document_empty', message);
}
