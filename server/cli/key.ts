/**
 * `foretype key …`: making, listing, rotating and revoking keys. Works beside a running server on the same data. `rotate` and `revoke`
 * end after two polls of the servers (2 × 100 ms), so that these go by the change by then. The text of a key that is not public is shown
 * once, by `create` or `rotate`, and never again. An unknown store or key ends it with code 1, a wrong `--scope` with 2.
 */
// Tests: test/scenarios/command-line.test.ts.
import { limits } from '../../contract/limits.ts';
import { keyScopes } from '../../contract/words/keys.ts';
import { dayMicros, formatTimestamp } from '../clock.ts';
import { notFound } from '../errors.ts';
import { presentKeyToMember } from '../resources/keys/present-key.ts';
import type { ApiKey, KeyKind, ListedKey } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { revokeKey, rotateKey } from '../stores/change-key.ts';
import { createKey } from '../stores/create-key.ts';
import { type Command, type Invocation, jsonOption, type Option, UsageError } from './command.ts';
import { withStorage } from './with-storage.ts';

const storeOption: Option = {
  kind: 'value',
  placeholder: 'ID',
  required: true,
  help: 'the store (foretype store list)',
};

/** Prints the key: of a secret key, the only time that it can be seen. */
export const keyCreate: Command = {
  name: 'key create',
  summary: 'make a further key of a store',
  operands: [],
  options: {
    store: storeOption,
    scope: {
      kind: 'value',
      placeholder: 'secret|storefront|manage',
      help: 'secret: every endpoint; storefront: what a page of the shop needs; manage: the keys of the store, nothing else',
    },
    kind: { kind: 'value', placeholder: 'secret|storefront|manage', help: 'the older name of --scope' },
    name: { kind: 'value', placeholder: 'NAME', fallback: 'Unnamed key', help: 'where the key will be used' },
    origins: {
      kind: 'value',
      placeholder: 'LIST',
      help: 'origins that browsers may call from, separated by commas; any where it is not given',
    },
    expires: {
      kind: 'value',
      placeholder: 'TIME',
      help: 'the end of the key: 2027-01-31T00:00:00Z, or 90d for 90 days from now; none where it is not given',
    },
    json: jsonOption,
  },
  async run(invocation) {
    const kind = readScope(invocation);
    const expiresAt = readEnd(invocation);
    const origins = invocation
      .value('origins')
      .split(',')
      .map((origin) => origin.trim().replace(/\/$/, ''));
    return withStorage(invocation.config, async (storage) => {
      const storeId = await existingStore(storage, invocation);
      const { key, record } = await createKey(storage, invocation.clock, storeId, {
        kind,
        name: invocation.value('name'),
        allowedOrigins: origins.filter((origin) => origin !== ''),
        expiresAt,
      });
      printMade(invocation, key, record);
      return 0;
    });
  },
};

/** Shows secret keys by their hints, never whole; storefront keys whole, since they are public. */
export const keyList: Command = {
  name: 'key list',
  summary: 'list the keys of a store',
  operands: [],
  options: { store: storeOption, json: jsonOption },
  run: (invocation) =>
    withStorage(invocation.config, async (storage) => {
      const keys = await storage.directory.listApiKeys(await existingStore(storage, invocation));
      const now = invocation.clock.nowMicros();
      const lines = keys.map((key) => {
        const damage = key.allowedOrigins === null ? '  CANNOT BE READ: revoke it and make another' : '';
        return `${key.id}  ${key.token ?? key.hint}  ${key.kind.padEnd(10)}  ${stateOf(key, now)}  ${key.name}${damage}`;
      });
      invocation.print({ keys: keys.map(present) }, lines);
      return 0;
    }),
};

function stateOf({ lastUsedAt, revokedAt, expiresAt }: ListedKey, now: number): string {
  const minute = (at: number) => formatTimestamp(at).slice(0, 16);
  if (expiresAt !== null && (revokedAt ?? expiresAt) === expiresAt && expiresAt <= now) {
    return `ENDED ${minute(expiresAt)}`;
  }
  if (revokedAt !== null) return 'REVOKED';
  const used = lastUsedAt === null ? 'never used' : `used ${minute(lastUsedAt)}`;
  return expiresAt === null ? used : `${used}, ends ${minute(expiresAt)}`;
}

