/**
 * Runs a name server of one test, over UDP (RFC 1035): it answers what the test says, or never. It notes what it was asked. It never
 * asks other servers. Answers have a life of 0 s; a message that is no question throws: only resolvers ask here.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

export type RecordKind = 'A' | 'AAAA';

/** Addresses of that kind, how it fails, or nothing at all. */
export type NameAnswer = readonly string[] | 'unknown' | 'failure' | 'silence';

export interface NameServer {
  /** As resolvers take it: address and port. */
  readonly address: string;
  /** `A shop.example`, as often as it was asked. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

const kinds: ReadonlyMap<number, RecordKind> = new Map([
  [1, 'A'],
  [28, 'AAAA'],
]);
const replyCodes = { failure: 2, unknown: 3 } as const;
const headerBytes = 12;

/** Starts it on a free port. */
export async function startNameServer(
  answer: (name: string, kind: RecordKind) => NameAnswer,
): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const { name, type, question } = readQuestion(query);
    const kind = kinds.get(type) ?? 'A';
    asked.push(`${kind} ${name}`);
    const found = answer(name, kind);
    if (found !== 'silence') socket.send(writeReply(query, { type, question, found }), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

interface Question {
  readonly type: number;
  readonly question: Buffer;
}

function readQuestion(query: Buffer): Question & { readonly name: string } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return {
    name: labels.join('.').toLowerCase(),
    type: query.readUInt16BE(at + 1),
    question: query.subarray(headerBytes, at + 5),
  };
}

function writeReply(
  query: Buffer,
  { type, question, found }: Question & { readonly found: Exclude<NameAnswer, 'silence'> },
): Buffer {
  const addresses = typeof found === 'string' ? [] : found;
  const header = Buffer.alloc(headerBytes);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (typeof found === 'string' ? replyCodes[found] : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  return Buffer.concat([header, question, ...addresses.map((address) => writeRecord(type, address))]);
}

/** The name is that of the question; it may be kept for no time. */
function writeRecord(type: number, address: string): Buffer {
  const bytes = ipaddr.parse(address).toByteArray();
  const head = Buffer.from([0xc0, headerBytes, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
  return Buffer.concat([head, Buffer.from(bytes)]);
}
