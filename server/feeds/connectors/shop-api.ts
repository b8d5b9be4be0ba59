/**
 * Calls the API of one shop: JSON by GET and POST, and files of JSON lines. It sends credentials to the shop's own origin only,
 * waits as long as the shop asks, and sends a request again that the shop fails. It parses one page at a time and keeps none. A
 * refusal throws an OutboundError in the words of its connector, an answer that is no JSON a DocumentError. A page has at most 8
 * MiB and 250,000 values, all together 2 GiB and 4 hours.
 */
// Tests: test/api/woocommerce.test.ts.
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../clock.ts';
import { finishInTurns, type InSlice } from '../../ingest/in-slices.ts';
import { outlineJson } from '../../ingest/json-bounds.ts';
import { DocumentError } from '../../ingest/readers/document-reader.ts';
import { type Credentials, type HeadFacts, type Outbound, OutboundError } from '../../outbound/outbound.ts';
import { parseRetryAfter } from '../../outbound/send-post.ts';
import { presentUrl } from '../../outbound/url-rules.ts';
import { readingTurn } from '../reading-turn.ts';
import { type JsonObject, objectsOf } from './json-values.ts';
import { isWebPage, parseOrNull, refusalBeforeApi, shortLength } from './shop-refusals.ts';

/** The system of a shop, in the words of its messages. */
export interface ShopSystem {
  readonly name: string;
  /** What a status other than 200 means, as a sentence that says what to do. `body`: the parsed answer, or null. */
  describeRefusal(status: number, body: unknown): string;
}

/** The parts that calls are made with. */
export interface ShopApiParts {
  readonly outbound: Outbound;
  readonly clock: Pick<Clock, 'monotonicMs' | 'nowMicros'>;
  readonly connector: ShopSystem;
  /** The address below which the API is; it ends in a slash. */
  readonly root: URL;
  readonly credentials: Credentials | null;
  readonly signal: AbortSignal;
  readonly totalTimeoutMs: number;
}

/** An answer of the API. */
export interface ShopAnswer {
  readonly value: unknown;
  /** A header's text; null where there is none. */
  header(name: string): string | null;
}

interface ShopRequest {
  readonly url: URL;
  readonly body?: { readonly contentType: string; readonly text: string };
  readonly isPublic: boolean;
}

type Sent = Pick<ShopAnswer, 'header'> & { readonly facts: HeadFacts; readonly bytes: Buffer };

/** The calls of one reading. */
export class ShopApi {
  readonly #parts: ShopApiParts;
  readonly #beganMs: number;
  #head: HeadFacts;
  #credentials: Credentials | null;
  #bytesReceived = 0;
  #bytesDecoded = 0;
  #answerCount = 0;
  /** The clock of the shop at its first answer; that of this process until then. */
  #shopTimeMs: number;

  constructor(parts: ShopApiParts) {
    this.#parts = parts;
    this.#credentials = parts.credentials;
    this.#beganMs = parts.clock.monotonicMs();
    this.#shopTimeMs = parts.clock.nowMicros() / 1_000;
    this.#head = { ...noHead, url: presentUrl(parts.root) };
  }

  /** The credentials that the merchant gave. */
  get given(): Credentials | null {
    return this.#parts.credentials;
  }

