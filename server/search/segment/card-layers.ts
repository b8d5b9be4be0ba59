/**
 * Layers of newer cards over a segment. A change of nothing but the card (a price, an address) leaves words, rank and tombstones as
 * they are, so the segment stays and its new cards are stored beside it. Each layer holds the cards of some documents, sorted by
 * document; the newest layer that has a document's card counts, then the segment itself. A merge of segments takes the newest cards,
 * and leaves no layers.
 *
 * Small layers join as in a log-structured merge tree (O'Neil et al., 1996): a new layer is merged with those before it that are at most
 * twice as large. So a card is rewritten a logarithmic number of times, and a look-up asks a logarithmic number of layers.
 *
 * Layers are never changed after they were made. Documents and buffers are trusted.
 */
// Tests: ./card-layers.test.ts.
import type { Gathered } from '../columns/column-merge.ts';
import { openArrays, packArrays } from '../columns/packed-arrays.ts';
import { StringColumn } from '../columns/string-column.ts';
import type { SearchDocument } from '../document/document.ts';
import type { CardLayer } from '../engine.ts';
import { type CardColumn, CardColumnDraft, type CardSlabs, mergeCards } from './card-column.ts';

/** A layer joins an earlier one that has at most this many times its cards. Chosen: the usual factor. */
const joinFactor = 2;
const arraysOfLayer = 6;

/** Views of layers, which every version of an index that has a layer shares. */
const opened = new WeakMap<SharedArrayBuffer, CardColumn>();

/** Opens a layer over a segment whose own cards are `base`. */
export function openLayer({ data }: CardLayer, base: CardColumn): CardColumn {
  const known = opened.get(data);
  if (known !== undefined) return known;
  const arrays = openArrays(data, arraysOfLayer);
  const cards = {
    templates: new StringColumn(arrays.integers(1), arrays.bytes(2)),
    numbers: arrays.integers(3),
    own: new StringColumn(arrays.integers(4), arrays.bytes(5)),
  };
  const column = base.withLayer(cards, arrays.integers(0));
  opened.set(data, column);
  return column;
}

function packLayer({ templates, numbers, own }: CardSlabs, documents: Uint32Array): SharedArrayBuffer {
  return packArrays([documents, templates.offsets, templates.bytes, numbers, own.offsets, own.bytes]);
}

/** A product's new card, and the texts that it may refer to. */
export type NewCard = Pick<SearchDocument, 'card' | 'productId' | 'title'>;

/** New cards of one segment until they become a layer. Of two cards of a document the later one counts. */
export class CardLayerDraft {
  readonly #cards = new CardColumnDraft();
  /** The place of each document's newest card, in the order of arrival. */
  readonly #places = new Map<number, number>();
  #count = 0;

  add(document: number, { card, productId, title }: NewCard): void {
    this.#cards.add(card, productId, title);
    this.#places.set(document, this.#count);
    this.#count += 1;
  }

  /** Makes a layer of the cards and adds it to those of the segment, whose own cards are `base`. `newId`: ids of layers. */
  finish(layers: readonly CardLayer[], base: CardColumn, newId: () => number): CardLayer[] {
    const documents = Uint32Array.from(this.#places.keys()).sort();
    const order = documents.map((document) => this.#places.get(document) ?? 0);
    const data = packLayer(this.#cards.finish(order), documents);
    return joinLayers([...layers, { id: newId(), data }], base, newId);
  }
}

/** Joins the last layers, while the last but one is small enough. */
function joinLayers(layers: readonly CardLayer[], base: CardColumn, newId: () => number): CardLayer[] {
  const joined = layers.map((layer) => ({ layer, cards: openLayer(layer, base) }));
  for (;;) {
    const [older, newer] = joined.slice(-2);
    if (older === undefined || newer === undefined) break;
    if (older.cards.length > newer.cards.length * joinFactor) break;
    const layer = { id: newId(), data: joinTwo(older.cards, newer.cards) };
    joined.splice(-2, 2, { layer, cards: openLayer(layer, base) });
  }
  return joined.map(({ layer }) => layer);
}

function joinTwo(older: CardColumn, newer: CardColumn): SharedArrayBuffer {
  const documents = new Uint32Array(older.length + newer.length);
  const sources = new Uint16Array(documents.length);
  const items = new Uint32Array(documents.length);
  let count = 0;
  for (let left = 0, right = 0; left < older.length || right < newer.length; count += 1) {
    const ofOlder = left < older.length ? older.documentOf(left) : Number.POSITIVE_INFINITY;
    const ofNewer = right < newer.length ? newer.documentOf(right) : Number.POSITIVE_INFINITY;
    documents[count] = Math.min(ofOlder, ofNewer);
    sources[count] = Number(ofNewer <= ofOlder);
    items[count] = ofNewer <= ofOlder ? right : left;
    if (ofOlder <= ofNewer) left += 1;
    if (ofNewer <= ofOlder) right += 1;
  }
  const order = { sources: sources.subarray(0, count), items: items.subarray(0, count) };
  return packLayer(mergeCards([older, newer], order), documents.slice(0, count));
}

/** A segment with its layers. */
interface LayeredCards {
  /** The newest layer first, the segment's own cards last. */
  readonly cards: readonly CardColumn[];
  /** Finds the newest card of a document: a column by its number among `cards`, and a place in it. */
  findCard(document: number): { readonly layer: number; readonly place: number };
}

/**
 * The newest cards of documents that are merged: `order` names segments and their documents, the result names columns of cards and
 * places in them.
 */
export function newestCards(
  lives: readonly LayeredCards[],
  order: Gathered,
): readonly [columns: readonly CardColumn[], order: Gathered] {
  const starts: number[] = [];
  const columns: CardColumn[] = [];
  for (const { cards } of lives) {
    starts.push(columns.length);
    columns.push(...cards);
  }
  if (columns.length === lives.length) return [columns, order];
  const sources = new Uint16Array(order.sources.length);
  const items = new Uint32Array(order.items.length);
  order.items.forEach((document, number) => {
    const source = order.sources[number] ?? 0;
    const { layer, place } = (lives[source] as LayeredCards).findCard(document);
    sources[number] = (starts[source] ?? 0) + layer;
    items[number] = place;
  });
  return [columns, { sources, items }];
}