/** Waits for two polls of the servers, so that those that reach their database refuse the key when it ends. */
export const keyRevoke: Command = {
  name: 'key revoke',
  summary: 'make a key invalid at once',
  operands: ['KEY_ID'],
  options: { store: storeOption, json: jsonOption },
  run: (invocation) =>
    withStorage(invocation.config, async (storage) => {
      const storeId = await existingStore(storage, invocation);
      const [keyId = ''] = invocation.operands;
      const key = await revokeKey(storage, invocation.clock, { storeId, keyId, actor: null });
      await serversToNotice();
      invocation.print({ key: present(key) }, [`${key.hint} is revoked.`]);
      return 0;
    }),
};

/** Waits as `revoke` does: then every server knows until when the old key works. */
export const keyRotate: Command = {
  name: 'key rotate',
  summary: 'put a new key in the place of a key, which ends',
  operands: ['KEY_ID'],
  options: {
    store: storeOption,
    'overlap-hours': {
      kind: 'value',
      placeholder: 'N',
      fallback: '0',
      help: `hours for which the old key works on, at most ${limits.keyOverlapMaxHours}`,
    },
    json: jsonOption,
  },
  run(invocation) {
    const overlapHours = readOverlap(invocation.value('overlap-hours'));
    return withStorage(invocation.config, async (storage) => {
      const storeId = await existingStore(storage, invocation);
      const [keyId = ''] = invocation.operands;
      const rotation = { storeId, keyId, actor: null, overlapHours, isByKey: false };
      const { key, record } = await rotateKey(storage, invocation.clock, rotation);
      await serversToNotice();
      printMade(invocation, key, record);
      return 0;
    });
  },
};

/** `kind` is the older name of `scope`, by which scripts may read it. */
function present(key: ListedKey) {
  return { ...presentKeyToMember(key), kind: key.kind };
}

function printMade(invocation: Invocation, key: string, record: ApiKey): void {
  const note = record.kind === 'storefront' ? 'The key is public.' : 'The key is shown this once.';
  const end = record.expiresAt === null ? [] : [`It ends at ${formatTimestamp(record.expiresAt)}.`];
  // The text of the key is `key` for scripts that read it there; `token` beside it is its place in the API.
  const { token: _, ...presented } = present(record);
  invocation.print({ key: { ...presented, key }, token: key }, [key, [note, ...end].join(' ')]);
}

/** Servers look for changed keys this often: afterwards none of them goes by what it knew before. */
async function serversToNotice(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, limits.directoryPollMs * 2));
}

async function existingStore(storage: Storage, invocation: Invocation): Promise<string> {
  const store = await storage.directory.findStore(invocation.value('store'));
  if (store === null) throw notFound(`store "${invocation.value('store')}" (foretype store list shows them)`);
  return store.id;
}

function readScope(invocation: Invocation): KeyKind {
  const [scope, kind] = [invocation.value('scope'), invocation.value('kind')];
  if (scope !== '' && kind !== '')
    throw new UsageError('--kind is the older name of --scope: give one of them.');
  const given = scope === '' ? kind : scope;
  if (given === '') throw new UsageError('--scope is missing.');
  const known = keyScopes.find((one) => one === given);
  if (known === undefined) throw new UsageError(`--scope takes ${keyScopes.join(', ')}, got "${given}".`);
  return known;
}

/** The time as text, which the store's own rules check; null for none. */
function readEnd({ value, clock }: Invocation): string | null {
  const text = value('expires');
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  if (days === undefined) return text === '' ? null : text;
  return formatTimestamp(clock.nowMicros() + Number(days) * dayMicros);
}

function readOverlap(text: string): number {
  const hours = text.trim() === '' ? Number.NaN : Number(text);
  if (hours >= 0 && hours <= limits.keyOverlapMaxHours) return hours;
  throw new UsageError(
    `--overlap-hours takes a number from 0 to ${limits.keyOverlapMaxHours}, got "${text}".`,
  );
}
