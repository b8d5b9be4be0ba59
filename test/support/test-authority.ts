/**
 * Certificates for servers of tests, made when they are needed: an authority, and what it signs. The few structures of X.509 (RFC
 * 5280) that this takes are written out here, so that no tool outside of node is needed. Keys live in memory only and never sign
 * anything outside of tests. Lives are days, one unless said; a host is signed as it is given, unchecked.
 */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** Texts in PEM. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface TestAuthority {
  /** The authority's own certificate in PEM: what clients trust. */
  readonly cert: string;
  /** A certificate for a name; it holds from yesterday until tomorrow, or until `endsDays` from now. */
  issue(host: string, endsDays?: number): TestCertificate;
}

interface Identity {
  readonly name: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** A new authority, trusted by nobody yet. */
export function createTestAuthority(name = 'Foretype test authority'): TestAuthority {
  const issuer = createIdentity(name);
  return {
    cert: createCertificate(issuer, issuer, { isAuthority: true, host: null, endsDays: 1 }),
    issue(host, endsDays = 1) {
      const subject = createIdentity(host);
      return {
        cert: createCertificate(subject, issuer, { isAuthority: false, host, endsDays }),
        key: subject.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}

/** A certificate that nobody vouches for but itself. */
export function createSelfSigned(host: string): TestCertificate {
  const subject = createIdentity(host);
  return {
    cert: createCertificate(subject, subject, { isAuthority: false, host, endsDays: 1 }),
    key: subject.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function createIdentity(name: string): Identity {
  return { name, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
}

interface Terms {
  readonly isAuthority: boolean;
  readonly host: string | null;
  readonly endsDays: number;
}

const ecdsaWithSha256 = sequence(oid([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
const dayMs = 86_400_000;
let serial = 1;

function createCertificate(subject: Identity, issuer: Identity, terms: Terms): string {
  serial += 1;
  const begins = Math.min(-1, terms.endsDays - 2);
  const toBeSigned = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.from([0x01, serial >> 8, serial & 0xff])),
    ecdsaWithSha256,
    nameOf(issuer),
    sequence(timeIn(begins), timeIn(terms.endsDays)),
    nameOf(subject),
    subject.publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(...extensionsOf(terms))),
  );
  const signature = sign('sha256', toBeSigned, issuer.privateKey);
  const bitString = element(0x03, Buffer.concat([Buffer.from([0]), signature]));
  const der = sequence(toBeSigned, ecdsaWithSha256, bitString).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${der.replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
}

function extensionsOf({ isAuthority, host }: Terms): Buffer[] {
  const constraints = isAuthority ? sequence(element(0x01, Buffer.from([0xff]))) : sequence();
  const basic = sequence(oid([0x55, 0x1d, 0x13]), element(0x04, constraints));
  if (host === null) return [basic];
  const octets = host.split('.').map(Number);
  const isAddress = octets.length === 4 && octets.every((octet) => octet >= 0 && octet < 256);
  const name = isAddress ? element(0x87, Buffer.from(octets)) : element(0x82, Buffer.from(host));
  return [basic, sequence(oid([0x55, 0x1d, 0x11]), element(0x04, sequence(name)))];
}

function nameOf({ name }: Identity): Buffer {
  return sequence(element(0x31, sequence(oid([0x55, 0x04, 0x03]), element(0x0c, Buffer.from(name)))));
}

function timeIn(days: number): Buffer {
  const time = new Date(Date.now() + days * dayMs).toISOString();
  return element(0x17, Buffer.from(`${time.slice(2, 19).replaceAll(/\D/g, '')}Z`));
}

function oid(bytes: readonly number[]): Buffer {
  return element(0x06, Buffer.from(bytes));
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return element(0x30, Buffer.concat(parts));
}

function element(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), content]);
}
