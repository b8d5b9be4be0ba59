import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uuidOf } from '../../../test/support/storage-rows.ts';
import { CurrentTasks, createTaskMemory, readTasks } from './current-tasks.ts';

const long = { work: 'webhook_delivery', storeId: uuidOf(1) } as const;
const short = { work: 'index', storeId: uuidOf(2) } as const;

test('running work is read until it is over', async () => {
  const memory = createTaskMemory();
  const underWay = new CurrentTasks(memory);
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const done = [
    underWay.during(long, () => first.promise),
    underWay.during(short, () => second.promise),
    underWay.during(short, () => second.promise),
  ];
  const works = () => readTasks(memory).map(({ work, storeId }) => `${work} ${storeId}`);
  assert.deepEqual(works().sort(), [`index ${uuidOf(2)}`, `webhook_delivery ${uuidOf(1)}`]);
  first.resolve('done');
  assert.equal(await done[0], 'done');
  assert.deepEqual(readTasks(memory), [short]);
  second.reject(new Error('failed'));
  for (const task of done.slice(1)) await assert.rejects(task, /failed/);
  assert.deepEqual(readTasks(memory), []);
});

test('work beyond the number of places is still done', async () => {
  const memory = createTaskMemory();
  const underWay = new CurrentTasks(memory);
  const gate = Promise.withResolvers<void>();
  const many = Array.from({ length: 1_000 }, (_, number) =>
    underWay.during({ work: 'writes', storeId: uuidOf(number) }, () => gate.promise),
  );
  assert.ok(readTasks(memory).length > 100);
  gate.resolve();
  await Promise.all(many);
  assert.deepEqual(readTasks(memory), []);
  const again = underWay.during(short, async () => readTasks(memory));
  assert.deepEqual(await again, [short]);
});
