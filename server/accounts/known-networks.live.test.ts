/** Goal: the networks of a person outlive restarts and nodes, are few, and say nothing to who reads the database. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { onBothEngines } from '../../test/support/engines.ts';
import { uuidOf } from '../../test/support/storage-rows.ts';
import { withDatabase } from '../../test/support/tenant-rows.ts';
import { networkChanges } from './known-networks.ts';

const newKey = () => randomBytes(32).toString('base64');
const userId = uuidOf(1);

onBothEngines('networks of a person are few and unreadable', async ({ storage, target }) => {
  const user = { name: 'Ada', isOperator: false, passwordHash: null, createdAt: 1, lastSeenAt: null };
  await storage.accounts.write(async (writer) => {
    await writer.insertUser({ ...user, id: userId, email: 'ada@shop.example' });
    await writer.insertUser({ ...user, id: uuidOf(2), email: 'bob@shop.example' });
  });
  const clock = createDrivenClock();
  const [key, newer] = [newKey(), newKey()];
  const { isKnownNetwork, rememberNetwork } = networkChanges(storage, clock, [key]);
  for (let number = 0; number < 25; number += 1) {
    clock.advanceMs(1_000);
    await rememberNetwork({ userId, network: `203.0.113.${number}` });
  }
  const isKnown = (number: number) => isKnownNetwork({ userId, networks: [`203.0.113.${number}`] });
  assert.deepEqual([await isKnown(4), await isKnown(5), await isKnown(24)], [false, true, true]);
  assert.equal(await isKnownNetwork({ userId: uuidOf(2), networks: ['203.0.113.24'] }), false, 'of another');
  const isAnybodys = (network: string) => isKnownNetwork({ userId: null, networks: [network] });
  assert.deepEqual([await isAnybodys('203.0.113.24'), await isAnybodys('203.0.113.4')], [true, false]);
  const rotated = networkChanges(storage, clock, [newer, key]);
  assert.equal(await rotated.isKnownNetwork({ userId, networks: ['203.0.113.24'] }), true, 'by an older key');
  const foreign = networkChanges(storage, clock, [newer]);
  assert.equal(
    await foreign.isKnownNetwork({ userId, networks: ['203.0.113.24'] }),
    false,
    'without the key',
  );
  const rows = await withDatabase(target, (database) =>
    database.read(null, database.builder.selectFrom('sign_in_networks').selectAll()),
  );
  assert.equal(rows.length, 20);
  assert.doesNotMatch(JSON.stringify(rows), /203\.0/);
  await storage.accounts.write((writer) => writer.forgetNetworks(userId));
  assert.equal(await isKnown(24), false);
});