  /** The known facts of all calls together: the head is that of the last one. */
  facts() {
    const sizes = { bytesReceived: this.#bytesReceived, bytesDecoded: this.#bytesDecoded };
    return { ...this.#head, ...sizes, durationMs: this.#tookMs, shopTimeMs: this.#shopTimeMs };
  }

  /** Asks for a page below the root. `isPublic`: the credentials stay here. */
  async get(
    path: string,
    query: Readonly<Record<string, string>> = {},
    isPublic = false,
  ): Promise<ShopAnswer> {
    const url = new URL(path, this.#parts.root);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return await this.#ask({ url, isPublic });
  }

  /** The same, but null where the shop answers one of the statuses. */
  async find(
    path: string,
    query: Readonly<Record<string, string>>,
    { statuses, isPublic = false }: { readonly statuses: readonly number[]; readonly isPublic?: boolean },
  ): Promise<ShopAnswer | null> {
    try {
      return await this.get(path, query, isPublic);
    } catch (error) {
      if (error instanceof OutboundError && statuses.includes(error.status ?? 0)) return null;
      throw error;
    }
  }

  /** Sends JSON below the root. */
  async post(path: string, body: unknown): Promise<ShopAnswer> {
    const url = new URL(path, this.#parts.root);
    const sent = { contentType: 'application/json', text: JSON.stringify(body) };
    return await this.#ask({ url, body: sent, isPublic: false });
  }

  /** Exchanges the fields of a form for credentials, which all later calls send instead of the given ones. */
  async signIn(
    path: string,
    fields: Readonly<Record<string, string>>,
    read: (value: unknown) => Credentials,
  ): Promise<void> {
    const body = {
      contentType: 'application/x-www-form-urlencoded',
      text: new URLSearchParams(fields).toString(),
    };
    this.#credentials = null;
    const { value } = await this.#ask({ url: new URL(path, this.#parts.root), body, isPublic: false });
    this.#credentials = read(value);
  }

  /** The lines of a file of JSON lines at any address, in parts as they arrive. Sends no credentials. */
  async *lines(address: string): AsyncGenerator<readonly unknown[]> {
    if (!URL.canParse(address)) throw this.unexpected('the address of its file of products');
    const answer = await this.#fetch({ url: new URL(address), isPublic: true }, limits.documentMaxBytes);
    const { status } = answer.facts;
    if (status !== 200) {
      const message = `${this.#parts.connector.name} made a file of all products, and answered ${status} instead of it. Refresh the feed.`;
      throw new OutboundError('status', message, { status: status ?? 0 });
    }
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let rest = '';
    for await (const chunk of answer.body) {
      await readingTurn();
      this.#checkTime();
      this.#count(0, chunk.byteLength);
      const lines = `${rest}${this.#decode(decoder, chunk)}`.split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > limits.connectorPageMaxBytes) throw this.tooMuch(`a line of more than ${pageMost}`);
      const values: unknown[] = [];
      for (const line of lines) if (line.trim() !== '') values.push(await this.#parseLine(line));
      yield values;
    }
    this.#count(answer.end().bytesReceived, 0);
    const last = `${rest}${this.#decode(decoder)}`;
    if (last.trim() !== '') yield [await this.#parseLine(last)];
  }

  /** Waits. Throws if that is longer than a reading waits; `isAsked`: as long as the shop asks for. */
  async wait(milliseconds: number, isAsked = false): Promise<void> {
    const leftMs = this.#parts.totalTimeoutMs - this.#tookMs;
    if (milliseconds > leftMs && !isAsked) throw this.#late();
    if (milliseconds > Math.min(limits.connectorWaitMaxMs, leftMs)) {
      const message = `${this.#parts.connector.name} asks to wait for ${Math.ceil(milliseconds / 1_000)} seconds before the next request. Choose a longer interval, so that it is asked less often.`;
      throw new OutboundError('status', message);
    }
    await sleep(milliseconds, undefined, { signal: this.#parts.signal });
  }

  /** The error for an answer in another shape than that of the API. */
  unexpected(what: string): DocumentError {
    const message = `${this.#parts.connector.name} answered without ${what}. Check that the address is that of the shop itself, and that no plugin, cache or proxy changes its answers.`;
    return new DocumentError('document_malformed', message);
  }

  /** The error for more than one reading takes; `what` names the limit. */
  tooMuch(what: string): OutboundError {
    const message = `${this.#parts.connector.name} sent ${what}, which is more than a reading takes. Check that the address is that of the shop itself, and that no plugin, cache or proxy changes its answers.`;
    return new OutboundError('too_large', message);
  }

  /** The objects of a list. Throws where it holds more than were asked for. */
  itemsOf(list: unknown, most: number): readonly JsonObject[] {
    const items = objectsOf(list);
    if (items.length > most) throw this.tooMuch(`a page of ${items.length} items instead of ${most}`);
    return items;
  }

  /** Counts what a reading keeps from here on, such as categories. The count throws beyond `most`, or too many bytes of answers. */
  keeping(what: string, most: number = limits.connectorKeptMax): (count: number) => void {
    let kept = 0;
    const bytesBefore = this.#bytesDecoded;
    return (count) => {
      kept += count;
      if (kept > most) throw this.tooMuch(`more than ${most.toLocaleString('en')} ${what}`);
      if (this.#bytesDecoded - bytesBefore <= limits.connectorKeptMaxBytes) return;
      throw this.tooMuch(`more than ${limits.connectorKeptMaxBytes / 1024 ** 2} MiB of ${what}`);
    };
  }

  async #ask(request: ShopRequest): Promise<ShopAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const sent = await this.#send(request, attempt);
      if (sent !== null) {
        const { status } = sent.facts;
        if (status === 200) {
          if (this.#answerCount === 0) this.#noteShopTime(sent);
          this.#answerCount += 1;
          return { value: await this.#parse(sent.bytes), header: sent.header };
        }
        const waitMs = this.#waitAfter(sent, attempt);
        if (waitMs === null) throw this.#refusal(sent);
        await this.wait(waitMs, sent.header('retry-after') !== null);
        continue;
      }
      await this.wait(growingMs(attempt));
    }
  }

  /** A shop stamps its changes by its own clock, which its answers show. */
  #noteShopTime({ header }: Sent): void {
    const shownMs = Date.parse(header('date') ?? '');
    const isLikely = Math.abs(shownMs - this.#shopTimeMs) <= limits.clockDifferenceMaxMs;
    if (isLikely) this.#shopTimeMs = shownMs;
  }

  /** Null where the connection failed in the middle of a reading, and another attempt may be made. */
  async #send(request: ShopRequest, attempt: number): Promise<Sent | null> {
    const answer = await this.#receive(request).catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      if (error.code === 'too_large') throw this.tooMuch(`an answer of more than ${pageMost}`);
      const mayRecover = passingFaults.has(error.code) && this.#answerCount > 0;
      if (!mayRecover || attempt >= limits.connectorFaultAttempts) throw error;
      return null;
    });
    if (answer === null) return null;
    this.#count(answer.bytesReceived, answer.bytesDecoded);
    await readingTurn();
    return answer;
  }

  async #receive(request: ShopRequest) {
    const { facts, header, body, end } = await this.#fetch(request, limits.connectorPageMaxBytes);
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return { facts, header, ...end(), bytes: Buffer.concat(chunks) };
  }

  async #fetch({ url, body, isPublic }: ShopRequest, documentMaxBytes: number) {
    this.#checkTime();
    const { outbound, signal, totalTimeoutMs } = this.#parts;
    // Credentials go to the shop only, even if a page names another address.
    const isOwn = !isPublic && url.origin === this.#parts.root.origin;
    const leftMs = Math.max(1, totalTimeoutMs - this.#tookMs);
    const answer = await outbound.fetchDocument(
      {
        url: url.href,
        credentials: isOwn ? this.#credentials : null,
        validators: null,
        ...(body === undefined ? {} : { body }),
        takesAnyStatus: true,
        // JSON shows its own end; lines of JSON do not.
        endShownByDocument: !isPublic,
        noteFacts: (facts) => {
          this.#head = { ...facts, url: presentUrl(this.#parts.root) };
        },
        limits: { documentMaxBytes, totalTimeoutMs: Math.min(leftMs, limits.outboundTotalTimeoutMs) },
      },
      signal,
    );
    if (answer.kind === 'not-modified') throw this.unexpected('a document');
    return answer;
  }

  #waitAfter({ facts: { status }, header }: Sent, attempt: number): number | null {
    if (status === 429 || status === 503) {
      if (attempt >= limits.connectorAttempts) return null;
      const nowMs = this.#parts.clock.nowMicros() / 1_000;
      return parseRetryAfter(header('retry-after'), nowMs) ?? growingMs(attempt);
    }
    const isFault = status === 500 || status === 502 || status === 504;
    return isFault && attempt < limits.connectorFaultAttempts ? growingMs(attempt) : null;
  }

  #refusal({ facts, bytes }: Sent): OutboundError {
    const status = facts.status ?? 0;
    const { name, describeRefusal } = this.#parts.connector;
    const [redirect] = facts.redirects.slice(-1);
    if (redirect !== undefined && new URL(redirect.url).origin !== this.#parts.root.origin) {
      const { origin } = new URL(redirect.url);
      const message = `The address leads on to ${origin}, which is not sent the credentials. Give ${origin} as the address of the shop.`;
      return new OutboundError('status', message, { status });
    }
    const message = refusalBeforeApi(name, status, bytes) ?? describeRefusal(status, parseOrNull(bytes));
    return new OutboundError('status', message, { status });
  }

  /** Parses a page once it is known that it does not take long. */
  async #parse(json: Uint8Array): Promise<unknown> {
    const text = Buffer.from(json).toString('utf8');
    // Brackets of a web page mean nothing.
    if (isWebPage(text)) throw this.#notJson(text);
    const { exceeded } = await finishInTurns(outlineJson(json, pageBounds), inReadingTurn);
    if (exceeded === 'levels') throw this.tooMuch(`lists of more than ${pageBounds.levels} levels`);
    if (exceeded !== null) throw this.tooMuch(`an answer of more than ${valuesMost} values`);
    return this.#parseText(text);
  }

  #decode(decoder: TextDecoder, chunk?: Uint8Array): string {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw this.#notJson();
    }
  }

  async #parseLine(line: string): Promise<unknown> {
    return line.length < shortLength ? this.#parseText(line) : this.#parse(Buffer.from(line));
  }

  #parseText(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw this.#notJson(text);
    }
  }

  #notJson(text = ''): DocumentError {
    const { name } = this.#parts.connector;
    const found = isWebPage(text) ? 'a web page' : 'something that is no JSON';
    const message = `The shop answered with ${found} instead of the API of ${name}. Check the address, and whether a maintenance page or a firewall answers in its place.`;
    return new DocumentError('document_type', message);
  }

  #count(bytesReceived: number, bytesDecoded: number): void {
    this.#bytesReceived += bytesReceived;
    this.#bytesDecoded += bytesDecoded;
    if (this.#bytesDecoded <= limits.documentMaxBytes) return;
    throw new OutboundError('too_large', 'The products of the shop take more than 2 GiB.');
  }

  get #tookMs(): number {
    return this.#parts.clock.monotonicMs() - this.#beganMs;
  }

  #checkTime(): void {
    if (this.#tookMs >= this.#parts.totalTimeoutMs) throw this.#late();
  }

  #late(): OutboundError {
    const message = `${this.#parts.connector.name} did not send all products in time. Try again when the shop is less busy.`;
    return new OutboundError('timed_out', message);
  }
}

const noHead = {
  ...{ status: null, redirects: [], contentType: null, contentEncoding: null, etag: null },
  ...{ lastModified: null, remoteAddress: null, connectMs: null, firstByteMs: null },
} as const;

/** Faults of a connection that another attempt may not meet. */
const passingFaults: ReadonlySet<string> = new Set(['unreachable', 'timed_out', 'truncated', 'malformed']);

/** One second, then twice as long each time, half a minute at most. Chosen. */
function growingMs(attempt: number): number {
  return Math.min(1_000 * 2 ** (attempt - 1), 30_000);
}

const pageMost = `${limits.connectorPageMaxBytes / 1024 ** 2} MiB`;
const valuesMost = limits.connectorPageValuesMax.toLocaleString('en');
const pageBounds = {
  levels: limits.jsonBounds.levels,
  values: limits.connectorPageValuesMax,
  valuesPerItem: limits.connectorPageValuesMax,
};
const inReadingTurn: InSlice = async (slice) => {
  await readingTurn();
  return slice();
};
