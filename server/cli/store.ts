/**
 * `foretype store …`: making and listing stores, and giving them another plan. Works beside a running server on the same data. Keys
 * are shown only by `create`, once; no command lists them again. Wrong settings are all named, with exit code 2, an unknown store is
 * code 1, and nothing is stored then; a smaller plan removes no product.
 */
// Tests: test/scenarios/command-line.test.ts.
import { notFound } from '../errors.ts';
import { describeDamage } from '../storage/damage/damage.ts';
import type { Store } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { createStore } from '../stores/create-store.ts';
import { updateSettings } from '../stores/update-settings.ts';
import { type Command, jsonOption } from './command.ts';
import { withNewStorage, withStorage } from './with-storage.ts';

const planHelp = 'free, starter, growth or unlimited';

/** Prints the store and its keys, the only time that they can be seen. */
export const storeCreate: Command = {
  name: 'store create',
  summary: 'make a store and its first two keys',
  operands: [],
  options: {
    name: { kind: 'value', placeholder: 'NAME', required: true, help: 'what people call the store' },
    plan: { kind: 'value', placeholder: 'PLAN', fallback: 'unlimited', help: planHelp },
    currency: { kind: 'value', placeholder: 'CODE', fallback: 'USD', help: 'ISO 4217' },
    locale: {
      kind: 'value',
      placeholder: 'TAG',
      fallback: 'en',
      help: 'language of the catalog, such as en or de-AT',
    },
    json: jsonOption,
  },
  run: (invocation) =>
    withNewStorage(invocation.config, async (storage) => {
      const { store, keys } = await createStore(storage, invocation.clock, {
        name: invocation.value('name'),
        plan: invocation.value('plan'),
        currency: invocation.value('currency'),
        locale: invocation.value('locale'),
      });
      invocation.print({ store: present(store), keys }, [
        `Store "${store.name}" was made.`,
        `  id              ${store.id}`,
        `  secret key      ${keys.secret}`,
        `  storefront key  ${keys.storefront}`,
        'The keys are shown this once. Keep the secret key on your server; the storefront key may stand in pages.',
      ]);
      return 0;
    }),
};

/** Every store of this database. */
export const storeList: Command = {
  name: 'store list',
  summary: 'list stores',
  operands: [],
  options: { json: jsonOption },
  async run(invocation) {
    const damaged: string[] = [];
    const list = async (storage: Storage) => {
      const stores = await storage.directory.listStores();
      const lines = stores.map(
        (store) =>
          `${store.id}  ${store.plan.padEnd(9)}  ${String(store.productCount).padStart(9)} products  ${store.name}`,
      );
      const none = `There is no store in ${invocation.config.databaseUrl === null ? invocation.config.dataFolder : 'the database'} yet: foretype store create --name NAME`;
      const unreadable = damaged.length === 0 ? {} : { unreadable: damaged };
      invocation.print({ stores: stores.map(present), ...unreadable }, [
        ...(lines.length + damaged.length > 0 ? lines : [none]),
        ...damaged.map((row) => `Cannot be read: ${row}`),
      ]);
      return damaged.length === 0 ? 0 : 1;
    };
    return await withStorage(invocation.config, list, (_storeId, rows) => {
      damaged.push(...rows.map(describeDamage));
    });
  },
};

/** A running server goes by the new plan from its next write on. */
export const storeSetPlan: Command = {
  name: 'store set-plan',
  summary: 'give a store another plan',
  operands: ['STORE_ID'],
  options: {
    plan: { kind: 'value', placeholder: 'PLAN', required: true, help: planHelp },
    json: jsonOption,
  },
  run: (invocation) =>
    withStorage(invocation.config, async (storage) => {
      const [storeId = ''] = invocation.operands;
      if ((await storage.directory.findStore(storeId)) === null) {
        throw notFound(`store "${storeId}" (foretype store list shows them)`);
      }
      const store = await updateSettings(storage, invocation.clock, {
        storeId,
        actor: null,
        plan: invocation.value('plan'),
      });
      invocation.print({ store: present(store) }, [`Store "${store.name}" has the plan ${store.plan}.`]);
      return 0;
    }),
};

/** Exactly these fields (Contract §1). */
function present({ id, name, plan, currency, locale }: Store) {
  return { id, name, plan, currency, locale };
}
