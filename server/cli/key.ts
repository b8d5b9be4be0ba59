/**
 * `foretype key …`: making, listing and revoking keys. Works beside a running server on the same data. `revoke` ends after two polls
 * of the servers (2 × 100 ms), so that they refuse the key by then. The text of a secret key is shown once, by `create`, and never again. An
 * unknown store or key ends it with code 1, a wrong `--kind` with 2.
 */
// Tests: test/scenarios/command-line.test.ts.
import { limits } from '../../contract/limits.ts';
import { formatTimestamp } from '../clock.ts';
import { notFound } from '../errors.ts';
import { presentKey } from '../resources/keys/present-key.ts';
import type { KeyKind } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { revokeKey } from '../stores/change-key.ts';
import { createKey } from '../stores/create-store.ts';
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
    kind: {
      kind: 'value',
      placeholder: 'secret|storefront',
      required: true,
      help: 'secret: every endpoint; storefront: autocomplete, events, health and products of collections',
    },
    name: { kind: 'value', placeholder: 'NAME', fallback: 'Unnamed key', help: 'where the key will be used' },
    origins: {
      kind: 'value',
      placeholder: 'LIST',
      help: 'origins that browsers may call from, separated by commas; any where it is not given',
    },
    json: jsonOption,
  },
  async run(invocation) {
    const kind = readKind(invocation.value('kind'));
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
      });
      const note = kind === 'secret' ? 'The key is shown this once.' : 'The key is public.';
      invocation.print({ key: { ...presentKey(record), key } }, [key, note]);
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
      const lines = keys.map((key) => {
        const used =
          key.lastUsedAt === null ? 'never used' : `used ${formatTimestamp(key.lastUsedAt).slice(0, 16)}`;
        const damage = key.allowedOrigins === null ? '  CANNOT BE READ: revoke it and make another' : '';
        return `${key.id}  ${key.token ?? key.hint}  ${key.kind.padEnd(10)}  ${key.revokedAt === null ? used : 'REVOKED'}  ${key.name}${damage}`;
      });
      invocation.print({ keys: keys.map(presentKey) }, lines);
      return 0;
    }),
};

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
      // Servers look for changed keys this often: when the command ends, none of them takes the key any more.
      await new Promise((resolve) => setTimeout(resolve, limits.directoryPollMs * 2));
      invocation.print({ key: presentKey(key) }, [`${key.hint} is revoked.`]);
      return 0;
    }),
};

async function existingStore(storage: Storage, invocation: Invocation): Promise<string> {
  const store = await storage.directory.findStore(invocation.value('store'));
  if (store === null) throw notFound(`store "${invocation.value('store')}" (foretype store list shows them)`);
  return store.id;
}

function readKind(text: string): KeyKind {
  if (text === 'secret' || text === 'storefront') return text;
  throw new UsageError(`--kind takes secret or storefront, got "${text}".`);
}
