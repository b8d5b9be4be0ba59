/**
 * Everything that can go wrong between a feed's server and this service, one entry a fault, for a document of the test's choice. Each
 * says what a fetch must make of it: an error's code, or a document that its reader has to judge. It sends nothing by itself. An
 * unpacked bomb has 24 MiB, more than is ever unpacked (a drip sends a byte each 20 ms). A fault without an outcome is a mistake of
 * this list.
 */
import {
  brotliCompressSync,
  constants,
  crc32,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import type { OutboundErrorCode } from '../../server/outbound/outbound.ts';
import type { AnswerParts, FeedAnswer } from './hostile-feed-server.ts';

/** One fault. */
export interface HostileFeed {
  readonly answer: AnswerParts | FeedAnswer;
  /** `document` where HTTP cannot tell that anything is wrong. */
  readonly outcome: OutboundErrorCode | 'document';
  /** Takes its time: to be fetched with short limits. */
  readonly isSlow?: true;
}

type Named = readonly (readonly [string, HostileFeed])[];

/** All faults by name. A test serves each on a path of its own. */
export function createHostileFeeds(document: Uint8Array): ReadonlyMap<string, HostileFeed> {
  return new Map([
    ...cutBodies(document),
    ...cutFiles(document),
    ...wrongCodings(document),
    ...wrongStatuses(document),
    ...wrongRedirects(),
    ...brokenHttp(document),
    ...slowServers(document),
    ...bombs(),
    ...otherDocuments(document),
  ]);
}

/** The transfer breaks off at many places, in each framing. */
function cutBodies(document: Uint8Array): Named {
  const places = [0, 1, 0.3, 0.5, 0.9].map((part) => (part === 1 ? 1 : Math.floor(document.length * part)));
  places.push(document.length - 1);
  return places.flatMap(
    (cutAt): Named => [
      [`length-cut-at-${cutAt}`, { answer: { body: document, cutAt }, outcome: 'truncated' }],
      [
        `length-reset-at-${cutAt}`,
        { answer: { body: document, cutAt, ending: 'reset' }, outcome: 'truncated' },
      ],
      [
        `chunked-cut-at-${cutAt}`,
        { answer: { body: document, cutAt, framing: 'chunked' }, outcome: 'truncated' },
      ],
      [
        `chunked-reset-at-${cutAt}`,
        { answer: { body: document, cutAt, framing: 'chunked', ending: 'reset' }, outcome: 'truncated' },
      ],
      // Nobody can tell but the reader.
      [`closed-at-${cutAt}`, { answer: { body: document, cutAt, framing: 'close' }, outcome: 'document' }],
    ],
  );
}

const encoders = [
  ['gzip', 'gzip', gzipSync],
  ['deflate', 'deflate', deflateSync],
  ['raw-deflate', 'deflate', deflateRawSync],
  ['br', 'br', brotliCompressSync],
  ['zstd', 'zstd', zstdCompressSync],
] as const;

/** Compressed bodies that were cut before they were sent: their transfer is whole, or says nothing. */
function cutFiles(document: Uint8Array): Named {
  const cut = (bytes: Uint8Array, bytesLeft: number) => bytes.subarray(0, bytesLeft);
  const coded = encoders.flatMap(([name, coding, encode]): Named => {
    const body = encode(document);
    const headers = { 'content-encoding': coding };
    return [body.length >> 1, body.length - 1].flatMap(
      (bytes): Named => [
        [`${name}-cut-at-${bytes}`, { answer: { headers, body: cut(body, bytes) }, outcome: 'truncated' }],
        [
          `${name}-closed-at-${bytes}`,
          { answer: { headers, body: cut(body, bytes), framing: 'close' }, outcome: 'truncated' },
        ],
      ],
    );
  });
  const files = [
    ['gz-file', gzipSync(document)],
    ['zip-file', zipOf([document])],
    ['stored-zip-file', zipOf([document], 'stored')],
  ] as const;
  return [
    ...coded,
    ...files.flatMap(
      ([name, file]): Named =>
        [file.length >> 1, file.length - 1].map((bytes) => [
          `${name}-cut-at-${bytes}`,
          { answer: { body: cut(file, bytes) }, outcome: 'truncated' },
        ]),
    ),
  ];
}

function wrongCodings(document: Uint8Array): Named {
  const gzipped = gzipSync(document);
  const named = (coding: string, body: Uint8Array): HostileFeed => ({
    answer: { headers: { 'content-encoding': coding }, body },
    outcome: 'encoding',
  });
  const damaged = Buffer.from(gzipped);
  damaged[damaged.length - 6] = (damaged[damaged.length - 6] ?? 0) ^ 1;
  return [
    ['plain-called-gzip', named('gzip', document)],
    ['plain-called-br', named('br', document)],
    ['plain-called-zstd', named('zstd', document)],
    ['gzip-called-br', named('br', gzipped)],
    ['gzip-with-a-tail', named('gzip', Buffer.concat([gzipped, Buffer.from('<html>')]))],
    ['gzip-with-a-wrong-checksum', named('gzip', damaged)],
    ['unknown-coding', named('compress', document)],
    ['two-codings', named('gzip, gzip', gzipSync(gzipped))],
    ['many-codings', named(Array(64).fill('gzip').join(', '), gzipped)],
    ['zip-of-two-files', { answer: { body: zipOf([document, document]) }, outcome: 'encoding' }],
    ['zip-of-no-file', { answer: { body: zipOf([]) }, outcome: 'encoding' }],
    [
      'gzip-transfer',
      {
        answer: { headers: { 'transfer-encoding': 'gzip, chunked' }, body: '0\r\n\r\n', framing: 'close' },
        outcome: 'encoding',
      },
    ],
  ];
}

function wrongStatuses(document: Uint8Array): Named {
  const statuses = [201, 203, 206, 300, 400, 401, 403, 404, 410, 418, 429, 500, 502, 503];
  return [
    ...statuses.map(
      (status) =>
        [
          `status-${status}`,
          { answer: { status, headers: { 'retry-after': '120' }, body: document }, outcome: 'status' },
        ] as const,
    ),
    ['status-204', { answer: { status: 204, framing: 'close' }, outcome: 'status' }],
    // Unchanged, though there was no condition.
    ['status-304', { answer: { status: 304, framing: 'close' }, outcome: 'status' }],
  ];
}

function wrongRedirects(): Named {
  const to = (location: string, status = 302): AnswerParts => ({ status, headers: { location } });
  return [
    ['redirect-in-a-circle', { answer: to('?again'), outcome: 'redirects' }],
    ['redirect-to-nowhere', { answer: { status: 301 }, outcome: 'redirects' }],
    ['redirect-to-no-address', { answer: to('http://['), outcome: 'redirects' }],
    ['redirect-to-a-file', { answer: to('file:///etc/passwd'), outcome: 'url_not_allowed' }],
    ['redirect-to-data', { answer: to('data:text/csv,a', 307), outcome: 'url_not_allowed' }],
    ['redirect-to-gopher', { answer: to('gopher://127.0.0.1:70/_x', 308), outcome: 'url_not_allowed' }],
    ['redirect-with-a-user', { answer: to('http://u:p@127.0.0.1/', 303), outcome: 'url_not_allowed' }],
  ];
}

function brokenHttp(document: Uint8Array): Named {
  const raw =
    (text: string): FeedAnswer =>
    async (socket) => {
      socket.end(text, 'latin1');
    };
  return [
    [
      'switching-protocols',
      {
        answer: raw('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n'),
        outcome: 'unreachable',
      },
    ],
    ['no-answer', { answer: raw(''), outcome: 'unreachable' }],
    ['not-http', { answer: raw('220 mail.example ESMTP\r\n'), outcome: 'malformed' }],
    ['half-a-head', { answer: raw('HTTP/1.1 200 OK\r\ncontent-le'), outcome: 'unreachable' }],
    [
      'huge-header',
      { answer: { headers: { x: 'a'.repeat(64 * 1024) }, body: document }, outcome: 'malformed' },
    ],
    [
      'negative-length',
      { answer: raw('HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\nx'), outcome: 'malformed' },
    ],
    [
      'length-and-chunks',
      {
        answer: raw('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
        outcome: 'malformed',
      },
    ],
    [
      'chunk-of-no-size',
      { answer: raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n'), outcome: 'truncated' },
    ],
    [
      'huge-length',
      { answer: raw('HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\nx'), outcome: 'too_large' },
    ],
  ];
}

function slowServers(document: Uint8Array): Named {
  const silent: FeedAnswer = () => Promise.resolve();
  return [
    ['silent', { answer: silent, outcome: 'timed_out', isSlow: true }],
    ['stall', { answer: { body: document, cutAt: 10, ending: 'stall' }, outcome: 'timed_out', isSlow: true }],
    ['drip', { answer: { body: document, dripMs: 20 }, outcome: 'timed_out', isSlow: true }],
    [
      'gzip-drip',
      {
        answer: { headers: { 'content-encoding': 'gzip' }, body: gzipSync(document), dripMs: 20 },
        outcome: 'timed_out',
        isSlow: true,
      },
    ],
  ];
}

const mebibyte = 1024 * 1024;

/** Blanks of which a small part is sent. 24 MiB unpacked: more than is ever unpacked before the guard steps in. */
function bombs(): Named {
  const blanks = Buffer.alloc(24 * mebibyte, ' ');
  const coded = (coding: string, body: Uint8Array): HostileFeed => ({
    answer: { headers: { 'content-encoding': coding }, body },
    outcome: 'too_large',
  });
  const gzipped = gzipSync(blanks, { level: 1 });
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  return [
    ['gzip-bomb', coded('gzip', gzipSync(blanks))],
    ['br-bomb', coded('br', brotliCompressSync(blanks, quick))],
    ['zstd-bomb', coded('zstd', zstdCompressSync(blanks))],
    ['deflate-bomb', coded('deflate', deflateSync(blanks))],
    ['gz-file-bomb', { answer: { body: gzipSync(blanks) }, outcome: 'too_large' }],
    ['zip-file-bomb', { answer: { body: zipOf([blanks]) }, outcome: 'too_large' }],
    // Each layer inflates little more than it may.
    ['bomb-in-two-layers', coded('gzip', gzipSync(gzipped))],
  ];
}

/** Whole answers that are not what was asked for: for the reader to say. */
function otherDocuments(document: Uint8Array): Named {
  const html = '<!doctype html><html><body><form>Sign in</form></body></html>';
  const text = Buffer.from(document).toString('utf8');
  return [
    ['login-page', { answer: { headers: { 'content-type': 'text/html' }, body: html }, outcome: 'document' }],
    ['json-error', { answer: { body: '{"error":"rate limited"}' }, outcome: 'document' }],
    ['nothing', { answer: { body: '' }, outcome: 'document' }],
    ['zeros', { answer: { body: Buffer.alloc(4_096) }, outcome: 'document' }],
    [
      'wrong-content-type',
      { answer: { headers: { 'content-type': 'image/png' }, body: document }, outcome: 'document' },
    ],
    [
      'wrong-charset',
      {
        answer: {
          headers: { 'content-type': 'text/xml; charset=utf-16' },
          body: Buffer.from(text, 'latin1'),
        },
        outcome: 'document',
      },
    ],
  ];
}

/** A ZIP archive of files called `1.xml`, `2.xml`, …. */
export function zipOf(files: readonly Uint8Array[], method: 'deflated' | 'stored' = 'deflated'): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [index, file] of files.entries()) {
    const data = method === 'deflated' ? deflateRawSync(file) : Buffer.from(file);
    const name = Buffer.from(`${index + 1}.xml`);
    const numbers = Buffer.alloc(26);
    numbers.writeUInt16LE(20, 0);
    numbers.writeUInt16LE(method === 'deflated' ? 8 : 0, 4);
    numbers.writeUInt32LE(crc32(file), 10);
    numbers.writeUInt32LE(data.length, 14);
    numbers.writeUInt32LE(file.length, 18);
    numbers.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), numbers, name, data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), numbers, rest, name]));
    parts.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]);
}
