/**
 * Goal: a store that asks expensively slows down itself alone. Method: two stores on one event loop, hundreds of worst
 * questions of the one under way, a single question of the other, and the steps of both counted.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productDocument } from '../../../test/search/documents.ts';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { createIndexWriter } from '../../search/index-writer.ts';
import { createAutocomplete } from './autocomplete.ts';
import { createIndexRegistry } from './index-registry.ts';
import { createQueryTurns } from './query-turns.ts';

const stepsPerTurn = 50_000;
const [greedy, quiet] = ['01a1fe94-6404-7000-96f7-310b1d5194da', '01a1fe94-6404-7000-96f7-310b1d5194db'];
const letters = Array.from('abcdefghijklmnopqrstuvwxyz');

/** Two stores of the same products, and the steps that each has spent. */
function createShops() {
  const registry = createIndexRegistry();
  const spent = new Map<string, number>();
  const turns = createQueryTurns(stepsPerTurn);
  const counted = {
    get isBusy() {
      return turns.isBusy;
    },
    run: turns.run.bind(turns),
    spend(storeId: string, steps: number) {
      spent.set(storeId, (spent.get(storeId) ?? 0) + steps);
      turns.spend(storeId, steps);
    },
  };
  for (const storeId of [greedy, quiet]) {
    const writer = createIndexWriter({ locale: 'en' });
    const documents = Array.from({ length: 1_000 }, (_, number) => {
      const words = letters.filter((_, place) => (number * 7 + place * place) % 5 === 0).slice(0, 6);
      return productDocument(`p${number}`, { title: `${words.join(' ')} ${number % 10}` });
    });
    writer.apply(documents);
    const snapshot = writer.snapshot();
    registry.publish({ storeId, changeNumber: 1, snapshot, popularity: [], origin: 'products' });
  }
  return { autocomplete: createAutocomplete(registry, createDrivenClock(), { turns: counted }), spent };
}

test('a quiet store is answered between hundreds of worst questions', async () => {
  const { autocomplete, spent } = createShops();
  const ask = (storeId: string, query: string) => {
    const question = { storeId, query, limit: 20, explain: false };
    const now = autocomplete.answerAtOnce(question);
    return now === undefined
      ? autocomplete.inTurn(storeId, () => autocomplete.answer(question))
      : Promise.resolve(now);
  };
  let answeredCount = 0;
  const worst = Array.from({ length: 300 }, async (_, number) => {
    const answer = await ask(greedy, `${letters.join(' ')} ${number}`);
    answeredCount += 1;
    return answer?.steps ?? 0;
  });
  const before = spent.get(greedy) ?? 0;
  // Once a turn has spent its share, more of them wait; what is cached does not.
  assert.equal(autocomplete.mustWait({ storeId: quiet, query: 'a', limit: 20, explain: false }), true);
  const cached = { storeId: greedy, query: `${letters.join(' ')} 0`, limit: 20, explain: false };
  assert.equal(autocomplete.answerAtOnce(cached)?.origin, 'cached');
  const answer = await ask(quiet, 'a');
  assert.equal(answer?.found, true);
  const meanwhile = (spent.get(greedy) ?? 0) - before;
  assert.ok(answeredCount < 100, `${answeredCount} of the other store came first`);
  const most = Math.max(...(await Promise.all(worst)));
  assert.ok(meanwhile <= stepsPerTurn + 2 * most, `${meanwhile} steps of the other store`);
});
